import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { renderPage } from '../../../src/page/render-page.js'
import { accessibilityProblems } from '../../helpers/accessibility.js'
import { openPage } from '../../helpers/browser.js'
import { makeToggleRun } from '../../helpers/make-toggle-run.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

jest.setTimeout(30_000)
removeTemporaryFolders()

const browser = oneBrowser()
const laptop = { width: 1366, height: 650 }

/** Writes the page of a run with two toggles. */
async function togglePage() {
  const run = makeToggleRun()
  const file = path.join(temporaryFolder(), 'report.html')
  writeFileSync(file, await renderPage({ run, analysis: analyse(run).analysis, graphs: [], tickTexts: [] }))
  return file
}

test('on the screen of a laptop both verdicts are a row each, and the first answer is in view', async () => {
  const { page, problems } = await openPage(browser(), await togglePage(), laptop)
  const boxes = await page.$$eval('.openings li, .answer:not([hidden]) .stack', all =>
    all.map(each => {
      const { top, bottom, height } = each.getBoundingClientRect()
      return { top, bottom, height }
    })
  )
  expect(boxes).toHaveLength(3)
  for (const { top, bottom, height } of boxes) {
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThanOrEqual(laptop.height)
    expect(height).toBeLessThan(40)
  }
  expect(problems).toEqual([])
})

test('a verdict shows its answer in place of the other one', async () => {
  const { page } = await openPage(browser(), await togglePage(), laptop)
  const shown = () => page.$$eval('.answer', all => all.map(answer => answer.checkVisibility()))
  expect(await shown()).toEqual([true, false])
  await page.focus('.openings li:nth-child(2) a')
  await page.keyboard.press('Enter')
  expect(await shown()).toEqual([false, true])
  expect(await page.$eval('.openings [aria-current=true]', each => each.textContent)).toMatch(
    /^gzip=on is slower than off: /
  )
})

test.each(/** @type {const} */ (['light', 'dark']))(
  'several verdicts have no accessibility problem, %s',
  async colorScheme => {
    const { page } = await openPage(browser(), await togglePage(), { width: 360, height: 740, colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await accessibilityProblems(page)).toEqual([])
  }
)
