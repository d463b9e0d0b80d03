import { statSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { openPage } from '../../helpers/browser.js'
import { makePage } from '../../helpers/make-page.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders } from '../../helpers/temporary-folder.js'

jest.setTimeout(15_000)
removeTemporaryFolders()

const browser = oneBrowser()
const sample = path.join(import.meta.dirname, '../../../profiles/sample/report.html')

test.each([
  { run: 'the sample', write: async () => sample, kilobytes: 600 },
  { run: 'a comparison', write: () => makePage(), kilobytes: 300 },
  { run: 'a comparison of equal variants', write: () => makePage({ costRatio: 1 }), kilobytes: 300 },
  { run: 'one server', write: () => makePage({ isProfile: true }), kilobytes: 300 }
])('the page of $run is short: its parts are closed', async ({ write, kilobytes }) => {
  const file = await write()
  const { height, words, tables, charts } = await measure(file, 1440)
  expect(height).toBeLessThanOrEqual(2700)
  expect(words).toBeLessThanOrEqual(900)
  expect(tables).toBeLessThanOrEqual(5)
  expect(charts).toBeLessThanOrEqual(4)
  expect((await measure(file, 390)).height).toBeLessThanOrEqual(4500)
  expect(statSync(file).size).toBeLessThanOrEqual(kilobytes * 1000)
})

/** Returns what a reader has before them. @param {string} file @param {number} width */
async function measure(file, width) {
  const { page } = await openPage(browser(), file, { width, height: 900 })
  await page.waitForSelector('.flame-hint:not(:empty)')
  return page.evaluate(() => {
    const visible = (/** @type {string} */ selector) =>
      [...document.querySelectorAll(selector)].filter(each => each.checkVisibility()).length
    return {
      height: document.documentElement.scrollHeight,
      words: document.body.innerText.split(/\s+/).filter(Boolean).length,
      tables: visible('table'),
      charts: visible('svg[role="img"], canvas')
    }
  })
}
