import { expect, test } from '@jest/globals'
import { info } from '../../src/experiments/info.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { failuresOf } from '../../src/verdict/checks/verdict-checks.js'
import { bothSides, comparisonsOf } from '../../src/verdict/decide/comparisons.js'
import { verdictsOn } from '../../src/verdict/decide/decide.js'
import { interactionOf } from '../../src/verdict/decide/size-of.js'
import { compareCounters } from '../../src/verdict/slices/counters.js'
import { checkSlices } from '../../src/verdict/slices/slice-validity.js'
import { makeManifest, makeSlice } from '../helpers/make-run.js'
import { makeToggleRounds } from '../helpers/make-toggle-run.js'

/** @import { Load } from '../../src/load/types.js' */
/** @import { Toggle } from '../../src/experiments/types.js' */
/** @import { SliceRecord } from '../../src/runs/types.js' */

const manifest = makeManifest({ experiment: info })
const [log, gzip] = comparisonsOf(info)
const { load } = makeSlice()
const design = { ...manifest.design, loads: /** @type {[Load]} */ ([load]), detailLoad: load }
const RUNS = 400

/** @param {SliceRecord[]} slices */
function decide(slices) {
  const [ofLog, ofGzip] = verdictsOn(manifest, checkSlices(slices, info), null)
  if (!ofLog || !ofGzip) throw new Error('a toggle has no verdict')
  return { ofLog, ofGzip }
}

test('the change of a toggle is the mean of its log-ratios at both levels of the other', () => {
  const { ofLog, ofGzip } = decide(makeToggleRounds(8))
  expect(ofLog).toMatchObject({ candidate: 'log=sync', baseline: 'off', metric: 'cpuMainThread', verdict: 'slower' })
  expect(ofGzip).toMatchObject({ candidate: 'gzip=on', baseline: 'off', metric: 'cpuPerRequest', verdict: 'slower' })
  expect(ofLog.change?.relative).toBeCloseTo(Math.sqrt((110 / 100) * (240 / 200)) - 1, 9)
  expect(ofGzip.change?.relative).toBeCloseTo(Math.sqrt((200 / 100) * (240 / 110)) - 1, 9)
})

test('its size is the mean of its differences at both levels, of the threads of its metric', () => {
  const { ofLog, ofGzip } = decide(makeToggleRounds(8))
  expect(ofLog.size?.difference.micros).toBeCloseTo(0.7 * ((10 + 40) / 2), 9)
  expect(ofLog.size?.baselineMicros).toBeCloseTo(0.7 * 150, 9)
  expect(ofGzip.size?.difference.micros).toBeCloseTo((100 + 130) / 2, 9)
})

test('each toggle is a question of its own', () => {
  const { ofLog, ofGzip } = decide(makeToggleRounds(8))
  for (const { change } of [ofLog, ofGzip]) expect(change?.confidence).toBe(0.95)
})

test('the interaction is the cost of the log with gzip minus its cost without', () => {
  const found = log && interactionOf(log, design, usable(makeToggleRounds(4)))
  expect(found).toMatchObject({ candidate: 'log=sync', metric: 'cpuMainThread', rounds: 4 })
  expect(found?.without).toMatchObject({ baseline: 'off', candidate: 'log=sync' })
  expect(found?.without.micros).toBeCloseTo(7, 9)
  expect(found?.with).toMatchObject({ baseline: 'gzip=on', candidate: 'both' })
  expect(found?.with.micros).toBeCloseTo(28, 9)
  expect(found?.difference.micros).toBeCloseTo(21, 9)
})

test('an experiment without toggles has no interaction', () => {
  const [only] = comparisonsOf(makeManifest().experiment)
  expect(only && interactionOf(only, design, usable(makeToggleRounds(4)))).toBeNull()
})

test('toggles whose first pairs have different baselines are a mistake of the experiment', () => {
  const [ofLog, { primaryMetric, pairs }] = /** @type {[Toggle, Toggle]} */ (info.toggles)
  const [first, ...others] = pairs
  const swapped = { primaryMetric, pairs: /** @type {Toggle['pairs']} */ ([others[0], first]) }
  expect(() => comparisonsOf({ ...info, toggles: [ofLog, swapped] })).toThrow(TypeError)
})

test('a round counts for a toggle only with all four variants', () => {
  const slices = makeToggleRounds(5).filter(({ launch }) => launch !== '0-both')
  const { ofLog, ofGzip } = decide(slices)
  expect(ofLog.rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4])
  expect(ofGzip.change?.pairs).toBe(4)
})

