import { detectableEffect, roundsNeeded } from '../stats/detectable-effect.js'
import { relativeChange } from '../stats/intervals.js'
import { judge } from './judge.js'
import { launchMetrics } from './launch-metrics.js'
import { pairsOf } from './pair-launches.js'
import { slicesFor } from './usable-slices.js'

/**
 * @import { Load } from '../load/types.js'
 * @import { RunManifest, SliceRecord } from '../runs/types.js'
 * @import { Change } from '../stats/types.js'
 * @import { MetricName, Verdict } from './types.js'
 * @import { UsableSlices } from './usable-slices.js'
 */

/** A verdict from what is left of a run is refused when more than this share of it is void. */
const MOST_VOID_SHARE = 0.25

/**
 * The verdict on a candidate: by the primary metric alone, under the first load alone.
 * @param {string} candidate
 * @param {string} baseline
 * @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {UsableSlices} slices without a profiler
 * @returns {Verdict}
 */
export function verdictOn(candidate, baseline, manifest, slices) {
  const { marginRatio } = manifest.experiment
  const [load] = manifest.design.loads
  const { metric, change, reason } = decidingChange(candidate, baseline, manifest, slices)
  const facts = { candidate, baseline, metric, generator: load.generator, marginRatio, reason }
  if (change === null) {
    const nothing = { change, lean: null, detectableRatio: null, roundsToSettle: null, second: null, withheld: null }
    return { ...facts, ...nothing, verdict: 'cannot tell' }
  }
  const second = secondOpinion()
  return {
    ...facts,
    change,
    ...judge(metric, change, marginRatio),
    detectableRatio: detectableEffect({ spread: change.spread, rounds: change.pairs, marginRatio }),
    roundsToSettle: roundsToSettle(change, marginRatio),
    second,
    withheld: second === null && load.mode !== 'open' && metric !== 'requestsPerSecond' ? withheldReason() : null
  }

  function secondOpinion() {
    if (load.mode === 'open') return null
    /** @type {MetricName} */
    const other = metric === 'requestsPerSecond' ? 'cpuPerRequest' : 'requestsPerSecond'
    const found = changeOf(other, candidate, baseline, load, slices)
    return found && { metric: other, verdict: judge(other, found, marginRatio).verdict, change: found }
  }

  function withheldReason() {
    const spoilt = slices.flawed.filter(
      ({ slice: { variant, load: own } }) => own.generator === load.generator && [candidate, baseline].includes(variant)
    )
    const [first] = spoilt.flatMap(({ flaws }) => flaws.filter(({ spoils }) => spoils === 'pace'))
    return first?.text ?? null
  }
}

/**
 * The change a verdict rests on, or why there is none that it could rest on.
 * @param {string} candidate
 * @param {string} baseline
 * @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {UsableSlices} slices without a profiler
 * @returns {{ metric: MetricName, change: Change, reason: null } | { metric: MetricName, change: null, reason: string }}
 */
export function decidingChange(candidate, baseline, { experiment, design }, slices) {
  const [load] = design.loads
  const compared = slicesFor(experiment.primaryMetric, load, slices).filter(isCompared)
  const isTold = launchMetrics(compared).every(launch => launch.values[experiment.primaryMetric].length > 0)
  const metric = isTold ? experiment.primaryMetric : 'cpuPerRequest'
  const refusal = refusalOf(metric)
  if (refusal) return { metric, change: null, reason: refusal }
  const change = changeOf(metric, candidate, baseline, load, slices)
  if (change) return { metric, change, reason: null }
  const rounds = new Set(slices.all.map(slice => slice.round)).size
  const had = rounds < 2 ? 'were played' : 'have valid slices of both variants'
  return { metric, change: null, reason: `fewer than two rounds ${had}` }

  /** @param {MetricName} name */
  function refusalOf(name) {
    const { all, flawed } = slices
    const played = slicesFor(name, load, { all, valid: all, paced: all }).filter(isCompared)
    const used = new Set(slicesFor(name, load, slices))
    const unused = played.filter(slice => !used.has(slice))
    if (unused.length <= played.length * MOST_VOID_SHARE) return null
    const [first] = flawed.flatMap(({ slice, flaws }) => (unused.includes(slice) ? flaws.map(({ text }) => text) : []))
    return `${unused.length} of the ${played.length} slices it would rest on are void, such as for: ${first}`
  }

  /** @param {SliceRecord} slice */
  function isCompared({ variant }) {
    return variant === candidate || variant === baseline
  }
}

/**
 * @param {MetricName} metric
 * @param {string} candidate
 * @param {string} baseline
 * @param {Load} load
 * @param {UsableSlices} slices
 */
function changeOf(metric, candidate, baseline, load, slices) {
  return relativeChange(pairsOf(launchMetrics(slicesFor(metric, load, slices)), metric, baseline, candidate))
}

/**
 * How many rounds would bring the whole interval to one side of the margin in four cases of five, if the change is as seen.
 * @param {Change} change
 * @param {number} marginRatio
 */
function roundsToSettle({ relative, spread, pairs }, marginRatio) {
  const distance = Math.abs(Math.abs(Math.log1p(relative)) - Math.log1p(marginRatio))
  return roundsNeeded({ spread, distance, atLeast: pairs + 1 })
}
