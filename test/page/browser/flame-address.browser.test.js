import { beforeEach, expect, jest, test } from '@jest/globals'
import { makeFlame } from '../../helpers/make-flame.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders } from '../../helpers/temporary-folder.js'
import { openFlame } from './flame-page.js'

/** @import { Page } from 'puppeteer-core' */

jest.setTimeout(15_000)
removeTemporaryFolders()

const browser = oneBrowser()
/** @type {Page} */
let page
beforeEach(async () => {
  page = await openFlame(browser(), makeFlame())
})

test('the address of the page follows the graph, and restores it', async () => {
  expect(await page.evaluate(() => location.hash)).toBe('')
  await page.focus('.flame-canvas')
  for (const key of /** @type {const} */ (['n', 'Enter', 'f'])) await page.keyboard.press(key)
  await page.type('.flame-search input', 'next')
  await page.waitForFunction(() => location.hash.includes('search=next'))
  const shown = await stateOf(page)
  expect(shown).toMatchObject({ name: 'a next', view: 'baseline', query: 'next', isZoomed: true })
  await page.reload()
  await page.waitForSelector('.flame-legend li')
  await page.waitForFunction(() => document.querySelector('.flame-found')?.textContent?.startsWith('1 function'))
  expect(await stateOf(page)).toEqual(shown)
})

test('a hostile address is harmless', async () => {
  const hash =
    '#flame?graph=__proto__&view=x&frame=0:%3Cimg%20src=x%20onerror=alert(1)%3E&search=%3Cb%3E%22&zoom=9:9&range=2-9999999'
  await page.evaluate(text => {
    location.hash = text
  }, hash)
  await page.waitForFunction(() => document.querySelector('.flame-found')?.textContent?.startsWith('No match'))
  expect(await stateOf(page)).toMatchObject({ view: 'difference', query: '<b>"', isZoomed: false })
  expect(await page.$('#flames img, #flames b')).toBeNull()
})

test('a stack is copied, and graph and profile are saved, without a request', async () => {
  await page.evaluate(() => {
    const saved = /** @type {Record<string, Promise<string>>} */ ({})
    Object.assign(window, { saved, copied: '' })
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        writeText: async (/** @type {string} */ text) => Object.assign(window, { copied: text })
      }
    })
    URL.createObjectURL = blob => {
      saved[/** @type {Blob} */ (blob).type] = /** @type {Blob} */ (blob).text()
      return '#flames'
    }
  })
  await page.focus('.flame-canvas')
  await page.keyboard.press('n')
  await page.keyboard.press('s')
  await page.waitForFunction(() => document.querySelector('.flame-done')?.textContent === 'Copied the stack.')
  expect(await page.evaluate('copied')).toMatch(
    /^a next\n.*\n.*\n {4}at a next \(.*\)\n {4}at handle \(src\/server\.js:10\)$/
  )
  for (const text of ['Save SVG', 'Save PNG', 'Save profile (speedscope)']) await page.click(`::-p-text(${text})`)
  await page.waitForFunction('Object.keys(saved).length === 3')
  const svg = String(await page.evaluate('saved["image/svg+xml"]'))
  const names = await page.evaluate(text => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
    return [...parsed.querySelectorAll('title, parsererror')].map(title => title.textContent)
  }, svg)
  expect(names).toEqual(['handle  +42 µs ± 4', 'garbage collector', 'a next  +30 µs ± 4'])
  expect(String(await page.evaluate('saved["image/png"]')).slice(1, 4)).toBe('PNG')
  expect(JSON.parse(String(await page.evaluate('saved["application/json"]')))).toMatchObject({ name: 'prof, CPU' })
})

/** @param {Page} page */
function stateOf(page) {
  return page.evaluate(() => ({
    name: document.querySelector('.flame-details .flame-name')?.textContent,
    view: /** @type {HTMLInputElement} */ (document.querySelector('.flame-views :checked')).value,
    query: /** @type {HTMLInputElement} */ (document.querySelector('.flame-search input')).value,
    isZoomed: !document.querySelector('.flame-buttons button:last-child')?.hasAttribute('disabled')
  }))
}