test('intervals contain the true changes of both toggles, and that of the interaction its truth', () => {
  const truth = { log: Math.sqrt(1.1 * 1.2) - 1, gzip: Math.sqrt(2 * (240 / 110)) - 1, interaction: 21 }
  const held = { log: 0, gzip: 0, interaction: 0 }
  for (let seed = 0; seed < RUNS; seed++) {
    const slices = noisyRounds(7, seed)
    const { ofLog, ofGzip } = decide(slices)
    held.log += Number(isWithin(truth.log, ofLog.change))
    held.gzip += Number(isWithin(truth.gzip, ofGzip.change))
    const found = log ? interactionOf(log, design, usable(slices)) : null
    held.interaction += Number(isWithin(truth.interaction, found && { ...found.difference }))
  }
  // Seeded: of 400 runs a nominal share of 95% is known to 1.1%, one standard deviation.
  for (const share of [held.log / RUNS, held.gzip / RUNS, held.interaction / RUNS]) expect(share).toBeGreaterThan(0.92)
})

test('the interval of a toggle is narrower than that of one of its pairs, as of twice the launches', () => {
  const alone = { ...info, toggles: undefined, variants: info.variants.slice(0, 2) }
  const ratios = Array.from({ length: 100 }, function ratioIn(_, seed) {
    const slices = noisyRounds(8, seed)
    const [pair] = verdictsOn(
      makeManifest({ experiment: /** @type {typeof info} */ (alone) }),
      checkSlices(slices, info),
      null
    )
    return Number(decide(slices).ofLog.change?.spread) / Number(pair?.change?.spread)
  })
  const middle = ratios.sort((a, b) => a - b)[50] ?? 0
  expect(middle).toBeGreaterThan(0.6)
  expect(middle).toBeLessThan(0.8)
})

test('counters and failures are over both levels too', () => {
  const slices = makeToggleRounds(6).map(function withWrites(slice) {
    const writes = { off: 1, 'log=sync': 2, 'gzip=on': 3, both: 4 }[slice.variant] ?? 0
    const server = { ...slice.server, writeCalls: writes * slice.completed }
    return { ...slice, server, errors: slice.variant === 'both' ? 10 : 0 }
  })
  const counted = gzip && compareCounters(gzip, load, { all: slices, valid: slices, forRates: slices }, [])
  const row = counted?.rows.find(({ counter }) => counter === 'writeCalls')
  expect(row).toMatchObject({ baseline: 1.5, candidate: 3.5, difference: 2 })
  expect(gzip && failuresOf(gzip, slices, 2)).toMatchObject({
    baseline: { failed: 0, sent: 12_000 },
    candidate: { failed: 60, sent: 12_000 },
    isHigher: true
  })
})

test('a value of a side is the mean over the pairs, of rounds that every pair has', () => {
  const values = { off: [1, 2], 'log=sync': [3, 4], 'gzip=on': [5], both: [7, 8] }
  const byRound = (/** @type {string} */ name) => new Map((Object(values)[name] ?? []).entries())
  const [before, after] = bothSides(log?.pairs ?? [], byRound)
  expect([...before]).toEqual([[0, 3]])
  expect([...after]).toEqual([
    [0, 5],
    [1, 6]
  ])
})

test('the pairs of each toggle differ in one flag of the command, the same one', () => {
  for (const { pairs } of [log, gzip].flatMap(comparison => comparison ?? [])) {
    const flags = pairs.map(({ baseline, candidate }) => changedFlags(commandOf(baseline), commandOf(candidate)))
    expect(flags[0]).toHaveLength(1)
    expect(new Set(flags.flat()).size).toBe(1)
  }
})

/** @param {SliceRecord[]} all */
function usable(all) {
  return { all, valid: all, forRates: all, discarded: [] }
}

/**
 * Returns rounds whose launches differ by 3%, and a machine that changes its speed from round to round.
 * @param {number} rounds
 * @param {number} seed
 */
function noisyRounds(rounds, seed) {
  const random = seededRandom(seed)
  const speeds = Array.from({ length: rounds }, () => 1 + 0.1 * (random() - 0.5))
  return makeToggleRounds(rounds, (cost, _, round) => cost * Number(speeds[round]) * Math.exp(0.03 * normal(random)))
}

/** @param {() => number} random */
function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** @param {number} truth @param {{ low: number, high: number } | null} interval */
function isWithin(truth, interval) {
  return interval !== null && interval.low <= truth && truth <= interval.high
}

/** @param {string} name */
function commandOf(name) {
  return info.variants.find(variant => variant.name === name)?.command ?? []
}

/** @param {string[]} one @param {string[]} other @returns {string[]} the flags before the words that differ */
function changedFlags(one, other) {
  return one.flatMap((word, index) => (word === other[index] ? [] : [one[index - 1] ?? '']))
}
