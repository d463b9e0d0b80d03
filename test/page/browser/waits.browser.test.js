import { expect, test } from '@jest/globals'
import { waitingOf } from '../../../src/blame/card.js'
import { accessibilityProblems } from '../../helpers/accessibility.js'
import { openPage } from '../../helpers/browser.js'
import { makePage } from '../../helpers/make-page.js'
import { makeLatencyBlame, makeWaits } from '../../helpers/make-waits.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders } from '../../helpers/temporary-folder.js'

/** @import { Analysis } from '../../../src/types.js' */

const browser = oneBrowser()
removeTemporaryFolders()

/** @param {Analysis} analysis @returns {Analysis} */
function withWaits(analysis) {
  const { waits } = makeWaits()
  const blame = { ...makeLatencyBlame(), candidate: 'log=sync', baseline: 'log=off' }
  const waiting = waitingOf(blame) ?? undefined
  const cards = analysis.cards.map(card => ({ ...card, ...(waiting && { waiting }) }))
  return { ...analysis, waits, cards, blames: [...analysis.blames, blame] }
}

test.each([
  ['light', 1280, 'wide'],
  ['dark', 390, 'narrow']
])('an average request is drawn in %s on a screen of %i px', async (colorScheme, width, shape) => {
  const view = { width, colorScheme: /** @type {'light' | 'dark'} */ (colorScheme) }
  const { page, problems } = await openPage(browser(), await makePage({}, withWaits), view)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  const shown = await page.$$eval('#request svg.chart-svg', all =>
    all.filter(svg => getComputedStyle(svg).display !== 'none').map(svg => svg.classList[1])
  )
  expect(shown).toEqual([`chart-${shape}`, `chart-${shape}`])
  expect(await page.$$eval('#request tbody tr', rows => rows.length)).toBe(3)
  expect(await page.$$eval('.answer .price', prices => prices.map(({ textContent }) => textContent))).toContain(
    '+8.0 ms ± 0.1, timer'
  )
  expect(await accessibilityProblems(page)).toEqual([])
  expect(problems).toEqual([])
})
