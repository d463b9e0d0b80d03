import { expect, test } from '@jest/globals'
import { layoutOf } from '../../../../src/page/browser/flame/layout.js'

/** @import { FlameTree, Scene } from '../../../../src/page/browser/flame/types.js' */

const bars = { node: Int32Array.of(0), start: Float64Array.of(0), end: Float64Array.of(1) }

/**
 * Two lanes, each of a heading and rows with bars.
 * @param {'cost' | 'time'} axis
 * @param {number} deep
 * @returns {Scene}
 */
function twoLanes(axis, deep) {
  const rows = [0, 1].flatMap(lane => [{ lane, bars: null }, ...Array.from({ length: deep }, () => ({ lane, bars }))])
  const [tree, scale] = [/** @type {FlameTree} */ ({}), null]
  const lanes = ['off', 'on'].map(heading => ({ heading, tree, isInverted: false, rows: [], scale }))
  return { axis, lanes, rows, extent: 800 }
}

/** @param {number} to */
function from0(to) {
  return [0, 1].map(() => ({ from: 0, to, clip: null }))
}

test('rows of time are as low as it takes for all to have room, headings are not', () => {
  const { allPx, heightOf, topOf } = layoutOf(twoLanes('time', 44), from0(800), 630)
  expect([heightOf(0), heightOf(1), heightOf(45), heightOf(46)]).toEqual([36, 6, 36, 6]) // (630 - 2 * 36) / 88 = 6.34
  expect([topOf(1), topOf(45), topOf(46), allPx]).toEqual([36, 300, 336, 600])
})

test('rows that have room, those of costs and those one looks at closely have the height of text', () => {
  expect(layoutOf(twoLanes('time', 5), from0(800), 630).allPx).toBe(14 * 18)
  expect(layoutOf(twoLanes('cost', 44), from0(800), 630).allPx).toBe(92 * 18)
  expect(layoutOf(twoLanes('time', 44), from0(101), 630).heightOf(1)).toBe(6)
  expect(layoutOf(twoLanes('time', 44), from0(99), 630).heightOf(1)).toBe(18)
})

test('however many rows there are, each can be seen', () => {
  expect(layoutOf(twoLanes('time', 500), from0(800), 630).heightOf(1)).toBe(4)
})

test('a row is found by where it is, and nothing above or below them all', () => {
  const { rowAt } = layoutOf(twoLanes('time', 44), from0(800), 630)
  expect([-1, 0, 35, 36, 41, 42, 299, 300, 335, 336, 599, 600].map(rowAt)).toEqual([
    -1, 0, 0, 1, 1, 2, 44, 45, 45, 46, 89, 90
  ])
})

test('the heading of the lane in view stays on top, until the next one pushes it out', () => {
  const { stuckAt } = layoutOf(twoLanes('time', 44), from0(800), 630)
  expect(stuckAt(0)).toEqual({ row: 0, topPx: 0 })
  expect(stuckAt(264)).toEqual({ row: 0, topPx: 0 })
  expect(stuckAt(290)).toEqual({ row: 0, topPx: -26 })
  expect(stuckAt(300)).toEqual({ row: 45, topPx: 0 })
  expect(stuckAt(500)).toEqual({ row: 45, topPx: 0 })
})
