import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { cellProgress } from '../../../src/labs/skeleton/cell-progress.js'

/** @import { CellEvent } from '../../../src/labs/skeleton/measure-lab.js' */

const cells = Array.from({ length: 40 }, (_, index) => ({ variant: 'a', sizeBytes: index, repeat: 0 }))

let nowMs = 0

beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => nowMs))
afterEach(() => void jest.restoreAllMocks())

/** Starts the progress of 40 cells that are expected to take a second each. */
function started() {
  /** @type {CellEvent[]} */
  const events = []
  const estimateMs = (/** @type {unknown[]} */ { length }) => 1000 * length
  const notifyAfter = cellProgress({ cells, estimateMs, notify: event => void events.push(event) })
  return { notifyAfter, events }
}

test('the first estimate is that of the plan; each event has the cell that comes next', () => {
  const { notifyAfter, events } = started()
  notifyAfter(0)
  expect(events).toEqual([{ type: 'cell', done: 0, of: 40, next: cells[0], leftMs: 40_000 }])
})

test('an estimate is corrected by how long the cells so far took, once a twentieth is done', () => {
  const { notifyAfter, events } = started()
  nowMs += 6000
  notifyAfter(2)
  nowMs += 3000
  notifyAfter(3)
  nowMs += 51_000
  notifyAfter(20)
  // Two of 40 are not more than a twentieth. Then each took 3 s, and 37 and 20 are left.
  expect(events.map(({ leftMs }) => leftMs)).toEqual([38_000, 37 * 3000, 20 * 3000])
})

test('after the last cell there is no next one, and nothing is left', () => {
  const { notifyAfter, events } = started()
  nowMs += 10_000
  notifyAfter(40)
  expect(events).toEqual([{ type: 'cell', done: 40, of: 40, next: null, leftMs: 0 }])
})
