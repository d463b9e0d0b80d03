import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { locatedBlames } from '../../src/blame/blame.js'
import { evidenceOf } from '../../src/blame/evidence.js'
import { fromSavedTrees, upgradeTrees } from '../../src/runs/call-trees.js'

/**
 * @import { Profiled } from '../../src/blame/evidence.js'
 * @import { LaunchTrees } from '../../src/profile/types.js'
 * @import { SliceRecord } from '../../src/runs/types.js'
 */

/**
 * Recorded launches of the planted servers. Every choice of four rounds is analysed as a run of its own, see
 * test/fixtures/make-bank.js. The bounds are those of 99% of binomial counts with the rate aimed at.
 *
 * @typedef {{ slices: SliceRecord[], trees: LaunchTrees[] }} BankRound
 */
const file = new URL('../fixtures/bank/planted.json.gz', import.meta.url)
/** @type {BankRound[]} */
const saved = JSON.parse(gunzipSync(readFileSync(file)).toString())
const bank = saved.map(({ slices, trees }) => ({
  slices,
  trees: trees.map(launch => fromSavedTrees(upgradeTrees(launch)))
}))
const runs = choices(bank, 4)

/** As measured by the servers themselves, on average. */
const PLANTED_MICROS = 21.7

test('a planted function of 20 µs is the first row in at least 99 of 100 runs', () => {
  const right = blames('burn-20').filter(({ rows }) => rows[0]?.owner?.name === 'burn')
  expect(right.length).toBeGreaterThanOrEqual(lowerBound(runs.length, 0.99))
})

test('its median error is below a third, the bias of samples on two cores (docs/blame.md)', () => {
  const errors = blames('burn-20')
    .flatMap(({ rows }) => rows.filter(row => row.owner?.name === 'burn'))
    .map(row => Math.abs(row.cost.difference / PLANTED_MICROS - 1))
    .sort((a, b) => a - b)
  expect(errors[errors.length >> 1]).toBeLessThan(1 / 3)
})

test('of two equal variants at most one run in twenty has a row of the app or a package', () => {
  const accused = blames('none again').filter(({ rows }) =>
    rows.some(row => row.group === 'app' || row.group === 'package')
  )
  expect(accused.length).toBeLessThanOrEqual(runs.length - lowerBound(runs.length, 0.95))
})

/** @param {string} candidate */
function blames(candidate) {
  return runs.flatMap(rounds => locatedBlames(candidate, 'none', evidenceOf(profiledIn(rounds), 'none', [candidate])))
}

/**
 * @param {BankRound[]} rounds
 * @returns {Profiled}
 */
function profiledIn(rounds) {
  return {
    trees: rounds.flatMap(({ trees }) => trees),
    slices: rounds.flatMap(({ slices }) => slices),
    isValid: () => true,
    load: { generator: 'autocannon', mode: 'closed', connections: 100 }
  }
}

/**
 * Returns the smallest count that a correct rate gives in 99 of 100 experiments, by the normal approximation.
 * @param {number} trials
 * @param {number} rate
 */
function lowerBound(trials, rate) {
  return Math.floor(trials * rate - 2.326 * Math.sqrt(trials * rate * (1 - rate)))
}

/**
 * @template T
 * @param {T[]} items
 * @param {number} size
 * @returns {T[][]} every choice of so many
 */
function choices(items, size) {
  if (size === 0) return [[]]
  return items.flatMap((item, index) => choices(items.slice(index + 1), size - 1).map(others => [item, ...others]))
}
