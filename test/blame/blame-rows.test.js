import { expect, test } from '@jest/globals'
import { findRows } from '../../src/blame/blame-rows.js'
import { costDifference, pairLaunches } from '../../src/blame/costs/cost-difference.js'
import { costMap } from '../../src/blame/costs/cost-map.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { makeLaunch } from '../helpers/make-trees.js'

/** @typedef {Record<string, number[]>} Waits milliseconds by stack, of the launch of each round */

const timer = 'app:answer > node:wait:timer'
const firstByte = 'app:answer > node:wait:first byte'
const queue = 'app:answer > node:wait:queue'
/** Never the same: their sum with a wait of a few milliseconds does not differ. */
const timers = { baseline: { [timer]: [483, 420, 455] }, candidate: { [timer]: [447, 396, 490] } }

test('a wait that is longer is found beside one of the same function that differs by more from launch to launch', () => {
  expect(rowsBeside({ [firstByte]: [3, 3, 3] }, { [firstByte]: [27, 28, 27] })).toEqual(['answer first byte 24'])
})

test('of two waits each needs a p of a quarter of 5%', () => {
  // The differences are 3, 4 and 5 ms: t = 6.93 with 2 degrees of freedom, p = 0.0202.
  expect(rowsBeside({ [firstByte]: [3, 3, 3] }, { [firstByte]: [6, 7, 8] })).toEqual([])
})

test('the only wait of a function is not tested twice', () => {
  const others = Object.fromEntries(['a', 'b', 'c'].map(name => [`app:${name} > node:wait:timer`, [50, 51, 53]]))
  const changed = Object.fromEntries(['a', 'b', 'c'].map(name => [`app:${name} > node:wait:timer`, [51, 50, 53]]))
  // Of four functions the smallest p must be 0.0125, and it is 0.0202.
  expect(rowsOf({ ...others, [firstByte]: [3, 3, 3] }, { ...changed, [firstByte]: [6, 7, 8] })).toEqual([])
})

test('what moved from one wait of a function to another one has no row', () => {
  expect(
    rowsBeside({ [firstByte]: [3, 3, 3], [queue]: [12, 12, 12] }, { [firstByte]: [12, 12.1, 11.9], [queue]: [3, 3, 3] })
  ).toEqual([])
})

test('equal servers have a row in few of 400 runs', () => {
  const random = seededRandom(29)
  const waits = () =>
    Object.fromEntries([timer, firstByte, queue].map(stack => [stack, [1, 2, 3].map(() => 100 * (1 + random() / 5))]))
  const named = Array.from({ length: 400 }, () => rowsOf(waits(), waits())).filter(rows => rows.length > 0)
  expect(named.length).toBeLessThan(0.08 * 400)
})

/** @param {Waits} baseline @param {Waits} candidate */
function rowsBeside(baseline, candidate) {
  return rowsOf({ ...timers.baseline, ...baseline }, { ...timers.candidate, ...candidate })
}

/** Returns owner, wait and milliseconds of each row. @param {Waits} baseline @param {Waits} candidate */
function rowsOf(baseline, candidate) {
  const launches = Object.entries({ baseline, candidate }).flatMap(([variant, waits]) =>
    [0, 1, 2].map(round => launchOf(variant, round, waits))
  )
  const pairing = pairLaunches(launches, 'baseline', 'candidate')
  const { rows } = findRows(costMap(launches), costs => costDifference(costs, pairing, null), 450, [])
  return rows.map(
    ({ owner, path, cost }) => `${owner.frame.name} ${path.at(-1)?.frame.name} ${Math.round(cost.difference)}`
  )
}

/** @param {string} variant @param {number} round @param {Waits} waits */
function launchOf(variant, round, waits) {
  const stacks = Object.fromEntries(Object.entries(waits).map(([stack, ms]) => [stack, ms[round] ?? 0]))
  const { tree } = makeLaunch({ variant, round, stacks, unit: 'latency' })
  const threads = tree.trees.map(own => ({ tree: own, costPerWeight: 1 }))
  const profiled = Object.values(stacks).reduce((sum, ms) => sum + ms, 0)
  return {
    launch: tree.launch,
    variant,
    round,
    threads,
    profiled,
    main: null,
    pool: null,
    helpers: null,
    workers: null,
    whole: null,
    sampledPerCpu: 1
  }
}
