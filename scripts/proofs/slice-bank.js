import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { plantedAlone, plantedSlices } from '../../src/experiments/planted.js'
import { makeDesign } from '../../src/measure/design.js'
import { readRun, readTruths } from '../../src/runs/read-run.js'
import { mean, robustMean, sum } from '../../src/stats/means.js'
import { launchMetrics, pairsOf } from '../../src/verdict/launch-metrics.js'
import { checkSlices, isSeparate, slicesFor } from '../../src/verdict/slice-validity.js'
import { launchTiming, meanOf, roundTiming } from './bank-timing.js'

/**
 * @import { SavedRun } from '../../src/runs/read-run.js'
 * @import { SliceRecord } from '../../src/runs/types.js'
 * @import { RoundValues } from '../../src/stats/intervals.js'
 * @import { LaunchTiming, RoundTiming } from './bank-timing.js'
 * @import { RateSample } from './peer-methods.js'
 */

/**
 * What record-slices.js recorded, as the methods take it.
 *
 * @typedef {'cpuMainThread' | 'cpuPerRequest' | 'requestsPerSecond'} Metric
 *
 * @typedef {object} Played of a launch's slices those that a run is drawn with: so many of either kind, from the first
 * @property {number} together
 * @property {number} inTurn
 *
 * @typedef {object} InterleavedBank
 * @property {(metric: Metric, candidate: string, played?: Played) => RoundValues[]} roundsOf against nothing, in the order
 *   they were recorded; all slices when `played` is not given
 * @property {(metric: Metric) => { together: number[][], inTurn: number[][] }} sliceRatiosOf the log-ratios of two that are
 *   the same, slice by slice of a round; none of a round with a void slice
 * @property {(variant: string) => { micros: number, launches: number }} truthOf what the servers measured of themselves
 * @property {RoundTiming} timing
 *
 * @typedef {{ values: Record<Metric, number>, samples: RateSample[] }} AloneLaunch
 * @typedef {Record<string, AloneLaunch>} AloneRound by variant
 *
 * @typedef {object} AloneBank
 * @property {number} rounds
 * @property {(slices: number) => AloneRound[]} roundsOf the first so many slices of each launch
 * @property {LaunchTiming} timing
 */

/** @type {Metric[]} */
export const metrics = ['cpuMainThread', 'cpuPerRequest', 'requestsPerSecond']
const { rounds, slices } = makeDesign({ profilers: [], loads: plantedSlices.loads, seed: 0, quick: false })
/** What a run has when nothing else is asked for. */
export const defaults = { rounds, played: { together: slices.sharedCore, inTurn: slices.separate } }

/** @param {string} folder */
export function readBank(folder) {
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  const roots = names.map(name => path.join(folder, name))
  const runs = roots.map(root => ({ root, ...readRun(root) })).filter(({ manifest }) => manifest.status === 'complete')
  return {
    interleaved: interleavedBank(runs.filter(({ manifest }) => manifest.experiment.name === plantedSlices.name)),
    alone: aloneBank(runs.filter(({ manifest }) => manifest.experiment.name === plantedAlone.name))
  }
}

/**
 * @param {(SavedRun & { root: string })[]} runs one a round of two variants
 * @returns {InterleavedBank}
 */
function interleavedBank(runs) {
  /** @type {Map<string, Record<Metric, RoundValues>[]>} */
  const known = new Map()
  return { roundsOf, sliceRatiosOf, truthOf, timing: meanOf(runs.map(roundTiming)) }

  /** @type {InterleavedBank['roundsOf']} */
  function roundsOf(metric, candidate, played = defaults.played) {
    const key = `${candidate} ${played.together} ${played.inTurn}`
    const values = known.get(key) ?? runsWith(candidate).map(run => roundValues(run, played))
    known.set(key, values)
    return values.map(round => round[metric])
  }

  /** @type {InterleavedBank['sliceRatiosOf']} */
  function sliceRatiosOf(metric) {
    const rounds = runsWith('none again')
    return {
      together: rounds.map(run => sliceRatios(run, metric, slice => !isSeparate(slice))),
      inTurn: rounds.map(run => sliceRatios(run, metric, isSeparate))
    }
  }

  /** @type {InterleavedBank['truthOf']} */
  function truthOf(variant) {
    const own = runs
      .flatMap(({ root, launches }) => readTruths(root, launches))
      .filter(truth => truth.variant === variant)
    const told = own.flatMap(({ micros }) => micros ?? [])
    return { micros: mean(told), launches: told.length }
  }

  /** @param {string} candidate */
  function runsWith(candidate) {
    return runs.filter(({ manifest }) => manifest.experiment.variants[1].name === candidate)
  }
}

