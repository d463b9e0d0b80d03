import { expect, test } from '@jest/globals'
import { accessibilityProblems } from '../../helpers/accessibility.js'
import { openPage } from '../../helpers/browser.js'
import { makePage } from '../../helpers/make-page.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders } from '../../helpers/temporary-folder.js'

/** @import { Page } from 'puppeteer-core' */

const browser = oneBrowser()
removeTemporaryFolders()

test('the first screen has the CPU of a request and where it goes, and nothing of a verdict', async () => {
  const { page, problems } = await open({})
  expect(await textOf(page, 'h1')).toMatch(/^log=sync: \d+ µs ± [\d.]+ of CPU per request over 8 launches/)
  // 1,300 samples of 130 µs, of which `handle` has 500 with its system call.
  expect(await textOf(page, '.line')).toMatch(/^50 µs ± \d+ handle 34\.5%$/)
  expect(await textOf(page, '.code-file')).toMatch(/^server\.js:16 Where the CPU of a request goes$/)
  expect(await page.evaluate(() => document.querySelector('main')?.innerText)).not.toMatch(
    /verdict|baseline|candidate/i
  )
  expect(problems).toEqual([])
})

test.each([
  ['light', 1280],
  ['dark', 390]
])('it is accessible in %s, and as wide as a screen of %i px', async (colorScheme, width) => {
  const { page } = await open({ width, colorScheme: /** @type {'light' | 'dark'} */ (colorScheme) })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a function leads to its frame in a flame graph of one variant', async () => {
  const { page, problems } = await open({})
  await page.click('.line a')
  await page.waitForFunction(() => document.querySelector('.flame-status')?.textContent?.includes('50 µs'))
  expect(await textOf(page, '.flame-controls')).not.toMatch(/difference|candidate/i)
  expect(await page.$eval('.flame', flame => flame.textContent)).not.toMatch(/Difference|significan/)
  expect(problems).toEqual([])
})

/** @param {Parameters<typeof openPage>[2]} viewport */
async function open(viewport) {
  return openPage(browser(), await makePage({ isProfile: true }), viewport)
}

/** @param {Page} page @param {string} selector */
function textOf(page, selector) {
  return page.$eval(selector, each =>
    /** @type {HTMLElement} */ (each).innerText
      .replace(/\s+/g, ' ')
      .trim()
  )
}
