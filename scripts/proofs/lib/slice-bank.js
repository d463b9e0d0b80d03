import { makeDesign } from '../../../src/measure/design.js'
import { readTruths } from '../../../src/runs/read-run.js'
import { mean, robustMean, sum } from '../../../src/stats/means.js'
import { launchMetrics, pairsOf } from '../../../src/verdict/launch-metrics.js'
import { checkSlices, isSeparate, slicesFor } from '../../../src/verdict/slice-validity.js'
import { plantedAlone, plantedSlices } from './planted-experiments.js'
import { completeRuns } from './record.js'

/**
 * @import { SavedRun } from '../../../src/runs/read-run.js'
 * @import { SliceRecord } from '../../../src/runs/types.js'
 * @import { RoundValues } from '../../../src/stats/intervals.js'
 * @import { RateSample } from './peer-methods.js'
 */

/**
 * What record-slices.js recorded, in the shape the methods take.
 *
 * @typedef {'cpuMainThread' | 'cpuPerRequest' | 'requestsPerSecond'} Metric
 * @typedef {{ sharedCore: number, separate: number }} Played how many slices of either kind a drawn run has, from the first
 *
 * @typedef {object} InterleavedBank
 * @property {(metric: Metric, candidate: string, played?: Played) => RoundValues[]} roundsOf in the order of recording
 * @property {(metric: Metric) => { sharedCore: number[][], separate: number[][] }} sliceRatiosOf log-ratios of identical
 *   servers, slice by slice of each round; none of a round with a discarded slice
 * @property {(variant: string) => number} truthOf microseconds that the servers measured of their own burning
 * @property {{ startMs: number, warmupMs: number, sharedCoreMs: number, separateMs: number }} timing means of all rounds:
 *   from the command until load can begin, without warm-up; and a slice with the pause before the next
 *
 * @typedef {{ values: Record<Metric, number>, samples: RateSample[] }} AloneLaunch
 * @typedef {{ baseline: AloneLaunch, candidate: AloneLaunch }} AlonePair both launches of one round
 *
 * @typedef {object} AloneBank
 * @property {number} rounds
 * @property {(slices: number, baseline: string, candidate: string) => AlonePair[]} pairsOf with the first `slices` of 5 s
 * @property {(slices: number) => number} launchMs how long a launch with so many slices takes
 */

/** @type {Metric[]} */
export const metrics = ['cpuMainThread', 'cpuPerRequest', 'requestsPerSecond']
const { rounds, slices } = makeDesign({ profilers: [], loads: plantedSlices.loads, seed: 0, quick: false })
/** What a run has by default. */
export const defaults = { rounds, played: { sharedCore: slices.sharedCore, separate: slices.separate } }

/** @param {string} folder */
export function readBank(folder) {
  return {
    interleaved: interleavedBank(completeRuns(folder, plantedSlices.name)),
    alone: aloneBank(completeRuns(folder, plantedAlone.name))
  }
}

/**
 * @param {(SavedRun & { root: string })[]} runs each one round of two variants
 * @returns {InterleavedBank}
 */
function interleavedBank(runs) {
  /** @type {Map<string, Record<Metric, RoundValues>[]>} */
  const known = new Map()
  return { roundsOf, sliceRatiosOf, truthOf, timing: meanTiming() }

  /** @type {InterleavedBank['roundsOf']} */
  function roundsOf(metric, candidate, played = defaults.played) {
    const key = JSON.stringify([candidate, played])
    const values = known.get(key) ?? runsWith(candidate).map(run => roundValues(run, played))
    known.set(key, values)
    return values.map(round => round[metric])
  }

  /** @type {InterleavedBank['sliceRatiosOf']} */
  function sliceRatiosOf(metric) {
    const identical = runsWith('none again')
    return {
      sharedCore: identical.map(run => sliceRatios(run, metric, slice => !isSeparate(slice))),
      separate: identical.map(run => sliceRatios(run, metric, isSeparate))
    }
  }

  /** @type {InterleavedBank['truthOf']} */
  function truthOf(variant) {
    const truths = runs.flatMap(({ root, launches }) => readTruths(root, launches))
    return mean(truths.filter(truth => truth.variant === variant).flatMap(({ micros }) => micros ?? []))
  }

  /** @param {string} candidate */
  function runsWith(candidate) {
    return runs.filter(({ manifest }) => manifest.experiment.variants[1].name === candidate)
  }

  function meanTiming() {
    const timings = runs.map(roundTiming)
    const meanOf = (/** @type {keyof ReturnType<typeof roundTiming>} */ field) => mean(timings.map(each => each[field]))
    return {
      startMs: meanOf('startMs'),
      warmupMs: meanOf('warmupMs'),
      sharedCoreMs: meanOf('sharedCoreMs'),
      separateMs: meanOf('separateMs')
    }
  }
}

