import { expect, test } from '@jest/globals'
import {
  barAt,
  eachBar,
  edgesOf,
  neighbourOf,
  panRange,
  placeAt,
  wholeRanges,
  zoomRange,
  zoomTo
} from '../../../../src/page/flame/scene/geometry.js'
import { scenesOf } from '../../../../src/page/flame/scene/scenes.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

/** 0 to 10, 10 to 10.2, 10.2 to 10.4, 12 to 12.1, 20 to 30 */
const bars = {
  node: Int32Array.of(7, 8, 9, 10, 11),
  start: Float64Array.of(0, 10, 10.2, 12, 20),
  end: Float64Array.of(10, 10.2, 10.4, 12.1, 30)
}

test('bars are found by position, and gaps have none', () => {
  expect([-1, 0, 9.9, 10, 10.3, 11, 25, 30].map(at => barAt(bars, at))).toEqual([-1, 0, 0, 1, 2, -1, 4, -1])
})

test('bars too narrow to see are grouped, so that none disappears', () => {
  expect(visited({ from: 0, to: 30 }, 0.5)).toEqual([0, 'thin 1-2', 'thin 3-3', 4])
  expect(visited({ from: 0, to: 30 }, 5)).toEqual([0, 'thin 1-3', 4])
  expect(visited({ from: 0, to: 30 }, 100)).toEqual(['thin 0-4'])
  expect(visited({ from: 0, to: 30 }, 0.01)).toEqual([0, 1, 2, 3, 4])
})

test('bars outside the range are not visited', () => {
  expect(visited({ from: 10.1, to: 20 }, 0.01)).toEqual([1, 2, 3])
  expect(visited({ from: 10.1, to: 11 }, 0.5)).toEqual(['thin 1-2'])
})

/**
 * @param {{ from: number, to: number }} range
 * @param {number} thinnest
 */
function visited(range, thinnest) {
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

test('zooming keeps the position under the pointer, and the range stays inside the extent', () => {
  const closer = zoomRange({ from: 0, to: 100, clip: null }, 100, 0.5, 25)
  expect(closer).toMatchObject({ from: 12.5, to: 62.5 })
  expect(zoomRange(closer, 100, 4, 25)).toMatchObject({ from: 0, to: 100 })
  expect(panRange(closer, 100, 10)).toMatchObject({ from: 22.5, to: 72.5 })
  expect(panRange(closer, 100, 1000)).toMatchObject({ from: 50, to: 100 })
  expect(panRange(closer, 100, -1000)).toMatchObject({ from: 0, to: 50 })
})

const scenes = scenesOf(smallGraph())
const difference = scenes.sceneOf({ view: 'difference', candidate: 1, detail: 'all' })
const baseline = scenes.sceneOf({ view: 'baseline', candidate: 1, detail: 'all' })
const [main, work, lib, libWork] = [
  { row: 0, bar: 0 },
  { row: 1, bar: 0 },
  { row: 1, bar: 1 },
  { row: 2, bar: 1 }
]

test('arrow keys select the caller, the first callee and the next frame', () => {
  expect(neighbourOf(difference, libWork, 'up')).toEqual(lib)
  expect(neighbourOf(difference, lib, 'down')).toEqual(libWork)
  expect(neighbourOf(difference, lib, 'left')).toEqual(work)
  expect(neighbourOf(difference, work, 'left')).toBeNull()
  expect(neighbourOf(difference, main, 'up')).toBeNull()
  expect(neighbourOf(difference, libWork, 'down')).toBeNull()
})

test('a frame that is zoomed to fills the width, its callers stay above it, and all others are hidden', () => {
  const ranges = zoomTo(difference, wholeRanges(difference), lib)
  expect(edgesOf(difference, ranges, lib, 350)).toEqual({ left: 0, right: 350 })
  expect(edgesOf(difference, ranges, main, 350)).toEqual({ left: 0, right: 350 })
  expect(edgesOf(difference, ranges, libWork, 350)).toEqual({ left: 0, right: 50 })
  expect(edgesOf(difference, ranges, work, 350)).toBeNull()
  expect(placeAt(difference, ranges, { x: 349, row: 0 }, 350)).toEqual(main)
  expect(placeAt(difference, ranges, { x: 349, row: 2 }, 350)).toBeNull()
})

test('all views have one scale when zoomed in', () => {
  const ranges = zoomTo(baseline, wholeRanges(baseline), work)
  expect(edgesOf(baseline, ranges, work, 700)).toEqual({ left: 0, right: 200 }) // 20 of 70
  expect(placeAt(baseline, ranges, { x: 300, row: 1 }, 700)).toBeNull()
})
