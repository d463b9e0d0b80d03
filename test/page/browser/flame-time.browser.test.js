import { expect, jest, test } from '@jest/globals'
import { makeFlame } from '../../helpers/make-flame.js'
import { oneBrowser } from '../../helpers/one-browser.js'
import { removeTemporaryFolders } from '../../helpers/temporary-folder.js'
import { openFlame } from './flame-page.js'

/** @import { FlameGraph } from '../../../src/flame/types.js' */
/** @import { Page } from 'puppeteer-core' */

jest.setTimeout(15_000)
removeTemporaryFolders()

const DEEP = 22
const HEADING_PX = 36

const browser = oneBrowser()

test.each([
  [1180, 900],
  [360, 740]
])('at %d x %d both variants are visible with all their rows', async (width, height) => {
  const page = await openTimeline({ width, height })
  const [scrollHeight, clientHeight] = await page.$eval('.flame-box', box => [box.scrollHeight, box.clientHeight])
  expect(scrollHeight).toBe(clientHeight)
  expect(clientHeight).toBeLessThanOrEqual(300)
  expect(await barsDown(page, 0.25)).toBe(2 * DEEP)
})

test('zoomed in, rows have text and the clicked frame stays under the pointer', async () => {
  const page = await openTimeline()
  const heightPx = await page.$eval('.flame-box', box => box.clientHeight)
  const rowPx = (heightPx / 2 - HEADING_PX) / DEEP
  const [x, y] = await pointOn(page, 0.625, heightPx / 2 + HEADING_PX + 15.5 * rowPx)
  await page.mouse.click(x, y)
  expect(await statusIn(page)).toMatch(/^f15: /)
  expect(await barsDown(page, 0.9)).toBeLessThan(DEEP)
  await page.mouse.move(x + 1, y)
  expect(await nameIn(page, '.flame-tooltip:not([hidden])')).toBe('f15')
  await page.focus('.flame-canvas')
  await page.keyboard.press('Home')
  expect(await barsDown(page, 0.25)).toBe(2 * DEEP)
})

test('the hint names one launch, and the status says when the selected frame ran', async () => {
  const page = await openTimeline()
  expect(await page.$eval('.flame-hint', hint => hint.textContent)).toMatch(/^One launch per variant under load/)
  await page.focus('.flame-canvas')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  expect(await statusIn(page)).toMatch(/^f0: /)
  expect(await statusIn(page)).toContain('This frame: starts at 600 µs, lasts 50.0 µs. All launches, per request:')
})

test('arrow keys move from the last row of a lane into the next lane', async () => {
  const page = await openTimeline()
  await page.focus('.flame-canvas')
  for (let row = 0; row < DEEP; row++) await page.keyboard.press('ArrowDown')
  expect(await statusIn(page)).toMatch(new RegExp(`^f${DEEP - 1}: `))
  await page.keyboard.press('ArrowDown')
  expect(await statusIn(page)).toMatch(/^f0: /)
})

test('a drag pans both lanes together and not beyond the end, and selects nothing', async () => {
  const page = await openTimeline()
  await page.focus('.flame-canvas')
  await page.keyboard.press('+')
  expect(await firstEnds(page)).toEqual([0.5, 0.5]) // 250 to 750 µs are visible
  await drag(page, -0.25)
  expect(await firstEnds(page)).toEqual([0.25, 0.25])
  await drag(page, 0.5)
  await drag(page, 0.5)
  expect(await firstEnds(page)).toEqual([1, 1])
  expect(await statusIn(page)).toMatch(/^Click a frame/)
})

test('the printed graph is light, even if the page is dark', async () => {
  const page = await openTimeline({ colorScheme: 'dark' })
  const printed = page.evaluate(
    () =>
      new Promise(resolve => {
        // The canvas still has what was printed.
        addEventListener('afterprint', () => {
          const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.flame-canvas'))
          const lastPixel = canvas.getContext('2d')?.getImageData(canvas.width - 1, canvas.height - 1, 1, 1)
          resolve([...(lastPixel?.data ?? [])])
        })
      })
  )
  await page.pdf()
  expect(await printed).toEqual([255, 255, 255, 255])
})

/**
 * The stack f0 > f1 > ... is on the processor from 0 to 500 µs and from 600 to 650 µs, of 1000 µs, in both variants.
 * @returns {FlameGraph}
 */
