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

test('the page opens with the verdict, its size and the steps that add up to it, and loads nothing', async () => {
  const { page, problems } = await openPage(browser(), await makePage())
  const verdict = await page.$eval('#verdict', section => /** @type {HTMLElement} */ (section).innerText)
  expect(verdict).toMatch(
    /^SLOWER\s+log=sync is slower than log=off\s+\+21\.0 µs ± \d+(\.\d)?\s+\+30\.0% .*\s+main-thread CPU per/
  )
  expect(verdict).toMatch(/The whole 95% interval is beyond the margin of 2%/)
  expect(verdict).toMatch(
    /log=off\s+70\.0 µs\s+burn \(from handle\)\s+\+30\.0\s+unattributed\s+-9\.0 .*\s+log=sync\s+91\.0 µs/
  )
  expect(problems).toEqual([])
})

test('no difference is said as such, and no function is blamed', async () => {
  const { page } = await openPage(browser(), await makePage({ costRatio: 1 }))
  const verdict = await page.$eval('#verdict', section => /** @type {HTMLElement} */ (section).innerText)
  expect(verdict).toMatch(/^NO DIFFERENCE\s+No difference in main-thread CPU per request found between/)
  expect(verdict).toMatch(/no difference found\s+[-+]?[\d.]+ ± [\d.]+\s+log=sync/)
  expect(await page.$('.line-cost')).toBeNull()
  expect(await page.$eval('#blame', section => section.textContent)).toContain('No function differs significantly.')
})

