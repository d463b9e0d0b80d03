import { beforeEach, expect, jest, test } from '@jest/globals'
import { accessibilityProblems } from '../../helpers/accessibility.js'
import { makeFlame } from '../../helpers/make-flame.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders } from '../../helpers/temporary-folder.js'
import { openFlame } from './flame-page.js'

/** @import { Page } from 'puppeteer-core' */

jest.setTimeout(15_000)
removeTemporaryFolders()

const PRICE = 'src/a.js:12 +30 µs ± 4'

const browser = oneBrowser()
/** @type {Page} */
let page
beforeEach(async () => {
  page = await openFlame(browser(), makeFlame())
})

test('the table lists each difference, those that are significant with their interval', async () => {
  await page.waitForSelector('.flame-table tbody tr')
  const cells = await page.$$eval('.flame-table tbody tr', rows =>
    rows.map(row => [row.cells[0]?.textContent, row.cells[2]?.textContent, row.cells[2]?.className])
  )
  // handle: 85 - 42.5125 ± 4.25; next: 60 - 30 ± 3.5; the collector, in two places: 7 - 7.0125 ± 1.01.
  expect(cells).toEqual([
    ['handle', '+42 µs ± 4', 'more'],
    ['next', '+30 µs ± 4', 'more'],
    ['(garbage collector)', '-0.01 µs', 'noise']
  ])
})

test('a price leads to the frame with its figure, which is joined with the row of the table and the source line', async () => {
  await followRow(page, 0)
  expect(await textOf(page, '.flame-status')).toBe(`${PRICE} · Blame row: a next +30 µs ± 4, seen by one profiler.`)
  expect(await textOf(page, '.flame-table .joined th')).toBe('next')
  expect(await page.$$eval('.answer .joined', all => all.length)).toBeGreaterThan(0)
  await page.hover('.flame-table tbody tr:first-child')
  expect(await textOf(page, '.flame-table .joined th')).toBe('handle')
  expect(await page.$$eval('.answer .joined', all => all.length)).toBe(0)
})

test('a source line that is pointed at is joined with its function, and with itself again when it is left', async () => {
  await page.click('.flame-table tbody tr:first-child button')
  expect(await textOf(page, '.flame-table .joined th')).toBe('handle')
  await page.hover('.line.priced')
  expect(await textOf(page, '.flame-table .joined th')).toBe('next')
  expect(await page.$eval('.line.priced', line => line.classList.contains('joined'))).toBe(true)
  await page.hover('h1')
  expect(await textOf(page, '.flame-table .joined th')).toBe('handle')
})

test('a row whose cost no frame has leads to the function that queues the work, and says so', async () => {
  await followRow(page, 1)
  expect(await textOf(page, '.flame-status')).toBe(
    `${PRICE} · Blame row: other threads, queued by next +9 µs <b>. It is CPU of other threads, which is in no frame. The selected frame queues the work.`
  )
})

test('a function of the table is shown in the graph', async () => {
  await page.click('.flame-table tbody tr:nth-child(2) button')
  expect(await textOf(page, '.flame-status')).toContain('a next')
  await page.click('.flame-table tbody tr:nth-child(3) button')
  expect(await page.$eval('.segment :checked[value=all]', input => input !== null)).toBe(true)
})

test('a search without a match clears the selection', async () => {
  await page.type('.flame-controls input[type=search]', 'no such thing')
  expect(await textOf(page, '.flame-status')).toMatch(/^No match/)
})

test('the description of the canvas names its keys and its table', async () => {
  const help = await page.$eval('.flame-canvas', canvas => {
    return document.getElementById(canvas.getAttribute('aria-describedby') ?? '')?.textContent
  })
  expect(help).toMatch(/^Use the arrow keys .* table beside it has the same values/)
})

test('the frame of the first price is selected at first, and n, f and a work by key', async () => {
  await page.focus('.flame-canvas')
  await page.keyboard.press('n')
  expect(await textOf(page, '.flame-status')).toMatch(/^Difference \d of 2, the largest first · /)
  const view = () =>
    page.$eval('.segment [name=flame-View]:checked', input => /** @type {HTMLInputElement} */ (input).value)
  await page.keyboard.press('f')
  expect(await view()).toBe('baseline')
  await page.keyboard.press('f')
  expect(await view()).toBe('candidate')
  await page.keyboard.press('a')
  expect(await page.$eval('.segment [value=all]', input => /** @type {HTMLInputElement} */ (input).checked)).toBe(true)
})

test('a frame that one variant does not have stays the selected one', async () => {
  const { owners } = makeFlame()
  const nodes = { ...owners.nodes, self: [[12.51, 0, 7], owners.nodes.self[1] ?? []] }
  const view = await openFlame(browser(), makeFlame({ owners: { ...owners, nodes } }))
  await followRow(view, 0)
  await view.keyboard.press('Home')
  await view.keyboard.press('f')
  expect(await textOf(view, '.flame-status')).toBe(
    'a next has no cost in this view. It is selected again in a view that has it.'
  )
  await view.keyboard.press('f')
  expect(await textOf(view, '.flame-status')).toContain('a next')
})

test('the profile is saved for speedscope, without a request', async () => {
  await page.evaluate(() => {
    URL.createObjectURL = blob => {
      Object.assign(window, { saved: /** @type {Blob} */ (blob).text() })
      return '#flames'
    }
  })
  await page.click('.flame-more summary')
  await page.click('::-p-text(Save profile)')
  expect(JSON.parse(String(await page.evaluate('saved')))).toMatchObject({ name: 'prof, CPU' })
})

test.each(/** @type {const} */ (['light', 'dark']))('no state has an accessibility problem, %s', async colorScheme => {
  const view = await openFlame(browser(), makeFlame(), { width: 1366, height: 900, colorScheme })
  await view.focus('.flame-canvas')
  expect(await accessibilityProblems(view)).toEqual([])
  for (const key of /** @type {const} */ (['a', 'f', '+', '?'])) await view.keyboard.press(key)
  expect(await accessibilityProblems(view)).toEqual([])
})

/**
 * Follows the first price to a row of the blame.
 * @param {Page} page
 * @param {number} row
 */
async function followRow(page, row) {
  await page.evaluate(
    (row, price) => {
      const link = document.querySelector('a[data-frames]')
      const frames = [{ name: 'next', file: 'node_modules/a/b.js', line: 1 }]
      const words = 'other threads, queued by next +9 µs <b>'
      link?.setAttribute(
        'data-frames',
        JSON.stringify({ profiler: 'prof', candidate: 1, rows: [row], price, frames, words })
      )
      if (link instanceof HTMLElement) link.click()
    },
    row,
    PRICE
  )
  await page.waitForFunction(
    words => document.querySelector('.flame-status')?.textContent?.includes(words),
    {},
    row === 0 ? 'Blame row: a next' : 'Blame row: other threads'
  )
}

/** @param {Page} page @param {string} selector */
function textOf(page, selector) {
  return page.$eval(selector, each => each.textContent)
}