/**
 * Of both launches their values, made of their slices as the workshop does. A value stands alone in its list: the robust mean
 * of one number is that number, so that it need not be taken again in each of thousands of draws.
 * @param {SavedRun} run
 * @param {Played} played
 * @returns {Record<Metric, RoundValues>}
 */
function roundValues(run, { together, inTurn }) {
  const first = run.slices.filter(slice => !isSeparate(slice)).length / 2
  const round = valuesOf(run, slice => (isSeparate(slice) ? slice.index - first < inTurn : slice.index < together))
  return {
    cpuMainThread: robust(round('cpuMainThread')),
    cpuPerRequest: robust(round('cpuPerRequest')),
    requestsPerSecond: robust(round('requestsPerSecond'))
  }
}

/** @param {RoundValues} values */
function robust({ baseline, candidate }) {
  return { baseline: one(baseline), candidate: one(candidate) }
}

/**
 * @param {SavedRun} run
 * @param {Metric} metric
 * @param {(slice: SliceRecord) => boolean} isMeant
 */
function sliceRatios(run, metric, isMeant) {
  const { baseline, candidate } = valuesOf(run, isMeant)(metric)
  if (baseline.length !== candidate.length) return []
  return candidate.map((value, index) => Math.log(value / (baseline[index] ?? Number.NaN)))
}

/**
 * What the slices of a round say of each metric, in the way of src/verdict/decide.js.
 * @param {SavedRun} run
 * @param {(slice: SliceRecord) => boolean} isMeant
 * @returns {(metric: Metric) => RoundValues}
 */
function valuesOf({ slices: played, manifest: { experiment, design } }, isMeant) {
  const usable = checkSlices(played.filter(isMeant), experiment)
  const [load] = design.loads
  const [baseline, candidate] = experiment.variants
  return function ofMetric(metric) {
    const launches = launchMetrics(slicesFor(metric, load, usable))
    return pairsOf(launches, metric, baseline.name, candidate.name)[0] ?? { baseline: [], candidate: [] }
  }
}

/** @param {number[]} values */
function one(values) {
  const value = robustMean(values)
  return value === null ? [] : [value]
}

/**
 * The launches of each variant in the order they were recorded: the first of each are the first round. A slice is not
 * judged: the tools that measure one server after the other do not either.
 * @param {SavedRun[]} runs one a launch
 * @returns {AloneBank}
 */
function aloneBank(runs) {
  const variants = plantedAlone.variants.map(({ name }) => name)
  const ofVariant = variants.map(name => runs.filter(({ manifest }) => manifest.experiment.variants[0].name === name))
  const rounds = Math.min(...ofVariant.map(each => each.length))
  return { rounds, roundsOf, timing: meanOf(runs.map(launchTiming)) }

  /** @param {number} slices */
  function roundsOf(slices) {
    return Array.from({ length: rounds }, (_, round) =>
      Object.fromEntries(
        variants.map((name, index) => [
          name,
          aloneLaunch((ofVariant[index]?.[round]?.slices ?? []).filter(slice => slice.index < slices))
        ])
      )
    )
  }
}

/**
 * @param {SliceRecord[]} slices
 * @returns {AloneLaunch}
 */
function aloneLaunch(slices) {
  const requests = sum(slices.map(({ completed }) => completed))
  return {
    values: {
      cpuMainThread: sum(slices.map(({ server }) => server.cpuMainThreadMicros ?? Number.NaN)) / requests,
      cpuPerRequest: sum(slices.map(({ server }) => server.cpuMicros)) / requests,
      requestsPerSecond: (requests / sum(slices.map(({ durationMs }) => durationMs))) * 1e3
    },
    samples: slices.flatMap(({ toolResult }) => /** @type {{ samples: RateSample[] }} */ (toolResult).samples)
  }
}
