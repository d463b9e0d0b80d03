import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { accessibilityProblems } from '../../helpers/accessibility.js'
import { openPage } from '../../helpers/browser.js'
import { makePage } from '../../helpers/make-page.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { Page } from 'puppeteer-core' */

jest.setTimeout(30_000)
removeTemporaryFolders()

const browser = oneBrowser()
const place = { file: '/srv/app/server.js', line: 14 }
const text = { firstLine: 13, lines: ['', '    function burn(rows) {', '      return rows.sort()'] }

test('the blamed line stands with the lines around it and its cost', async () => {
  const { page, problems } = await openPage(browser(), await makePage({ sources: [{ ...place, text, omitted: null }] }))
  const lines = await page.$$eval('.line', all => all.map(line => /** @type {HTMLElement} */ (line).innerText))
  expect(lines.map(line => line.replace(/\s+/g, ' ').trim())).toEqual([
    '13',
    expect.stringMatching(/^\+21\.0 µs ± [\d.]+ 14 function burn\(rows\) \{$/),
    '15 return rows.sort()',
    expect.stringMatching(/^0\.0 µs ± [\d.]+ unattributed$/)
  ])
  expect(await page.$eval('.code-file .where', each => each.textContent)).toBe('server.js')
  expect(await accessibilityProblems(page)).toEqual([])
  expect(problems).toEqual([])
})

test('hostile source text stays text', async () => {
  const hostile = `</p></div><img src=x onerror="document.title='owned'">\u202e\u001b[31m${'x'.repeat(5000)}`
  const lines = [`<script>document.title='owned'</script>`, hostile, hostile]
  const excerpt = { ...place, text: { ...text, lines }, omitted: null }
  const { page, problems } = await openPage(browser(), await makePage({ sources: [excerpt] }), {
    width: 320,
    height: 740
  })
  expect(await page.title()).not.toBe('owned')
  expect(await page.$('.code img, .code script')).toBeNull()
  const shown = await page.$eval('.line.priced code', code => code.textContent ?? '')
  expect(shown).toMatch(/^<\/p><\/div><img src=x /)
  expect(shown).not.toMatch(/\p{Cc}|\p{Cf}/u)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(problems).toEqual([])
})

test.each(['with', 'without'])('the answer is copied as Markdown, %s the clipboard API', async how => {
  const { page } = await openPage(browser(), await makePage())
  if (how === 'without') await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.click('.bar .copy')
  await page.waitForFunction(() => document.querySelector('#said')?.textContent === 'Copied')
  const lines = (await pasted(page)).split('\n')
  expect(lines.length).toBeLessThanOrEqual(10)
  expect(lines[0]).toMatch(/^- \*\*log=sync is slower than log=off: \+21\.0 µs/)
  expect(lines[1]).toMatch(/^- `\+21\.0 µs ± [\d.]+` server\.js:14 `burn \(from handle\)`$/)
})

test.each(/** @type {const} */ (['light', 'dark']))(
  'the answer is saved as a picture, without a network request, %s',
  async colorScheme => {
    const { page, problems } = await openPage(browser(), await makePage(), { colorScheme })
    const folder = temporaryFolder()
    const session = await browser().target().createCDPSession()
    const finished = new Promise(resolve =>
      session.on('Browser.downloadProgress', ({ state }) => state === 'completed' && resolve(state))
    )
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      browserContextId: page.browserContext().id,
      downloadPath: folder,
      eventsEnabled: true
    })
    await page.click('.save-card')
    await finished
    expect(readdirSync(folder)).toEqual(['info-log-log=sync.png'])
    const png = readFileSync(path.join(folder, 'info-log-log=sync.png'))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const size = [png.readUInt32BE(16), png.readUInt32BE(20)]
    const answer = await page.$eval('#answer', each => each.getBoundingClientRect().width)
    expect(size[0]).toBe(2 * Math.ceil(answer + 48))
    const { background, inks, price } = await coloursOf(page, png)
    expect(background).toEqual(colorScheme === 'light' ? [255, 255, 255] : expect.not.arrayContaining([255]))
    // The copies have their texts and their colours: much more than an empty page, and the heat of the priced line.
    expect(inks).toBeGreaterThan(40)
    expect(price).toBe(true)
    expect(problems).toEqual([])
  }
)

/** Returns colours of a picture: of its corner, how many there are, and whether one is the heat of a price. @param {Page} page @param {Buffer} png */
function coloursOf(page, png) {
  return page.evaluate(async function read(base64) {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const rect = /** @type {Element} */ (document.querySelector('.line.priced rect'))
    const heat = (getComputedStyle(rect).fill.match(/\d+/g) ?? []).slice(0, 3).join()
    const found = new Set()
    for (let at = 0; at < data.length; at += 4) found.add(data.slice(at, at + 3).join())
    return { background: [...data.slice(0, 3)], inks: found.size, price: found.has(heat) }
  }, png.toString('base64'))
}

/** Returns what the clipboard has, pasted as a user would. @param {Page} page */
async function pasted(page) {
  await page.evaluate(function addField() {
    const field = document.createElement('textarea')
    field.id = 'pasted'
    document.body.append(field)
    field.focus()
  })
  await page.keyboard.down('Control')
  await page.keyboard.press('v')
  await page.keyboard.up('Control')
  return page.$eval('#pasted', field => /** @type {HTMLTextAreaElement} */ (field).value)
}
