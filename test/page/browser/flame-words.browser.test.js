import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { openPage } from '../../helpers/browser.js'
import { makeFlame } from '../../helpers/make-flame.js'
import { makeHtmlWith } from '../../helpers/make-page.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { Page } from 'puppeteer-core' */

jest.setTimeout(15_000)
removeTemporaryFolders()

const browser = oneBrowser()
/** @type {string} */
let html
/** @type {Page} */
let page
beforeAll(async () => {
  html = await makeHtmlWith(makeFlame())
})
beforeEach(async () => {
  const file = path.join(temporaryFolder(), 'words.html')
  writeFileSync(file, html)
  ;({ page } = await openPage(browser(), file))
  await page.waitForSelector('.flame-legend li')
})

test('the table tells each difference with the noise of the function, and which are within it', async () => {
  await page.evaluate(() => document.querySelector('.flame-table')?.closest('details')?.setAttribute('open', ''))
  await page.waitForSelector('.flame-table tbody tr')
  const cells = await page.$$eval('.flame-table tbody tr', rows =>
    rows.map(row => [row.cells[0]?.textContent, row.cells[6]?.textContent, row.cells[6]?.className])
  )
  // handle: 85 - 42.5125 ± 4.25; next: 60 - 30 ± 3.5; the collector, in two places: 7 - 7.0125 ± 1.01.
  expect(cells).toEqual([
    ['handle', '+42.5 µs ± 4.25 µs', 'more'],
    ['next', '+30.0 µs ± 3.50 µs', 'more'],
    ['(garbage collector)', '-0.01 µs ± 1.01 µs, within the noise', 'noise']
  ])
})

test('a jump from the blame says what the blame says, and how the graph counts', async () => {
  await page.evaluate(() => {
    const link = document.querySelector('a[data-frames]')
    const frames = [{ name: 'next', file: 'node_modules/a/b.js', line: 1 }]
    const words = 'In the blame: +30 µs ±3.5 µs <b>'
    link?.setAttribute('data-frames', JSON.stringify({ profiler: 'prof', candidate: 1, frames, words }))
    if (link instanceof HTMLElement) link.click()
  })
  await page.waitForSelector('.flame-found:not(:empty)')
  expect(await page.$eval('.flame-found', found => found.textContent)).toBe(
    'In the blame: +30 µs ±3.5 µs <b>. Here a frame is told with all it calls; the blame counts what a function costs itself, wherever it is called. Escape goes back, one step at a time.'
  )
})

test('a search without a match leaves nothing selected', async () => {
  await page.focus('.flame-canvas')
  await page.keyboard.press('ArrowDown')
  await page.waitForSelector('.flame-details .flame-name')
  await page.type('.flame-search input', 'no such thing')
  expect(await page.$('.flame-details .flame-name')).toBeNull()
  expect(await page.$eval('.flame-found', found => found.textContent)).toMatch(/^No function/)
})

test('the canvas is described by its keys and its table', async () => {
  const help = await page.$eval('.flame-canvas', canvas => {
    return document.getElementById(canvas.getAttribute('aria-describedby') ?? '')?.textContent
  })
  expect(help).toMatch(/^Arrow keys .* table after the graph/)
})

test('names of functions in the body of the table have no arrow for sorting', async () => {
  await page.evaluate(() => document.querySelector('.flame-table')?.closest('details')?.setAttribute('open', ''))
  await page.waitForSelector('.flame-table tbody button')
  const arrowOf = (/** @type {string} */ selector) =>
    page.$eval(selector, button => getComputedStyle(button, '::after').content)
  expect(await arrowOf('.flame-table tbody button')).toBe('none')
  expect(await arrowOf('.flame-table thead button')).not.toBe('none')
})
