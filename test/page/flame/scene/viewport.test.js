import { expect, test } from '@jest/globals'
import { layoutOf } from '../../../../src/page/flame/scene/viewport.js'

/** @import { FlameTree, Scene } from '../../../../src/page/flame/types.js' */

const bars = { node: Int32Array.of(0), start: Float64Array.of(0), end: Float64Array.of(1) }

/**
 * Two lanes, each of a heading and rows with bars.
 * @param {'cost' | 'time'} axis
 * @param {number} deep
 * @returns {Scene}
 */
function twoLanes(axis, deep) {
  const rows = [0, 1].flatMap(lane => [{ lane, bars: null }, ...Array.from({ length: deep }, () => ({ lane, bars }))])
  const [tree, zoomWidths] = [/** @type {FlameTree} */ ({}), null]
  const lanes = ['off', 'on'].map(heading => ({ heading, tree, rows: [], zoomWidths }))
  return { axis, lanes, rows, extent: 800 }
}

/** @param {number} to */
function from0(to) {
  return [0, 1].map(() => ({ from: 0, to, clip: null }))
}

test('rows of timelines are low enough for all lanes to fit, headings keep their height', () => {
  const { allPx, heightOf, topOf } = layoutOf(twoLanes('time', 44), from0(800), 630)
  expect([heightOf(0), heightOf(1), heightOf(45), heightOf(46)]).toEqual([36, 6, 36, 6]) // (630 - 2 * 36) / 88 = 6.34
  expect([topOf(1), topOf(45), topOf(46), allPx]).toEqual([36, 300, 336, 600])
})

test('rows that fit, rows of costs and rows that are zoomed in have the height of text', () => {
  expect(layoutOf(twoLanes('time', 5), from0(800), 630).allPx).toBe(14 * 18)
  expect(layoutOf(twoLanes('cost', 44), from0(800), 630).allPx).toBe(92 * 18)
  expect(layoutOf(twoLanes('time', 44), from0(101), 630).heightOf(1)).toBe(6)
  expect(layoutOf(twoLanes('time', 44), from0(99), 630).heightOf(1)).toBe(18)
})

test('rows are at least 4 px high', () => {
  expect(layoutOf(twoLanes('time', 500), from0(800), 630).heightOf(1)).toBe(4)
})

test('a row is found by its position, and none above or below all rows', () => {
  const { rowAt } = layoutOf(twoLanes('time', 44), from0(800), 630)
  expect([-1, 0, 35, 36, 41, 42, 299, 300, 335, 336, 599, 600].map(rowAt)).toEqual([
    -1, 0, 0, 1, 1, 2, 44, 45, 45, 46, 89, 90
  ])
})