function deepGraph() {
  const rows = Array.from({ length: DEEP }, (_, row) => row)
  const self = rows.map(row => (row === DEEP - 1 ? 10 : 0))
  const place = /** @type {const} */ ({ file: 'a.js', line: 1, column: 1, group: 'app', packageName: null })
  return makeFlame({
    frames: rows.map(row => ({ name: `f${row}`, ...place })),
    nodes: {
      parent: rows.map(row => row - 1),
      frame: rows,
      self: [self, self],
      noise: [null]
    },
    owners: { frames: [], nodes: { parent: [], self: [[], []], noise: [null] }, blamed: [[]] },
    functionNoise: [null],
    timelines: ['off', 'on'].map(variant => ({
      variant,
      launch: `01-${variant}-cdp`,
      durationMicros: 1000,
      nodes: [DEEP - 1, -1, DEEP - 1, -1],
      startsMicros: [0, 500, 600, 650]
    }))
  })
}

/** @param {{ width?: number, height?: number, colorScheme?: 'light' | 'dark' }} [view] */
async function openTimeline(view = { width: 1180, height: 900 }) {
  const page = await openFlame(browser(), deepGraph(), view)
  await page.click('.segment label:has([value=time])')
  await page.$eval('.flame-viewport', viewport => viewport.scrollIntoView({ block: 'center' }))
  return page
}

/**
 * @param {Page} page
 * @param {number} share of the width of the graph
 * @param {number} y from its top
 * @returns {Promise<[number, number]>} in the window
 */
function pointOn(page, share, y) {
  return page.$eval(
    '.flame-canvas',
    function find(canvas, share, y) {
      const { left, top, width } = canvas.getBoundingClientRect()
      return /** @type {[number, number]} */ ([left + share * width, top + y])
    },
    share,
    y
  )
}

/**
 * @param {Page} page
 * @param {number} share of the width, to the right
 */
async function drag(page, share) {
  const [x, y] = await pointOn(page, 0.4, 100)
  const [to] = await pointOn(page, 0.4 + share, 100)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(to, y, { steps: 3 })
  await page.mouse.up()
}

/** @param {Page} page */
function statusIn(page) {
  return page.$eval('.flame-status', status => status.textContent)
}

/**
 * @param {Page} page
 * @param {string} box
 */
async function nameIn(page, box) {
  const name = await page.waitForSelector(`${box} .flame-name`)
  return name?.evaluate(each => each.textContent)
}

/**
 * How many bars lie above each other.
 * @param {Page} page
 * @param {number} share of the width where
 */
async function barsDown(page, share) {
  const { width, height } = await sizeOf(page)
  return (await runsOfColour(page, { x: Math.round(share * width), y: 0, width: 1, height })).length
}

/**
 * Where the first bar of each lane ends, as a share of the width to a hundredth.
 * @param {Page} page
 */
async function firstEnds(page) {
  const { width, height } = await sizeOf(page)
  const tops = [0, height / 2].map(top => top + HEADING_PX + 2)
  const lanes = await Promise.all(tops.map(y => runsOfColour(page, { x: 0, y, width, height: 1 })))
  return lanes.map(([end = 0]) => Math.round((100 * end) / width) / 100)
}

/** @param {Page} page */
function sizeOf(page) {
  return page.$eval('.flame-canvas', element => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (element)
    return { width, height }
  })
}

/**
 * Where bars end in a line of pixels; headings, gaps and text are grey.
 * @param {Page} page
 * @param {{ x: number, y: number, width: number, height: number }} line
 * @returns {Promise<number[]>}
 */
async function runsOfColour(page, line) {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return page.$eval(
    '.flame-canvas',
    function read(element, { x, y, width, height }) {
      const context = /** @type {HTMLCanvasElement} */ (element).getContext('2d')
      const { data = [] } = context?.getImageData(x, y, width, height) ?? {}
      const isColoured = Array.from({ length: width * height + 1 }, (_, at) => {
        return Math.abs((data[4 * at] ?? 0) - (data[4 * at + 2] ?? 0)) > 80
      })
      return isColoured.flatMap((each, at) => (!each && isColoured[at - 1] ? [at] : []))
    },
    line
  )
}