/** @param {SavedRun} run of one round */
function roundTiming({ manifest: { design }, launches, slices: played }) {
  const separate = played.filter(isSeparate)
  const sharedCore = (played.length - separate.length) / launches.length
  const [firstMs, endMs] = spanOf(played)
  const [separateFirstMs] = spanOf(separate)
  return {
    startMs: firstMs - startOf(launches) - launches.length * design.warmupMs,
    warmupMs: design.warmupMs,
    sharedCoreMs: sharedCore === 0 ? 0 : (separateFirstMs - firstMs) / sharedCore,
    separateMs: (endMs - separateFirstMs) / separate.length
  }
}

/** @type {(played: SliceRecord[]) => [number, number]} when the first began and the last ended */
function spanOf(played) {
  const starts = played.map(({ startedAt }) => Date.parse(startedAt))
  return [Math.min(...starts), Math.max(...played.map(({ durationMs }, index) => (starts[index] ?? 0) + durationMs))]
}

/** @param {SavedRun['launches']} launches */
function startOf(launches) {
  return Math.min(...launches.map(({ startedAt }) => Date.parse(startedAt)))
}

/**
 * Combines the slices of both launches as the workshop does. A list has one value: the robust mean of one number is that
 * number, and need not be computed again in each of thousands of draws.
 * @param {SavedRun} run
 * @param {Played} played
 * @returns {Record<Metric, RoundValues>}
 */
function roundValues(run, { sharedCore, separate }) {
  const first = run.slices.filter(slice => !isSeparate(slice)).length / 2
  const valuesOf = launchValues(run, slice =>
    isSeparate(slice) ? slice.index - first < separate : slice.index < sharedCore
  )
  const combined = metrics.map(metric => {
    const { baseline, candidate } = valuesOf(metric)
    return [metric, { baseline: combine(baseline), candidate: combine(candidate) }]
  })
  return Object.fromEntries(combined)
}

/** @param {number[]} values */
function combine(values) {
  const value = robustMean(values)
  return value === null ? [] : [value]
}

/** @type {(run: SavedRun, metric: Metric, isMeant: (slice: SliceRecord) => boolean) => number[]} */
function sliceRatios(run, metric, isMeant) {
  const { baseline, candidate } = launchValues(run, isMeant)(metric)
  if (baseline.length !== candidate.length) return []
  return candidate.map((value, index) => Math.log(value / (baseline[index] ?? Number.NaN)))
}

/**
 * Returns the slices' values of both launches, chosen as src/verdict/decide.js chooses them.
 * @param {SavedRun} run
 * @param {(slice: SliceRecord) => boolean} isMeant
 * @returns {(metric: Metric) => RoundValues}
 */
function launchValues({ slices: played, manifest: { experiment, design } }, isMeant) {
  const usable = checkSlices(played.filter(isMeant), experiment)
  const [baseline, candidate] = experiment.variants
  return function valuesOf(metric) {
    const launches = launchMetrics(slicesFor(metric, design.loads[0], usable))
    return pairsOf(launches, metric, baseline.name, candidate.name)[0] ?? { baseline: [], candidate: [] }
  }
}

/**
 * The launches of each variant in the order of recording; the first launch of each variant is the first round. No slice is
 * discarded, as the tools that measure one server after the other discard none.
 * @param {SavedRun[]} runs each one launch
 * @returns {AloneBank}
 */
function aloneBank(runs) {
  const starts = runs.map(
    ({ slices: played, launches, manifest }) => spanOf(played)[0] - startOf(launches) - manifest.design.warmupMs
  )
  const slicesMs = runs.map(({ slices: played }) => (spanOf(played)[1] - spanOf(played)[0]) / played.length)
  const rounds = Math.min(...plantedAlone.variants.map(({ name }) => runsOf(name).length))
  return { rounds, pairsOf, launchMs: count => mean(starts) + count * mean(slicesMs) }

  /** @type {AloneBank['pairsOf']} */
  function pairsOf(count, baseline, candidate) {
    const others = runsOf(candidate)
    return runsOf(baseline)
      .slice(0, rounds)
      .flatMap(function pairUp(run, round) {
        const other = others[round]
        return other ? [{ baseline: aloneLaunch(run, count), candidate: aloneLaunch(other, count) }] : []
      })
  }

  /** @param {string} variant */
  function runsOf(variant) {
    return runs.filter(({ manifest }) => manifest.experiment.variants[0].name === variant)
  }
}

/** @type {(run: SavedRun, count: number) => AloneLaunch} */
function aloneLaunch(run, count) {
  const played = run.slices.filter(({ index }) => index < count)
  const requests = sum(played.map(({ completed }) => completed))
  return {
    values: {
      cpuMainThread: sum(played.map(({ server }) => server.cpuMainThreadMicros ?? Number.NaN)) / requests,
      cpuPerRequest: sum(played.map(({ server }) => server.cpuMicros)) / requests,
      requestsPerSecond: (requests / sum(played.map(({ durationMs }) => durationMs))) * 1e3
    },
    samples: played.flatMap(({ toolResult }) => /** @type {{ samples: RateSample[] }} */ (toolResult).samples)
  }
}
