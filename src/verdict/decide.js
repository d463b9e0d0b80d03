import { detectableEffect, roundsNeeded } from '../stats/detectable-effect.js'
import { relativeChange } from '../stats/intervals.js'
import { ALPHA } from '../stats/levels.js'
import { robustMean } from '../stats/means.js'
import { classifyChange } from './classify-change.js'
import { launchMetrics, pairsOf } from './launch-metrics.js'
import { slicesFor } from './slice-validity.js'

/**
 * @import { Load } from '../load/types.js'
 * @import { RunManifest, SliceRecord } from '../runs/types.js'
 * @import { Change } from '../stats/types.js'
 * @import { CheckedSlices } from './slice-validity.js'
 * @import { MetricName, Refusal, RoundEffect, Verdict } from './types.js'
 */

/** There is no verdict when more than this share of its slices is discarded. */
const MOST_DISCARDED_SHARE = 0.25

/**
 * Returns the verdict on a candidate: by the primary metric alone, under the first load alone.
 * @param {string} candidate
 * @param {string} baseline
 * @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {CheckedSlices} slices unprofiled
 * @param {number | null} roundMs the duration of a round of this run
 * @returns {Verdict}
 */
export function verdictOn(candidate, baseline, manifest, slices, roundMs) {
  const { marginRatio } = manifest.experiment
  const [load] = manifest.design.loads
  const { metric, change, refusal } = decidingChange(candidate, baseline, manifest, slices)
  const facts = { candidate, baseline, metric, generator: load.generator, marginRatio, refusal }
  if (change === null) {
    return {
      ...facts,
      change,
      verdict: 'cannot tell',
      lean: null,
      leastPValue: null,
      detectableRatio: null,
      toSettle: null,
      secondary: null,
      withheld: null,
      rounds: []
    }
  }
  const secondary = secondaryVerdict()
  return {
    ...facts,
    change,
    ...classifyChange(metric, change, marginRatio),
    leastPValue: leastPValue(change),
    detectableRatio: detectableEffect({ spread: change.spread, rounds: change.pairs, marginRatio }),
    toSettle: roundsToSettle(change, marginRatio, roundMs),
    secondary,
    withheld: secondary === null && load.mode !== 'open' && metric !== 'requestsPerSecond' ? withheldReason() : null,
    rounds: roundEffects(metric, candidate, baseline, load, slices)
  }

  function secondaryVerdict() {
    if (load.mode === 'open') return null
    /** @type {MetricName} */
    const other = metric === 'requestsPerSecond' ? 'cpuPerRequest' : 'requestsPerSecond'
    const found = changeOf(other, candidate, baseline, load, slices)
    return found && { metric: other, verdict: classifyChange(other, found, marginRatio).verdict, change: found }
  }

  function withheldReason() {
    const own = slices.discarded.filter(
      ({ slice }) => slice.load.generator === load.generator && [candidate, baseline].includes(slice.variant)
    )
    return own.flatMap(({ reasons }) => reasons).find(({ discards }) => discards === 'rates') ?? null
  }
}

/**
 * Returns the change that decides a verdict, or why there is none.
 * @param {string} candidate
 * @param {string} baseline
 * @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {CheckedSlices} slices unprofiled
 * @returns {{ metric: MetricName, change: Change, refusal: null } | { metric: MetricName, change: null, refusal: Refusal }}
 */
export function decidingChange(candidate, baseline, { experiment, design }, slices) {
  const [load] = design.loads
  const compared = slicesFor(experiment.primaryMetric, load, slices).filter(isCompared)
  const isKnown = launchMetrics(compared).every(launch => launch.values[experiment.primaryMetric].length > 0)
  const metric = isKnown ? experiment.primaryMetric : 'cpuPerRequest'
  const refusal = tooManyDiscarded()
  if (refusal) return { metric, change: null, refusal }
  const change = changeOf(metric, candidate, baseline, load, slices)
  if (change) return { metric, change, refusal: null }
  const rounds = new Set(slices.all.map(slice => slice.round)).size
  return { metric, change: null, refusal: { code: rounds < 2 ? 'too-few-rounds' : 'too-few-valid-rounds', rounds } }

  /** @returns {Refusal | null} */
  function tooManyDiscarded() {
    const { all, discarded } = slices
    const measured = slicesFor(metric, load, { all, valid: all, forRates: all }).filter(isCompared)
    const used = new Set(slicesFor(metric, load, slices))
    const unused = measured.filter(slice => !used.has(slice))
    if (unused.length <= measured.length * MOST_DISCARDED_SHARE) return null
    const [reason = null] = discarded.flatMap(({ slice, reasons }) => (unused.includes(slice) ? reasons : []))
    return { code: 'too-many-discarded', discarded: unused.length, slices: measured.length, reason }
  }

  /** @param {SliceRecord} slice */
  function isCompared({ variant }) {
    return variant === candidate || variant === baseline
  }
}

/** @type {(metric: MetricName, candidate: string, baseline: string, load: Load, slices: CheckedSlices) => Change | null} */
function changeOf(metric, candidate, baseline, load, slices) {
  return relativeChange(pairsOf(launchMetrics(slicesFor(metric, load, slices)), metric, baseline, candidate))
}

/**
 * Returns the rounds of a verdict: of both launches the robust mean of their slices, and the change between the two.
 * @type {(metric: MetricName, candidate: string, baseline: string, load: Load, slices: CheckedSlices) => RoundEffect[]}
 */
function roundEffects(metric, candidate, baseline, load, slices) {
  const pairs = pairsOf(launchMetrics(slicesFor(metric, load, slices)), metric, baseline, candidate)
  return pairs
    .sort((a, b) => a.round - b.round)
    .flatMap(function effectOf({ round, ...values }) {
      const [one, other] = [robustMean(values.baseline), robustMean(values.candidate)]
      return one && other ? [{ round, baseline: one, candidate: other, relative: other / one - 1 }] : []
    })
}

/**
 * Returns the smallest p-value that so few rounds can have, where it is above the significance level.
 * @param {Change} change
 */
function leastPValue({ pairs }) {
  const least = 2 / 2 ** pairs
  return least > ALPHA ? least : null
}

/**
 * Returns how many rounds would bring the whole interval to one side of the margin with 80% power, if the change stays the
 * same, and how much more time they take.
 * @param {Change} change
 * @param {number} marginRatio
 * @param {number | null} roundMs
 * @returns {Verdict['toSettle']}
 */
function roundsToSettle({ relative, spread, pairs }, marginRatio, roundMs) {
  const distance = Math.abs(Math.abs(Math.log1p(relative)) - Math.log1p(marginRatio))
  const rounds = roundsNeeded({ spread, distance, atLeast: pairs + 1 })
  return rounds === null ? null : { rounds, moreMs: roundMs === null ? null : (rounds - pairs) * roundMs }
}
