import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { renderPage } from '../../../src/page/render-page.js'
import { accessibilityProblems } from '../../helpers/accessibility.js'
import { openPage } from '../../helpers/browser.js'
import { makeRequestRun } from '../../helpers/make-request-run.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

jest.setTimeout(30_000)
removeTemporaryFolders()

const browser = oneBrowser()
const laptop = { width: 1366, height: 650 }

/** Writes the page of a run whose mix is no different, and of which one request is slower. */
async function requestPage() {
  const run = makeRequestRun()
  const file = path.join(temporaryFolder(), 'report.html')
  writeFileSync(file, await renderPage({ run, analysis: analyse(run).analysis, graphs: [], tickTexts: [] }))
  return file
}

test('a slower request is on the first screen of a laptop, and its link leads to the table', async () => {
  const { page, problems } = await openPage(browser(), await requestPage(), laptop)
  const link = '.request a[href="#requests"]'
  const { text, bottom } = await page.$eval(link, each => ({
    text: each.parentElement?.textContent ?? '',
    bottom: each.getBoundingClientRect().bottom
  }))
  expect(text).toMatch(/^By request: GET \/b is slower/)
  expect(bottom).toBeLessThanOrEqual(laptop.height)
  await page.click(link)
  const rows = await page.$$eval('#requests tbody tr', all => all.map(row => row.getBoundingClientRect().top))
  expect(rows).toHaveLength(2)
  for (const top of rows) expect(top).toBeLessThan(laptop.height)
  expect(problems).toEqual([])
})

test.each(/** @type {const} */ (['light', 'dark']))('requests have no accessibility problem, %s', async colorScheme => {
  const { page } = await openPage(browser(), await requestPage(), { width: 360, height: 740, colorScheme })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await accessibilityProblems(page)).toEqual([])
})
