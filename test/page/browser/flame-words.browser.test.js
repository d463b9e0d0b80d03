import { beforeEach, expect, jest, test } from '@jest/globals'
import { accessibilityProblems } from '../../helpers/accessibility.js'
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

test('the table lists each difference with its interval, and which are not significant', async () => {
  await page.evaluate(() => document.querySelector('.flame-table')?.closest('details')?.setAttribute('open', ''))
  await page.waitForSelector('.flame-table tbody tr')
  const cells = await page.$$eval('.flame-table tbody tr', rows =>
    rows.map(row => [row.cells[0]?.textContent, row.cells[6]?.textContent, row.cells[6]?.className])
  )
  // handle: 85 - 42.5125 ± 4.25; next: 60 - 30 ± 3.5; the collector, in two places: 7 - 7.0125 ± 1.01.
  expect(cells).toEqual([
    ['handle', '+42 µs ± 4', 'more'],
    ['next', '+30 µs ± 4', 'more'],
    ['(garbage collector)', '0.0 µs ± 1.0, not significant', 'noise']
  ])
})

test('a row of the blame leads to the frame with its figure', async () => {
  await followRow(page, 0)
  const row = 'Blame row: a next +30 µs ± 4, seen by one profiler.'
  expect(await textOf(page, '.flame-found')).toBe(row)
  expect(await textOf(page, '.flame-details p')).toBe(row)
  expect(await textOf(page, '.flame-details .flame-name')).toBe('a next')
  expect(await textOf(page, '.flame-details')).toContain('Difference: +30 µs ± 4, significant.')
})

test('a row whose cost no profile has leads to the function that queues the work, and says so', async () => {
  await followRow(page, 1)
  const row =
    'Blame row: other threads, queued by next +9 µs <b>. It is CPU of other threads, which is in no frame. The selected frame queues the work.'
  expect(await textOf(page, '.flame-found')).toBe(row)
  expect(await textOf(page, '.flame-details p')).toBe(row)
  expect(await textOf(page, '.flame-details .flame-name')).toBe('a next')
})

test('a search without a match clears the selection', async () => {
  await page.focus('.flame-canvas')
  await page.keyboard.press('ArrowDown')
  await page.waitForSelector('.flame-details .flame-name')
  await page.type('.flame-search input', 'no such thing')
  expect(await page.$('.flame-details .flame-name')).toBeNull()
  expect(await page.$eval('.flame-found', found => found.textContent)).toMatch(/^No match/)
})

test('the description of the canvas names its keys and its table', async () => {
  const help = await page.$eval('.flame-canvas', canvas => {
    return document.getElementById(canvas.getAttribute('aria-describedby') ?? '')?.textContent
  })
  expect(help).toMatch(/^Use the arrow keys .* table below has the same values/)
})

test('names of functions in the body of the table have no sort arrow', async () => {
  await page.evaluate(() => document.querySelector('.flame-table')?.closest('details')?.setAttribute('open', ''))
  await page.waitForSelector('.flame-table tbody button')
  const arrowOf = (/** @type {string} */ selector) =>
    page.$eval(selector, button => getComputedStyle(button, '::after').content)
  expect(await arrowOf('.flame-table tbody button')).toBe('none')
  expect(await arrowOf('.flame-table thead button')).not.toBe('none')
})

test('the largest difference is selected at first, and n, f and a work by key', async () => {
  expect(await textOf(page, '.flame-found')).toBe('Difference 1 of 2, the largest first')
  expect(await textOf(page, '.flame-details .flame-name')).toBe('handle')
  await page.focus('.flame-canvas')
  await page.keyboard.press('n')
  expect(await textOf(page, '.flame-found')).toBe('Difference 2 of 2, the largest first')
  expect(await textOf(page, '.flame-details .flame-name')).toBe('a next')
  const view = () => page.$eval('.flame-views :checked', input => /** @type {HTMLInputElement} */ (input).value)
  await page.keyboard.press('f')
  expect(await view()).toBe('baseline')
  await page.keyboard.press('f')
  expect(await view()).toBe('candidate')
  await page.keyboard.press('a')
  expect(await textOf(page, '.flame-details .flame-name')).toBe('next')
  await page.keyboard.press('a')
  expect(await textOf(page, '.flame-details .flame-name')).toBe('a next')
})

test('a frame that one variant does not have stays the selected one', async () => {
  const { owners } = makeFlame()
  const nodes = { ...owners.nodes, self: [[12.51, 0, 7], owners.nodes.self[1] ?? []] }
  const view = await openFlame(browser(), makeFlame({ owners: { ...owners, nodes } }))
  await followRow(view, 0)
  await view.keyboard.press('f')
  expect(await textOf(view, '.flame-details')).toBe(
    'a next has no cost in this view. It is selected again in a view that has it.'
  )
  await view.keyboard.press('f')
  expect(await textOf(view, '.flame-details .flame-name')).toBe('a next')
})

test('the first difference is in view on a laptop', async () => {
  await page.setViewport({ width: 1366, height: 650 })
  await page.evaluate(() => document.getElementById('flames')?.scrollIntoView())
  const bottoms = await page.$$eval('.flame-canvas, .flame-details', each =>
    each.map(box => box.getBoundingClientRect().bottom)
  )
  expect(Math.max(...bottoms)).toBeLessThan(650)
})

test.each(/** @type {const} */ (['light', 'dark']))('no state has an accessibility problem, %s', async colorScheme => {
  const view = await openFlame(browser(), makeFlame(), { width: 1366, height: 900, colorScheme })
  await view.focus('.flame-canvas')
  expect(await accessibilityProblems(view)).toEqual([])
  await view.keyboard.press('c')
  await view.waitForSelector('.flame-around .flame-table tbody tr')
  expect(await accessibilityProblems(view)).toEqual([])
  for (const key of /** @type {const} */ (['c', 'a', 'f', '+', '?'])) await view.keyboard.press(key)
  await view.waitForSelector('.flame-minimap', { visible: true }) // drawn with the next frame
  expect(await accessibilityProblems(view)).toEqual([])
})

/**
 * Follows a link of the blame table.
 * @param {Page} page
 * @param {number} row
 */
async function followRow(page, row) {
  await page.evaluate(row => {
    const link = document.querySelector('a[data-frames]')
    const frames = [{ name: 'next', file: 'node_modules/a/b.js', line: 1 }]
    const words = 'other threads, queued by next +9 µs <b>'
    link?.setAttribute('data-frames', JSON.stringify({ profiler: 'prof', candidate: 1, row, frames, words }))
    if (link instanceof HTMLElement) link.click()
  }, row)
  await page.waitForFunction(() => document.querySelector('.flame-found')?.textContent?.startsWith('Blame row'))
}

/** @param {Page} page @param {string} selector */
function textOf(page, selector) {
  return page.$eval(selector, each => each.textContent)
}
