import { expect, jest, test } from '@jest/globals'
import { accessibilityProblems } from '../../helpers/accessibility.js'
import { openPage } from '../../helpers/browser.js'
import { makePage } from '../../helpers/make-page.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders } from '../../helpers/temporary-folder.js'

/** @import { Page } from 'puppeteer-core' */

jest.setTimeout(15_000)
removeTemporaryFolders()

const browser = oneBrowser()

test('the page opens with one sentence and one number, the steps that add up to it, and the metrics, and loads nothing', async () => {
  const { page, problems } = await openPage(browser(), await makePage())
  const answer = await page.$eval('#answer', section => /** @type {HTMLElement} */ (section).innerText)
  expect(answer).toMatch(
    /^log=sync is slower than log=off: \+21\.0 µs of main-thread CPU per request ± [\d.]+, from 70\.0 µs to 91\.0 µs, \+30\.0% /
  )
  expect(answer).toMatch(/\+21\.0 µs ± [\d.]+\s+14\s+burn \(from handle\)\s+0\.0 µs ± [\d.]+\s+unattributed/)
  expect(answer).toMatch(/CPU, main thread\s+70\.0 µs\s+91\.0 µs\s+\+30\.0% /)
  expect(await page.$eval('h1 strong', strong => strong.textContent)).toBe('+21.0 µs')
  expect(problems).toEqual([])
})

test('no difference is said as such, and no function is blamed', async () => {
  const { page } = await openPage(browser(), await makePage({ costRatio: 1 }))
  expect(await page.$eval('h1', heading => heading.textContent)).toMatch(
    /^No difference in main-thread CPU per request found between log=sync and log=off, at most /
  )
  expect(await page.$('.line.more')).toBeNull()
  expect(await page.$eval('#blame', section => section.textContent)).toContain('No function differs significantly.')
})

test.each(/** @type {const} */ (['light', 'dark']))('the page has no accessibility problem, %s', async colorScheme => {
  const { page } = await openPage(browser(), await makePage(), { colorScheme })
  for (const fold of await page.$$('details:not([open]):not(.flame-more) > summary'))
    await fold.evaluate(each => each.click())
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a part of the page is closed, opened by its link, and shows one table at a time', async () => {
  const { page } = await openPage(browser(), await makePage())
  expect(await page.$$eval('details.group[open]', all => all.length)).toBe(0)
  await page.click('nav a[href="#metrics"]')
  const shown = () =>
    page.$$eval('#metrics .pick', all => all.filter(pick => pick.checkVisibility()).map(({ id }) => id))
  expect(await shown()).toEqual(['comparison'])
  await page.select('#metrics .picker select', 'blame')
  expect(await shown()).toEqual(['blame'])
  await page.evaluate(() => {
    location.hash = '#counters'
  })
  await page.waitForFunction(() => document.querySelector('#counters')?.checkVisibility())
  expect(await shown()).toEqual(['counters'])
})

test('the slices are drawn again for another metric', async () => {
  const { page, problems } = await openPage(browser(), await makePage())
  await page.click('nav a[href="#trust"]')
  const title = () => page.$eval('#slice-chart title', each => each.textContent)
  expect(await title()).toBe('main-thread CPU per request by slice')
  await page.select('#slice-metric', '1')
  await page.waitForFunction(() => document.querySelector('#slice-chart title')?.textContent === 'requests/s by slice')
  expect(problems).toEqual([])
})

test('the page follows the colour scheme of the system', async () => {
  const file = await makePage()
  const [light, dark] = await Promise.all(
    /** @type {const} */ (['light', 'dark']).map(async colorScheme => {
      const { page } = await openPage(browser(), file, { colorScheme })
      return page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.body).color
      ])
    })
  )
  expect(light).toEqual(['rgb(255, 255, 255)', 'rgb(27, 31, 36)'])
  expect(dark).toEqual(['rgb(15, 20, 25)', 'rgb(230, 237, 243)'])
})

/** 720 px: a window of 1440 px at 200%. */
test.each([320, 390, 720])(
  'at %i px nothing is wider than the window, and prices and changes are in it',
  async width => {
    const { page } = await openPage(browser(), await makePage(), { width, height: 740 })
    await page.waitForSelector('.flame-hint:not(:empty)')
    for (const fold of await page.$$('details:not([open]):not(.flame-more) > summary'))
      await fold.evaluate(each => each.click())
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const figures = await page.$$eval('.price a, .metrics .change, .flame-table td:last-child', all =>
      all.map(each => ({ text: each.textContent, right: each.getBoundingClientRect().right }))
    )
    expect(figures.length).toBeGreaterThan(10)
    expect(figures.filter(({ text, right }) => text && right > width)).toEqual([])
  }
)

test('a hostile function name stays text', async () => {
  const name = `</script><img src=x onerror="document.title='owned'">\u2028"'${'x'.repeat(1_000_000)}`
  const file = await makePage({ name, manifest: { reproduce: `node '</code><script>document.title="owned"</script>` } })
  const { page, problems } = await openDrawn(file)
  expect(problems).toEqual([])
  expect(await page.title()).not.toBe('owned')
  expect(await page.$('img, main script:not([type])')).toBeNull()
  expect(await page.$eval('.stack', bar => bar.textContent)).toContain('</script><img src=x onerror=')
  expect(await page.$eval('#reproduce code', code => code.textContent)).toContain('</code><script>')
  await page.click('.line a')
  await page.waitForFunction(() =>
    document.querySelector('.flame-status')?.textContent?.includes('</script><img src=x onerror=')
  )
})

