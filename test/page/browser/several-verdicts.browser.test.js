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

test('on the screen of a laptop both verdicts and both cards are in view', async () => {
  const { page, problems } = await openPage(browser(), await togglePage(), laptop)
  const boxes = await page.$$eval('.openings li, .answer .waterfall', all =>
    all.map(each => {
      const { top, bottom } = each.getBoundingClientRect()
      return { top, bottom }
    })
  )
  expect(boxes).toHaveLength(4)
  for (const { top, bottom } of boxes) {
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThanOrEqual(laptop.height)
  }
  const heights = await page.$$eval('.openings li', all => all.map(each => each.getBoundingClientRect().height))
  for (const height of heights) expect(height).toBeLessThan(40)
  expect(problems).toEqual([])
})

test('a verdict leads to its card', async () => {
  const { page } = await openPage(browser(), await togglePage(), { ...laptop, width: 800 })
  await page.click('.openings li:nth-child(2) a')
  const [top = 0, heading = ''] = await page.$eval('.answer:target', each => [
    each.getBoundingClientRect().top,
    each.querySelector('h2')?.textContent ?? ''
  ])
  expect(top).toBeLessThan(laptop.height)
  expect(heading).toBe('gzip=on is slower than off')
})

test.each(/** @type {const} */ (['light', 'dark']))(
  'several verdicts have no accessibility problem, %s',
  async colorScheme => {
    const { page } = await openPage(browser(), await togglePage(), { width: 360, height: 740, colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await accessibilityProblems(page)).toEqual([])
  }
)
