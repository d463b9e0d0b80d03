import { detectableEffect, roundsNeeded, roundsToStayWithin } from '../../stats/detectable-effect.js'
import { relativeChange, widened } from '../../stats/intervals.js'
import { ALPHA } from '../../stats/levels.js'
import { holmAdjusted } from '../../stats/multiple-tests.js'
import { disagreementOf, failuresOf, verdictWarnings } from '../checks/verdict-checks.js'
import { launchMetrics, pairsOf } from '../slices/launch-metrics.js'
import { driftOfVerdict, sliceDrift } from '../slices/slice-drift.js'
import { isEqualRate, isRate, isSeparate, playedFor, slicesFor } from '../slices/slice-validity.js'
import {
  classifyChange,
  decidingOfTwo,
  doOtherThreadsWork,
  EITHER,
  FEWEST_CPU_ROUNDS,
  needsMoreRounds
} from './classify-change.js'
import { comparisonsOf, sideOf, variantsIn } from './comparisons.js'
import { sizeOf } from './size-of.js'

/** @import { Load } from '../../load/types.js' */
/** @import { RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Comparison, DiscardReason, MetricName, Refusal, RoundEffect, Size, Verdict } from '../types.js' */

/** There is no verdict when more than this share of its slices is discarded. */
const MOST_DISCARDED_SHARE = 0.25

/**
 * Returns the verdict on each comparison of an experiment, corrected for their number: intervals by Bonferroni, p-values by Holm.
 * @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {CheckedSlices} slices unprofiled
 * @param {number | null} roundMs the duration of a round of this run
 * @returns {Verdict[]}
 */
export function verdictsOn(manifest, slices, roundMs) {
  const [verdicts = []] = verdictsOnEach(manifest, [slices], roundMs)
  return verdicts
}

/**
 * Returns the verdicts on several groups of slices, corrected for the number of all comparisons together.
 * @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {CheckedSlices[]} groups such as one per request
 * @param {number | null} roundMs the duration of a round of this run
 * @returns {Verdict[][]} by group
 */
export function verdictsOnEach(manifest, groups, roundMs) {
  const each = comparisonsOf(manifest.experiment)
  const family = { comparisons: each.length * groups.length, roundMs }
  const verdicts = groups.map(slices => each.map(comparison => verdictOn(comparison, manifest, slices, family)))
  const pValues = holmAdjusted(verdicts.flat().map(({ change }) => change?.pValue ?? 1))
  return verdicts.map((own, group) =>
    own.map(function withPValue(verdict, index) {
      const { change } = verdict
      const pValue = pValues[group * each.length + index] ?? 1
      return change ? { ...verdict, change: { ...change, pValue } } : verdict
    })
  )
}

/**
 * Returns the verdict on a comparison: by its own metric alone, under the first load alone.
 * @param {Comparison} comparison @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {CheckedSlices} slices unprofiled
 * @param {{ comparisons: number, roundMs: number | null }} family how many verdicts are decided together, and the duration of a round
 * @returns {Verdict}
 */
