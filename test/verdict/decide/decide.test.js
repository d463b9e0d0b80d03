import { expect, test } from '@jest/globals'
import { verdictsOn } from '../../../src/verdict/decide/decide.js'
import { checkSlices } from '../../../src/verdict/slices/slice-validity.js'
import { makeManifest, makeRounds, makeSlice } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const manifest = makeManifest()

/**
 * @param {SliceRecord[]} slices
 * @param {number | null} [roundMs]
 */
function decide(slices, roundMs = null) {
  const checked = checkSlices(slices, manifest.experiment)
  return verdictsOn(manifest, checked, roundMs)[0] ?? fail()
}

/** @returns {never} */
function fail() {
  throw new Error('no verdict')
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

test('five rounds of twice the CPU are undecided, six would decide', () => {
  const { verdict, lean, toSettle } = decide(makeRounds({ rounds: 5, costRatio: 2 }), 1000)
  expect({ verdict, lean, toSettle }).toEqual({
    verdict: 'cannot tell',
    lean: 'slower',
    toSettle: { rounds: 6, moreMs: 1000 }
  })
  expect(decide(makeRounds({ rounds: 6, costRatio: 2 }), 1000)).toMatchObject({ verdict: 'slower', toSettle: null })
})

test('an undecided verdict has the rounds that would decide it, and the time they take', () => {
  const slices = makeRounds({ rounds: 6, costRatio: 1 }).map(slice => scatter(slice, 0.05))
  const { verdict, toSettle } = decide(slices, 1000)
  expect(verdict).toBe('cannot tell')
  expect(toSettle?.rounds).toBeGreaterThan(6)
  expect(toSettle?.moreMs).toBe(((toSettle?.rounds ?? 0) - 6) * 1000)
})

test('of two candidates each has an interval of 97.5 % and a p-value corrected for two', () => {
  const [off, sync] = manifest.experiment.variants
  const variants = /** @type {typeof manifest.experiment.variants} */ ([off, sync, { ...sync, name: 'again' }])
  const two = { ...manifest, experiment: { ...manifest.experiment, variants } }
  const slices = makeRounds({ rounds: 8, costRatio: 1.2 }).map(slice => scatter(slice, 0.01))
  const again = slices
    .filter(({ variant }) => variant === 'log=sync')
    .map(slice => ({ ...slice, variant: 'again', launch: `${slice.launch} again` }))
  const [one] = verdictsOn(manifest, checkSlices(slices, manifest.experiment), null)
  const both = verdictsOn(two, checkSlices([...slices, ...again], two.experiment), null)
  expect(one?.change?.confidence).toBe(0.95)
  for (const { change } of both) {
    expect(change).toMatchObject({ confidence: 0.975, relative: one?.change?.relative })
    expect(Number(change?.pValue) / Number(one?.change?.pValue)).toBeCloseTo(2, 6)
    expect(change?.low).toBeLessThan(one?.change?.low ?? 0)
    expect(change?.bound.low).toBeCloseTo(one?.change?.low ?? 0, 12)
  }
})

/**
 * @param {SliceRecord} slice
 * @param {number} size by which the cost of the baseline changes from round to round
 */
function scatter(slice, size) {
  const factor = slice.variant === 'log=off' ? 1 + (slice.round % 3) * size : 1
  const cpuMainThreadMicros = Number(slice.server.cpuMainThreadMicros) * factor
  return { ...slice, server: { ...slice.server, cpuMainThreadMicros } }
}

test('a verdict has the kind of slices that it is by', () => {
  const separate = makeRounds({ rounds: 4, costRatio: 1.1 })
  const shared = makeRounds({ rounds: 4, costRatio: 1.2 }).map(slice => ({ ...slice, beside: ['the other'] }))
  expect(decide(separate).slices).toBe('separate')
  const verdict = decide([...separate, ...shared])
  expect(verdict.slices).toBe('shared-core')
  expect(verdict.change?.relative).toBeCloseTo(0.2, 9)
  expect(verdict.size?.relative).toEqual(verdict.change)
})

test('the p-value is that of the test that decides, and cannot tell has none', () => {
  const alike = decide(makeRounds({ rounds: 8, costRatio: 1.001 }).map(slice => scatter(slice, 0.005)))
  expect(alike.verdict).toBe('no difference')
  expect(alike.pValue).toBeLessThan(0.05)
  expect(alike.change?.pValue).toBeGreaterThan(0.05)
  const slower = decide(makeRounds({ rounds: 8, costRatio: 1.03 }).map(slice => scatter(slice, 0.005)))
  expect(slower.verdict).toBe('slower')
  expect(slower.pValue).toBeLessThan(0.05)
  expect(Number(slower.pValue)).toBeGreaterThan(Number(slower.change?.pValue))
  const open = decide(makeRounds({ rounds: 8, costRatio: 1.04 }).map(slice => scatter(slice, 0.02)))
  expect(open).toMatchObject({ verdict: 'cannot tell', pValue: null })
})

test.each([
  ['latencyP50', { costRatio: 1, slowerPacedMicros: 3000 }],
  ['requestsPerSecond', { costRatio: 1, slowerPacedMicros: 0 }],
  ['requestsPerSecond', { costRatio: 1.5, slowerPacedMicros: 3000 }]
])('beside a verdict on CPU stands %s where %j: latency where only that is decided', (metric, truth) => {
  expect(decideAlsoPaced(makeRounds({ rounds: 8, costRatio: truth.costRatio }), truth)?.secondary?.metric).toBe(metric)
})

test('requests/s that are withheld have their reason, also where latency stands beside the verdict', () => {
  const busy = makeRounds({ rounds: 8, costRatio: 1 }).map(slice => ({
    ...slice,
    generatorProcess: { ...slice.generatorProcess, cpuUserMicros: 900_000 }
  }))
  expect(decideAlsoPaced(busy, { slowerPacedMicros: 3000 })).toMatchObject({
    secondary: { metric: 'latencyP50' },
    withheld: { code: 'generator-busy' }
  })
})

/** @param {SliceRecord[]} slices @param {{ slowerPacedMicros: number }} truth of the candidate under a paced load */
function decideAlsoPaced(slices, { slowerPacedMicros }) {
  const paced = /** @type {const} */ ({ generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 })
  const both = slices.flatMap(function alsoPaced(slice) {
    const { variant, launch, round } = slice
    const latencyMicrosOfAll = 5000 + 10 * (round % 2) + (variant === 'log=off' ? 0 : slowerPacedMicros)
    return [slice, makeSlice({ variant, launch, round, index: 1, load: paced, latencyMicrosOfAll })]
  })
  const [closed] = manifest.design.loads
  const design = { ...manifest.design, loads: /** @type {typeof manifest.design.loads} */ ([closed, paced]) }
  return verdictsOn({ ...manifest, design }, checkSlices(both, manifest.experiment), null)[0]
}
