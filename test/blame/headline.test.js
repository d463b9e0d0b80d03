import { expect, test } from '@jest/globals'
import { headlineOf } from '../../src/blame/places.js'
import { blameRowOf, costOf } from '../helpers/costs.js'

/** @import { BlameRow, EvidenceCode } from '../../src/blame/types.js' */

test('the headline is the three largest functions that go with the difference and that both profilers show or that are measured directly', () => {
  const rows = [
    rowOf(50, 'one-profiler'),
    rowOf(12, 'confirmed'),
    rowOf(-20, 'confirmed'),
    rowOf(30, 'measured-directly'),
    rowOf(14, 'confirmed')
  ]
  expect(headlineOf({ rows, total: costOf(100), unprofiledTotal: null }, 'slower')).toEqual([3, 4, 1])
})

test('a function with less than a tenth of the larger total difference is not in the headline', () => {
  const rows = [rowOf(30, 'confirmed'), rowOf(9, 'confirmed'), rowOf(5, 'confirmed')]
  expect(headlineOf({ rows, total: costOf(60), unprofiledTotal: null }, 'slower')).toEqual([0, 1])
  expect(headlineOf({ rows, total: costOf(60), unprofiledTotal: costOf(100) }, 'slower')).toEqual([0])
  expect(headlineOf({ rows, total: costOf(100), unprofiledTotal: costOf(60) }, 'slower')).toEqual([0])
})

test('the headline explains the verdict, also where the total of all threads has the other sign', () => {
  const blame = { rows: [rowOf(-50, 'measured-directly'), rowOf(30, 'confirmed')], unprofiledTotal: costOf(-22) }
  expect(headlineOf({ ...blame, total: costOf(-20) }, 'slower')).toEqual([1])
  expect(headlineOf({ ...blame, total: costOf(-20) }, 'faster')).toEqual([0])
})

test('there is no headline without a difference', () => {
  const blame = { rows: [rowOf(30, 'confirmed')], total: costOf(30), unprofiledTotal: null }
  expect(headlineOf(blame, 'cannot tell')).toEqual([])
  expect(headlineOf(blame, 'no difference')).toEqual([])
})

test('a function is named with all its rows of that sign, and is as large as they are together', () => {
  const rows = [
    rowOf(25, 'confirmed'),
    rowOf(12, 'confirmed', 'parse'),
    rowOf(10, 'confirmed', 'parse'),
    rowOf(6, 'one-profiler', 'parse'),
    rowOf(-4, 'confirmed', 'parse'),
    rowOf(30, 'one-profiler', 'load'),
    rowOf(9, 'confirmed', 'load')
  ]
  const blame = { rows, total: costOf(100), unprofiledTotal: null }
  expect(headlineOf(blame, 'slower')).toEqual([0, 1, 2, 3])
  expect(headlineOf({ ...blame, total: costOf(60) }, 'slower')).toEqual([5, 0, 1, 2, 6, 3])
})

test('of the rows that may be named each function must be evident by itself', () => {
  const rows = [rowOf(40, 'measured-directly', 'zip'), rowOf(20, 'confirmed'), rowOf(3, 'one-profiler', 'zip')]
  const blame = { rows, total: costOf(60), unprofiledTotal: null }
  expect(headlineOf(blame, 'slower')).toEqual([0, 1, 2])
  expect(headlineOf(blame, 'slower', false, [1, 2])).toEqual([1])
})

/** @type {(difference: number, evidence: EvidenceCode, name?: string) => BlameRow} of a function of its own, unless it has a name */
function rowOf(difference, evidence, name = `function of ${difference}`) {
  return blameRowOf({ cost: costOf(difference), evidence, owner: { name, file: `/srv/app/${name}.js`, line: 1 } })
}
