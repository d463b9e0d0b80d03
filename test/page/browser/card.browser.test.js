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
const place = { file: '/srv/app/server.js', line: 14, call: null }
const text = { blamedLine: 14, firstLine: 13, lines: ['', '    function burn(rows) {', '      return rows.sort()'] }

test('the blamed line stands with the lines around it and its cost', async () => {
  const { page, problems } = await openPage(browser(), await makePage({ sources: [{ ...place, text, omitted: null }] }))
  const lines = await page.$$eval('.source-line', all => all.map(line => /** @type {HTMLElement} */ (line).innerText))
  expect(lines.map(line => line.replace(/\s+/g, ' ').trim())).toEqual([
    '13',
    expect.stringMatching(/^14 function burn\(rows\) \{ \+30\.0 µs ± [\d.]+ per request$/),
    '15 return rows.sort()'
  ])
  expect(await page.$eval('.source .where', each => each.textContent)).toBe('server.js')
  expect(await accessibilityProblems(page)).toEqual([])
  expect(problems).toEqual([])
})

test('hostile source text stays text, on one line each', async () => {
  const hostile = `</p></div><img src=x onerror="document.title='owned'">\u202e\u001b[31m${'x'.repeat(5000)}`
  const lines = [`<script>document.title='owned'</script>`, hostile, hostile]
  const excerpt = { ...place, text: { ...text, lines }, omitted: null }
  const { page, problems } = await openPage(browser(), await makePage({ sources: [excerpt] }), {
    width: 360,
    height: 740
  })
  expect(await page.title()).not.toBe('owned')
  expect(await page.$('.card img, .card script')).toBeNull()
  const shown = await page.$eval('.blamed-line code', code => code.textContent ?? '')
  expect(shown).toMatch(/^<\/p><\/div><img src=x /)
  expect(shown).not.toMatch(/\p{Cc}|\p{Cf}/u)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(problems).toEqual([])
})

test.each(['with', 'without'])('the card is copied as Markdown, %s the clipboard API', async how => {
  const { page } = await openPage(browser(), await makePage())
  if (how === 'without') await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.click('.copy-card')
  await page.waitForSelector('.card [role=status]:not(:empty)')
  expect(await page.$eval('.card [role=status]', each => each.textContent)).toBe('Copied as Markdown.')
  const lines = (await pasted(page)).split('\n')
  expect(lines.length).toBeLessThanOrEqual(10)
  expect(lines[0]).toMatch(/^\*\*log=sync is slower than log=off: \+21\.0 µs/)
  expect(lines).toContainEqual(expect.stringMatching(/^ {4}70\.0 µs {2}\+30\.0 burn \(from handle\) .* = {2}91\.0 µs$/))
})

test('the card is saved as a picture, without a network request', async () => {
  const { page, problems } = await openPage(browser(), await makePage())
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
  const [width = 0, height = 0] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect(width).toBe(1800)
  expect(height).toBeGreaterThan(400)
  expect(problems).toEqual([])
})

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