function verdictOn(comparison, manifest, slices, { comparisons, roundMs }) {
  const { candidate, baseline, pairs } = comparison
  const { marginRatio } = manifest.experiment
  const [load] = manifest.design.loads
  const names = variantsIn(comparison)
  const { metric, change: measured, refusal, ofTwo } = decidingChange(comparison, manifest, slices, comparisons)
  const size = sizeOfMetric(metric, sizeOf(comparison, manifest.design.detailLoad, slices.valid, comparisons))
  const failures = failuresOf(comparison, slices.all, comparisons)
  const played = playedFor(metric, load, slices)
  const warnings = verdictWarnings(played.filter(({ variant }) => names.includes(variant)))
  const facts = {
    candidate,
    baseline,
    metric,
    generator: load.generator,
    marginRatio,
    slices: played.every(isSeparate) ? /** @type {const} */ ('separate') : /** @type {const} */ ('shared-core'),
    refusal,
    ...(ofTwo && { ofTwoMetrics: ofTwo }),
    size,
    failures,
    warnings
  }
  if (measured === null) {
    return {
      ...facts,
      change: null,
      drift: null,
      disagreement: null,
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
  const used = slicesFor(metric, load, slices)
  const [before, after] = [sideOf(pairs, 'baseline'), sideOf(pairs, 'candidate')].map(driftsOf)
  const drift = driftOfVerdict(before ?? [], after ?? [])
  const change = widened(measured, drift?.addedHalfWidth ?? 0)
  return {
    ...facts,
    change,
    drift,
    disagreement: isRate(metric)
      ? null
      : disagreementOf(metric, comparison, manifest.design, slices.valid, comparisons),
    ...classifyChange(metric, change, marginRatio),
    leastPValue: leastPValue(change, comparisons * (ofTwo ? EITHER.length : 1)),
    detectableRatio: detectableEffect({
      spread: change.spread,
      rounds: change.pairs,
      marginRatio,
      confidence: change.confidence
    }),
    // More rounds do not make narrower what a drift adds.
    toSettle: drift === null ? roundsToSettle(metric, change, marginRatio, roundMs) : null,
    secondary,
    withheld: secondary === null && load.mode !== 'open' && metric !== 'requestsPerSecond' ? withheldReason() : null,
    rounds: roundEffects(metric, comparison, load, slices)
  }

  /** @param {string[]} variants */
  function driftsOf(variants) {
    return variants.map(variant => sliceDrift(metric, variant, used))
  }

  function secondaryVerdict() {
    if (load.mode === 'open') return null
    /** @type {MetricName} */
    const other = metric === 'requestsPerSecond' ? 'cpuPerRequest' : 'requestsPerSecond'
    const found = changeOf(other, comparison, { load, comparisons }, slices)
    return found && { metric: other, verdict: classifyChange(other, found, marginRatio).verdict, change: found }
  }

  function withheldReason() {
    const own = slices.discarded.filter(
      ({ slice }) => slice.load.generator === load.generator && names.includes(slice.variant)
    )
    const reasons = own.flatMap(({ reasons }) => reasons)
    return reasons.find(reason => reason.discards === 'rates' && isOwn(reason)) ?? null
  }
}

/** @param {MetricName} metric @param {Size} size */
function sizeOfMetric(metric, { main, all }) {
  if (metric === 'cpuMainThread') return main
  return metric === 'cpuPerRequest' ? all : null
}

/** @type {(metric: MetricName, reason: DiscardReason) => boolean} */
function isUnusedFor(metric, { code, discards }) {
  return discards === 'everything' || (isRate(metric) && code !== 'launch-excluded')
}

/**
 * Returns whether a slice is discarded for what happened in it, not because of another slice.
 * @param {DiscardReason} reason
 */
function isOwn({ code }) {
  return code !== 'other-half-discarded' && code !== 'launch-excluded'
}

/**
 * Returns the change that decides a verdict, or why there is none.
 * @param {Comparison} comparison @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {CheckedSlices} slices unprofiled
 * @param {number} [comparisons] how many verdicts are decided together; those of the experiment when left out
 * @returns {{ metric: MetricName, ofTwo: Verdict['ofTwoMetrics'] } & ({ change: Change, refusal: null } | { change: null, refusal: Refusal })}
 */
export function decidingChange(
  comparison,
  { experiment, design },
  slices,
  comparisons = comparisonsOf(experiment).length
) {
  const [load] = design.loads
  const names = variantsIn(comparison)
  const compared = slicesFor(comparison.metric, load, slices).filter(isCompared)
  const launches = launchMetrics(compared)
  const isKnown = launches.every(launch => launch.value(comparison.metric) !== null)
  const metric = slices.all.some(isEqualRate) ? 'requestsPerSecond' : isKnown ? comparison.metric : 'cpuPerRequest'
  const refusal = tooManyDiscarded()
  if (refusal) return { metric, ofTwo: undefined, change: null, refusal }
  const canHide = metric === 'cpuMainThread' && experiment.countsAllThreads === true
  const isOfTwo = canHide && doOtherThreadsWork(launches, comparison)
  const decided = isOfTwo
    ? decidingOfTwo(each => changeIn(each, comparisons * EITHER.length), experiment.marginRatio)
    : { metric, change: changeIn(metric, comparisons), opposite: null }
  const ofTwo = isOfTwo ? { opposite: decided.opposite } : undefined
  if (decided.change) return { metric: decided.metric, ofTwo, change: decided.change, refusal: null }
  const rounds = new Set(playedFor(metric, load, slices).map(slice => slice.round)).size
  const code = rounds < 2 ? 'too-few-rounds' : 'too-few-valid-rounds'
  return { metric, ofTwo, change: null, refusal: { code, rounds } }

  /** @param {MetricName} asked @param {number} tests */
  function changeIn(asked, tests) {
    return changeOf(asked, comparison, { load, comparisons: tests }, slices)
  }

  /** @returns {Refusal | null} */
  function tooManyDiscarded() {
    const measured = playedFor(metric, load, slices).filter(isCompared)
    const unused = slices.discarded.filter(
      ({ slice, reasons }) => measured.includes(slice) && reasons.some(reason => isUnusedFor(metric, reason))
    )
    if (unused.length <= measured.length * MOST_DISCARDED_SHARE) return null
    const reason = unused.flatMap(({ reasons }) => reasons).find(isOwn) ?? null
    return { code: 'too-many-discarded', discarded: unused.length, slices: measured.length, reason }
  }

  /** @param {SliceRecord} slice */
  function isCompared({ variant }) {
    return names.includes(variant)
  }
}

/** @type {(metric: MetricName, comparison: Comparison, family: { load: Load, comparisons: number }, slices: CheckedSlices) => Change | null} */
function changeOf(metric, comparison, { load, comparisons }, slices) {
  const launches = launchMetrics(slicesFor(metric, load, slices))
  return relativeChange(pairsOf(launches, metric, comparison), { comparisons })
}

/**
 * Returns the rounds of a verdict: the values of both sides, and the change between the two.
 * @type {(metric: MetricName, comparison: Comparison, load: Load, slices: CheckedSlices) => RoundEffect[]}
 */
function roundEffects(metric, comparison, load, slices) {
  const pairs = pairsOf(launchMetrics(slicesFor(metric, load, slices)), metric, comparison)
  return pairs
    .sort((a, b) => a.round - b.round)
    .flatMap(({ round, baseline: one, candidate: other }) =>
      one && other ? [{ round, baseline: one, candidate: other, relative: other / one - 1 }] : []
    )
}

/**
 * Returns the smallest p-value that so few rounds can have, where it is above the significance level.
 * @type {(change: Change, comparisons: number) => number | null}
 */
function leastPValue({ pairs }, comparisons) {
  const least = Math.min(1, (2 * comparisons) / 2 ** pairs)
  return least > ALPHA ? least : null
}

/**
 * Returns how many rounds would decide with 80% power on which side of the margin the change is, if it stays the same, and
 * how much more time they take.
 * @type {(metric: MetricName, change: Change, marginRatio: number, roundMs: number | null) => Verdict['toSettle']}
 */
function roundsToSettle(metric, change, marginRatio, roundMs) {
  const { relative, spread, pairs, confidence } = change
  const atLeast = needsMoreRounds(metric, change) ? FEWEST_CPU_ROUNDS : pairs + 1
  const known = { spread, confidence, atLeast }
  const distance = Math.abs(Math.log1p(relative)) - Math.log1p(marginRatio)
  const rounds =
    Math.abs(relative) < marginRatio
      ? roundsToStayWithin({ ...known, relative, marginRatio })
      : roundsNeeded({ ...known, distance })
  return rounds === null ? null : { rounds, moreMs: roundMs === null ? null : (rounds - pairs) * roundMs }
}