test.each(/** @type {const} */ (['light', 'dark']))('the page has no accessibility problem, %s', async colorScheme => {
  const { page } = await openPage(browser(), await makePage(), { colorScheme })
  for (const fold of await page.$$('details:not([open]) > summary')) await fold.evaluate(each => each.click())
  const expander = await page.waitForSelector('#bottom-up .expander')
  await expander?.evaluate(each => /** @type {HTMLElement} */ (each).click())
  expect(await accessibilityProblems(page)).toEqual([])
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

test('at 360 px only tables and graphs that scroll are wider than the window', async () => {
  const { page } = await openPage(browser(), await makePage(), { width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('the headers of the blame table sort it: the costliest first, text from A to Z, and in reverse', async () => {
  const { page } = await openPage(browser(), await makePage({ alsoPlanted: 'app:handle > app:allocate' }))
  const names = () =>
    page.$$eval('#blame table.sortable tbody th', cells => cells.map(cell => cell.textContent?.trim()))
  expect(await names()).toEqual(['burn (from handle)', 'allocate (from handle)'])
  const press = async (/** @type {number} */ column) => {
    await page.focus(`#blame thead th:nth-child(${column}) button`)
    await page.keyboard.press('Enter')
    return [
      await page.$eval(`#blame thead th:nth-child(${column})`, th => th.getAttribute('aria-sort')),
      ...(await names())
    ]
  }
  expect(await press(1)).toEqual(['ascending', 'allocate (from handle)', 'burn (from handle)'])
  expect(await press(5)).toEqual(['descending', 'burn (from handle)', 'allocate (from handle)'])
  expect(await press(5)).toEqual(['ascending', 'allocate (from handle)', 'burn (from handle)'])
})

test('a hostile function name stays text', async () => {
  const name = `</script><img src=x onerror="document.title='owned'">\u2028"'${'x'.repeat(1_000_000)}`
  const file = await makePage({ name, manifest: { reproduce: `node '</code><script>document.title="owned"</script>` } })
  const { page, problems } = await openDrawn(file)
  expect(problems).toEqual([])
  expect(await page.title()).not.toBe('owned')
  expect(await page.$('img, main script:not([type])')).toBeNull()
  expect(await page.$eval('.waterfall', list => list.textContent)).toContain('</script><img src=x onerror=')
  expect(await page.$eval('#reproduce code', code => code.textContent)).toContain('</code><script>')
  await page.click('.waterfall a')
  const details = await page.waitForSelector('.flame-details .flame-name')
  expect(await details?.evaluate(each => each.textContent)).toContain('</script><img src=x onerror=')
})

test('a row of the blame table selects its frame, which is described in words', async () => {
  const { page } = await openDrawn(await makePage())
  await page.click('#blame tbody a.function')
  const details = await page.waitForSelector('.flame-details .flame-name')
  expect(await details?.evaluate(name => name.textContent)).toBe('burn')
  expect(await page.$eval('.flame-details', each => each.textContent)).toContain('only in log=sync')
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('flame-canvas')
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

test('search shows how many functions match and their cost, and Enter selects the match', async () => {
  const { page } = await openDrawn(await makePage())
  await page.focus('.flame-canvas')
  await page.keyboard.press('/')
  await page.keyboard.type('burn')
  const found = await page.waitForSelector('.flame-found:not(:empty)')
  expect(await found?.evaluate(each => each.textContent)).toMatch(
    /1 function: 0 µs in log=off \(0\.0% of total\), 30\.0 µs in log=sync \(23\.1% of total\)/
  )
  await page.keyboard.press('Enter')
  await page.waitForSelector('.flame-details .flame-name')
  expect(await page.$eval('.flame-details .flame-name', name => name.textContent)).toBe('burn')
})

test('frames are selected and zoomed with the keyboard alone', async () => {
  const { page } = await openDrawn(await makePage())
  await page.focus('.flame-canvas')
  for (const key of /** @type {const} */ (['ArrowDown', 'ArrowDown', 'Enter'])) await page.keyboard.press(key)
  const name = () => page.$eval('.flame-details .flame-name', each => each.textContent)
  const inner = await name()
  expect(['parse', 'burn', 'writeSync']).toContain(inner)
  expect(await page.$eval('.flame-buttons button:last-child', button => button.hasAttribute('disabled'))).toBe(false)
  await page.keyboard.press('ArrowUp')
  expect(await name()).toBe('handle')
  await page.keyboard.press('Home')
  expect(await page.$eval('.flame-buttons button:last-child', button => button.hasAttribute('disabled'))).toBe(true)
})

test('the files are in a list near the top, which its link opens', async () => {
  const { page } = await openPage(browser(), await makePage())
  await page.click('nav a[href="#files"]')
  expect(await page.$eval('#files details', each => /** @type {HTMLDetailsElement} */ (each).open)).toBe(true)
  expect(await page.$$eval('#files tbody a', links => links.map(link => link.getAttribute('href')))).toEqual([
    'ticks/log%3Doff.prof.autocannon.txt',
    'ticks/log%3Dsync.prof.autocannon.txt'
  ])
})

test('a text of --prof-process is unpacked when it is opened: the first 200 lines of a section, as text', async () => {
  const { page, problems } = await openPage(browser(), await makePage({ name: '</pre><img src=x>' }))
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

test('a row of the bottom-up table is expanded to its callers and collapsed with the keyboard', async () => {
  const { page } = await openPage(browser(), await makePage())
  await page.waitForSelector('#bottom-up .expander')
  const rows = () => page.$$eval('#bottom-up tbody th', cells => cells.map(cell => cell.textContent))
  const before = await rows()
  expect(before).toEqual(['parse', 'handle', 'burn', 'writeSync'])
  await page.focus('#bottom-up .expander')
  await page.keyboard.press('Enter')
  expect(await rows()).toEqual(['parse', 'handle', ...before.slice(1)])
  const state = () => page.$eval('#bottom-up .expander', each => each.getAttribute('aria-expanded'))
  expect(await state()).toBe('true')
  const cells = await page.$$eval('#bottom-up tbody tr:nth-child(2) td', all => all.map(cell => cell.textContent))
  expect(cells).toEqual(['server.js:16', '2.00 ms 50.0%', '2.00 ms 38.5%', '0 µs', ''])
  await page.keyboard.press('Enter')
  expect(await rows()).toEqual(before)
  expect(await state()).toBe('false')
})

test('printed, chapters begin on new pages, and no table of the report is wider than the paper', async () => {
  const { page } = await openPage(browser(), await makePage(), { width: 718, height: 1000 })
  await page.emulateMediaType('print')
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const breaks = await page.$$eval('#blame, #comparison, #ticks', all =>
    all.map(each => getComputedStyle(each).breakBefore)
  )
  expect(breaks).toEqual(['page', 'page', 'page'])
  const isWide = (/** @type {Element[]} */ all) => all.map(each => each.getBoundingClientRect().right > innerWidth)
  expect(await page.$$eval('.chapter:not(#flames) table', isWide)).not.toContain(true)
})

/**
 * Opens a page and waits until its flame graph is drawn.
 * @param {string} file
 */
async function openDrawn(file) {
  const opened = await openPage(browser(), file)
  await opened.page.waitForSelector('.flame-legend li')
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
