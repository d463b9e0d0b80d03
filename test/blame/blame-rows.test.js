import { expect, test } from '@jest/globals'
import { findRows } from '../../src/blame/blame-rows.js'
import { costDifference, pairLaunches } from '../../src/blame/costs/cost-difference.js'
import { costMap } from '../../src/blame/costs/cost-map.js'
import { makeLaunch } from '../helpers/make-trees.js'

const firstByte = 'app:answer > node:wait:first byte'
const timer = 'app:answer > node:wait:timer'

test('a wait that is longer is found beside one of the same function that differs by more from launch to launch', () => {
  expect(rowsOf({ [firstByte]: [27, 28, 27] })).toEqual([['answer', 'first byte', 24]])
})

test('waits that differ from launch to launch only have no row', () => {
  expect(rowsOf({ [firstByte]: [2, 4, 3] })).toEqual([])
})

/**
 * Returns the rows of three rounds in which each request waits 400 to 500 ms for a timer, and for something else too: 3 ms in the baseline.
 * @param {Record<string, number[]>} added milliseconds in the candidate by stack, of each round
 */
function rowsOf(added) {
  const timers = { baseline: [483, 420, 455], candidate: [447, 396, 490] }
  const launches = Object.entries(timers).flatMap(([variant, waits]) =>
    waits.map((ms, round) => launchOf(variant, round, ms))
  )
  const pairing = pairLaunches(launches, 'baseline', 'candidate')
  const { rows } = findRows(costMap(launches), costs => costDifference(costs, pairing, null), 450, [])
  return rows.map(({ owner, path, cost }) => [owner.frame.name, path.at(-1)?.frame.name, Math.round(cost.difference)])

  /** @param {string} variant @param {number} round @param {number} ms */
  function launchOf(variant, round, ms) {
    const more = Object.entries(added).map(([stack, waits]) => [stack, (variant === 'candidate' && waits[round]) || 3])
    const stacks = { [timer]: ms, ...Object.fromEntries(more) }
    const { tree } = makeLaunch({ variant, round, stacks, unit: 'latency' })
    const threads = tree.trees.map(own => ({ tree: own, costPerWeight: 1 }))
    const none = { pool: null, helpers: null, workers: null, whole: null, sampledPerCpu: 1 }
    return { launch: tree.launch, variant, round, threads, profiled: ms, ...none }
  }
}
