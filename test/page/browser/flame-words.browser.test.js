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

test('a link from the blame table highlights the function, and states how the two figures differ', async () => {
  await page.evaluate(() => {
    const link = document.querySelector('a[data-frames]')
    const frames = [{ name: 'next', file: 'node_modules/a/b.js', line: 1 }]
    const words = 'In the blame: +30 µs ± 4 <b>'
    link?.setAttribute('data-frames', JSON.stringify({ profiler: 'prof', candidate: 1, frames, words }))
    if (link instanceof HTMLElement) link.click()
  })
  await page.waitForSelector('.flame-found:not(:empty)')
  expect(await page.$eval('.flame-found', found => found.textContent)).toBe(
    'In the blame: +30 µs ± 4 <b>. The graph shows the total cost of a frame. The blame table shows the self cost of a function over all call sites, including the Node.js code that it calls. Press Escape to go back.'
  )
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
