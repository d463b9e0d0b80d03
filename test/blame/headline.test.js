import { expect, test } from '@jest/globals'
import { headlineOf } from '../../src/blame/places.js'
import { blameRowOf, costOf } from '../helpers/costs.js'

/** @import { BlameRow, EvidenceCode } from '../../src/blame/types.js' */

test('the headline is the three largest rows that go with the difference and that both profilers show or that are measured directly', () => {
  const rows = [
    rowOf(50, 'one-profiler'),
    rowOf(12, 'confirmed'),
    rowOf(-20, 'confirmed'),
    rowOf(30, 'measured-directly'),
    rowOf(14, 'confirmed')
  ]
  expect(headlineOf({ rows, total: costOf(100), unprofiledTotal: null }, 'slower')).toEqual([3, 4, 1])
})

test('a row with less than a tenth of the larger total difference is not in the headline', () => {
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

/** @type {(difference: number, evidence: EvidenceCode) => BlameRow} */
function rowOf(difference, evidence) {
  return blameRowOf({ cost: costOf(difference), evidence })
}