test('in the difference what costs more is orange, nothing is blue, and without a difference there is neither', async () => {
  const slower = await openDrawn(await makePage())
  const { more, less } = await hues(slower.page)
  expect(more).toBeGreaterThan(1000)
  expect(less).toBe(0)
  const same = await openDrawn(await makePage({ costRatio: 1 }))
  const { grey, ...coloured } = await hues(same.page)
  expect(coloured).toEqual({ more: 0, less: 0 })
  expect(grey).toBeGreaterThan(1000)
})

test('the graph opens on the frame of the first price, with that price, joined with its function and its line', async () => {
  const { page } = await openDrawn(await makePage())
  await page.waitForFunction(() => document.querySelector('.flame-status')?.textContent?.includes('Blame row'))
  const price = await page.$eval('.line.priced .price', each => each.textContent?.trim())
  expect(await page.$eval('.flame-status', each => each.textContent)).toMatch(
    new RegExp(`^server\\.js:14 ${price?.replace('+', '\\+')} · Blame row: burn`)
  )
  expect(await page.$eval('.flame-table .joined th', each => each.textContent)).toBe('burn')
  expect(await page.$$eval('.line.joined, .stack .joined', all => all.length)).toBe(2)
})

test('search shows how many functions match and their cost, and Enter selects the match', async () => {
  const { page } = await openDrawn(await makePage())
  await page.focus('.flame-canvas')
  await page.keyboard.press('/')
  await page.keyboard.type('burn')
  const status = () => page.$eval('.flame-status', each => each.textContent)
  expect(await status()).toMatch(
    /1 function: 0 µs in log=off \(0\.0% of total\), 21\.0 µs in log=sync \(23\.1% of total\)/
  )
  await page.keyboard.press('Enter')
  expect(await status()).toMatch(/match 1 of 1$/)
})

test('frames are selected and zoomed with the keyboard alone', async () => {
  const { page } = await openDrawn(await makePage())
  await page.focus('.flame-canvas')
  await page.keyboard.press('Escape')
  for (const key of /** @type {const} */ (['ArrowUp', 'ArrowDown', 'Enter'])) await page.keyboard.press(key)
  const status = () => page.$eval('.flame-status', each => each.textContent)
  const isZoomed = () =>
    page.$eval('.flame-controls', controls =>
      [...controls.querySelectorAll('button')].some(each => each.textContent === 'Reset zoom' && !each.hidden)
    )
  expect(await status()).toMatch(/parse|burn|writeSync/)
  expect(await isZoomed()).toBe(true)
  await page.keyboard.press('ArrowUp')
  expect(await status()).toMatch(/handle/)
  await page.keyboard.press('Home')
  expect(await isZoomed()).toBe(false)
})

test('the files are in the raw data', async () => {
  const { page } = await openPage(browser(), await makePage())
  expect(await page.$$eval('#files tbody a', links => links.map(link => link.getAttribute('href')))).toEqual([
    'ticks/log%3Doff.prof.autocannon.txt',
    'ticks/log%3Dsync.prof.autocannon.txt'
  ])
})

test('a text of --prof-process is unpacked when it is opened: the first 200 lines of a section, as text', async () => {
  const { page, problems } = await openPage(browser(), await makePage({ name: '</pre><img src=x>' }))
  await page.evaluate(() => {
    location.hash = '#ticks'
  })
  await page.waitForFunction(() => document.querySelector('#ticks')?.checkVisibility())
  await page.click('#ticks details.packed summary')
  await page.waitForFunction(() => document.querySelector('#ticks pre.text')?.textContent)
  const lines = (await page.$eval('#ticks pre.text', pre => pre.textContent ?? '')).split('\n')
  expect(lines.slice(0, 2)).toEqual([' [JavaScript]:', '      1    0.3%  JS: *</pre><img src=x>'])
  expect(lines.slice(199)).toEqual([
    '      1    0.3%  JS: *f198',
    '  ... 101 more lines in the whole file',
    ' [Summary]:',
    '  300  100.0%  JavaScript'
  ])
  expect(problems).toEqual([])
})

test('printed, all is open, and no table of the report is wider than the paper', async () => {
  const { page } = await openPage(browser(), await makePage(), { width: 718, height: 1000 })
  await page.emulateMediaType('print')
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await page.$$eval('.pick', all => all.every(each => each.checkVisibility()))).toBe(true)
  const isWide = (/** @type {Element[]} */ all) => all.map(each => each.getBoundingClientRect().right > innerWidth)
  expect(await page.$$eval('.group table', isWide)).not.toContain(true)
})

/**
 * Opens a page and waits until its flame graph is drawn.
 * @param {string} file
 */
async function openDrawn(file) {
  const opened = await openPage(browser(), file)
  await opened.page.waitForSelector('.flame-hint:not(:empty)')
  await opened.page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return opened
}

/**
 * Pixels of the flame graph that are clearly orange, those that are clearly blue, and those that are neither nor white.
 * @param {Page} page
 */
async function hues(page) {
  return page.$eval('.flame-canvas', function countHues(element) {
    const canvas = /** @type {HTMLCanvasElement} */ (element)
    const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
    let [more, less, grey] = [0, 0, 0]
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, blue = 0] = [data[at], data[at + 2]]
      if (red - blue > 80) more++
      else if (blue - red > 80) less++
      else if (red < 220) grey++
    }
    return { more, less, grey }
  })
}
