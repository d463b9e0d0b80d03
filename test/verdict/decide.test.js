import { expect, test } from '@jest/globals'
import { verdictOn } from '../../src/verdict/decide.js'
import { checkSlices } from '../../src/verdict/slice-validity.js'
import { makeManifest, makeRounds } from '../helpers/make-run.js'

/** @import { SliceRecord } from '../../src/runs/types.js' */

const manifest = makeManifest()

/**
 * @param {SliceRecord[]} slices
 * @param {number | null} [roundMs]
 */
function decide(slices, roundMs = null) {
  return verdictOn('log=sync', 'log=off', manifest, checkSlices(slices, manifest.experiment), roundMs)
}

test('each round of a verdict has the values of both launches, and the change', () => {
  const { rounds } = decide(makeRounds({ rounds: 3, costRatio: 1.25, drift: round => 1 + round }))
  expect(rounds.map(({ round, baseline }) => [round, Math.round(baseline)])).toEqual([
    [0, 70],
    [1, 140],
    [2, 210]
  ])
  for (const { baseline, candidate, relative } of rounds) {
    expect(candidate / baseline).toBeCloseTo(1.25, 6)
    expect(relative).toBeCloseTo(0.25, 6)
  }
})

test('a round with a discarded launch is not a round of the verdict', () => {
  const slices = makeRounds({ rounds: 5, costRatio: 1 }).map((slice, index) => ({
    ...slice,
    errors: index === 0 ? 1 : 0
  }))
  expect(decide(slices).rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4])
})

test('with fewer than six rounds the verdict has the smallest possible p-value', () => {
  expect(decide(makeRounds({ rounds: 3, costRatio: 2 })).leastPValue).toBe(0.25)
  expect(decide(makeRounds({ rounds: 6, costRatio: 2 })).leastPValue).toBeNull()
})

test('an undecided verdict has the rounds that would decide it, and the time they take', () => {
  const slices = makeRounds({ rounds: 6, costRatio: 1 }).map(function scatter(slice) {
    const factor = slice.variant === 'log=off' ? 1 + (slice.round % 3) / 20 : 1
    const cpuMainThreadMicros = Number(slice.server.cpuMainThreadMicros) * factor
    return { ...slice, server: { ...slice.server, cpuMainThreadMicros } }
  })
  const { verdict, toSettle } = decide(slices, 1000)
  expect(verdict).toBe('cannot tell')
  expect(toSettle?.rounds).toBeGreaterThan(6)
  expect(toSettle?.moreMs).toBe(((toSettle?.rounds ?? 0) - 6) * 1000)
})
