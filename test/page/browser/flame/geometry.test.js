import { expect, test } from '@jest/globals'
import { barAt, eachBar, firstBar, neighbourOf } from '../../../../src/page/browser/flame/bars.js'
import { edgesOf, placeAt, wholeRanges, zoomTo } from '../../../../src/page/browser/flame/geometry.js'
import { pictureOf } from '../../../../src/page/browser/flame/picture.js'
import { panRange, ticksIn, wholeRange, zoomRange } from '../../../../src/page/browser/flame/range.js'
import { smallGraph } from './small-graph.js'

/** 0 to 10, 10 to 10.2, 10.2 to 10.4, 12 to 12.1, 20 to 30 */
const bars = {
  node: Int32Array.of(7, 8, 9, 10, 11),
  start: Float64Array.of(0, 10, 10.2, 12, 20),
  end: Float64Array.of(10, 10.2, 10.4, 12.1, 30)
}

test('bars are found by where they are, and gaps have none', () => {
  expect([-1, 0, 9.9, 10, 11, 25, 30].map(at => firstBar(bars, at))).toEqual([0, 0, 0, 1, 3, 4, 5])
  expect([0, 10.3, 11, 25, 30].map(at => barAt(bars, at))).toEqual([0, 2, -1, 4, -1])
})

test('bars too thin to see go together, so that none disappears', () => {
  expect(seen({ from: 0, to: 30 }, 0.5)).toEqual([0, 'thin 1-2', 'thin 3-3', 4])
  expect(seen({ from: 0, to: 30 }, 5)).toEqual([0, 'thin 1-3', 4])
  expect(seen({ from: 0, to: 30 }, 100)).toEqual(['thin 0-4'])
  expect(seen({ from: 0, to: 30 }, 0.01)).toEqual([0, 1, 2, 3, 4])
})

test('bars outside of what is seen are not looked at', () => {
  expect(seen({ from: 10.1, to: 20 }, 0.01)).toEqual([1, 2, 3])
  expect(seen({ from: 10.1, to: 11 }, 0.5)).toEqual(['thin 1-2'])
})

/**
 * @param {{ from: number, to: number }} range
 * @param {number} thinnest
 */
function seen(range, thinnest) {
  /** @type {(number | string)[]} */
  const found = []
  eachBar(
    bars,
    range,
    thinnest,
    bar => found.push(bar),
    (first, last) => found.push(`thin ${first}-${last}`)
  )
  return found
}

test('zooming keeps the place under the pointer, and never leaves what there is', () => {
  const closer = zoomRange(wholeRange(100), 100, 0.5, 25)
  expect(closer).toMatchObject({ from: 12.5, to: 62.5 })
  expect(zoomRange(closer, 100, 4, 25)).toMatchObject({ from: 0, to: 100 })
  expect(panRange(closer, 100, 10)).toMatchObject({ from: 22.5, to: 72.5 })
  expect(panRange(closer, 100, 1000)).toMatchObject({ from: 50, to: 100 })
  expect(panRange(closer, 100, -1000)).toMatchObject({ from: 0, to: 50 })
})

test('a ruler has round figures', () => {
  expect(ticksIn({ from: 0, to: 100 }, 5)).toEqual([0, 20, 40, 60, 80, 100])
  expect(ticksIn({ from: 3, to: 9.5 }, 4)).toEqual([4, 6, 8])
})

const picture = pictureOf(smallGraph())
const difference = picture.sceneOf({ view: 'difference', candidate: 1, order: 'cost', aroundFrame: null })
const baseline = picture.sceneOf({ view: 'baseline', candidate: 1, order: 'cost', aroundFrame: null })
const [main, work, lib, libWork] = [
  { row: 1, bar: 0 },
  { row: 2, bar: 0 },
  { row: 2, bar: 1 },
  { row: 3, bar: 1 }
]

test('arrow keys go to the caller, to the first call and beside', () => {
  expect(neighbourOf(difference, libWork, 'up')).toEqual(lib)
  expect(neighbourOf(difference, lib, 'down')).toEqual(libWork)
  expect(neighbourOf(difference, lib, 'left')).toEqual(work)
  expect(neighbourOf(difference, work, 'left')).toBeNull()
  expect(neighbourOf(difference, main, 'up')).toBeNull()
  expect(neighbourOf(difference, libWork, 'down')).toBeNull()
})

test('a frame that is zoomed to fills the width, its callers stay above it, and nothing else is there', () => {
  const ranges = zoomTo(difference, wholeRanges(difference), lib)
  expect(edgesOf(difference, ranges, lib, 350)).toEqual({ left: 0, right: 350 })
  expect(edgesOf(difference, ranges, main, 350)).toEqual({ left: 0, right: 350 })
  expect(edgesOf(difference, ranges, libWork, 350)).toEqual({ left: 0, right: 50 })
  expect(edgesOf(difference, ranges, work, 350)).toBeNull()
  expect(placeAt(difference, ranges, { x: 349, row: 1 }, 350)).toEqual(main)
  expect(placeAt(difference, ranges, { x: 349, row: 3 }, 350)).toBeNull()
})

test('zoomed too, all views have one scale', () => {
  const ranges = zoomTo(baseline, wholeRanges(baseline), work)
  expect(edgesOf(baseline, ranges, work, 700)).toEqual({ left: 0, right: 200 }) // 20 of 70
  expect(placeAt(baseline, ranges, { x: 300, row: 2 }, 700)).toBeNull()
})
