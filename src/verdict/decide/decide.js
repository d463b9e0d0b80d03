import { detectableBeyond, roundsNeeded, roundsToStayWithin } from '../../stats/detectable-effect.js'
import { beyondPValue, equivalencePValue } from '../../stats/intervals.js'
import { disturbancesOf, failuresOf, isCold } from '../checks/verdict-checks.js'
import { launchMetrics, pairsOf } from '../slices/launch-metrics.js'
import { isRate, isSeparate, playedFor, slicesFor } from '../slices/slice-validity.js'
import { classifyChange, fewestPairs, isCpuMetric, isDecided } from './classify-change.js'
import { comparisonsOf, familyOf, variantsIn } from './comparisons.js'
import { changeOf, decidingChange, isOwn, withDrift } from './deciding-change.js'
import { sizeOf, sizeOfMetric } from './size-of.js'

/** @import { Load } from '../../load/types.js' */
/** @import { RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Comparison, DiscardReason, MetricName, Refusal, RoundEffect, Verdict } from '../types.js' */

/**
 * Returns the verdict on each comparison of an experiment, corrected for how many are decided together.
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
  const family = { comparisons: familyOf(manifest.experiment) * groups.length, roundMs }
  return groups.map(slices => each.map(comparison => verdictOn(comparison, manifest, slices, family)))
}

/**
 * Returns the verdict on a comparison: by its own metric alone, under the first load alone.
 * @param {Comparison} comparison @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {CheckedSlices} slices unprofiled
 * @param {{ comparisons: number, roundMs: number | null }} family how many verdicts are decided together, and the duration of a round
 * @returns {Verdict}
 */
function verdictOn(comparison, manifest, slices, { comparisons, roundMs }) {
  const { candidate, baseline } = comparison
  const { marginRatio } = manifest.experiment
  const names = variantsIn(comparison)
  const { metric, load, change: measured, refusal } = decidingChange(comparison, manifest, slices, comparisons)
  const size = sizeOfMetric(metric, sizeOf(comparison, manifest.design, slices, comparisons))
  const failures = failuresOf(comparison, slices.all, comparisons)
  const played = playedFor(metric, load, slices)
  const warnings = disturbancesOf(played.filter(({ variant }) => names.includes(variant)))
  const facts = {
    candidate,
    baseline,
    metric,
    generator: load.generator,
    marginRatio,
    slices: played.every(isSeparate) ? /** @type {const} */ ('separate') : /** @type {const} */ ('shared-core'),
    refusal,
    ...(isCold(manifest.design) && { isCold: true }),
    size,
    failures,
    warnings
  }
  if (measured === null) {
    return {
      ...facts,
      change: null,
      drift: null,
      verdict: 'cannot tell',
      lean: null,
      pValue: null,
      detectableRatio: null,
      toSettle: null,
      secondary: null,
      withheld: null,
      rounds: []
    }
  }
  const [first] = manifest.design.loads
  const hasRate = !isRate(metric) && first.mode !== 'open'
  const rate = hasRate ? besideVerdict('requestsPerSecond', first) : null
  const secondary = secondaryVerdict()
  const { change, drift } = withDrift(measured, metric, comparison, slicesFor(metric, load, slices))
  const decided = classifyChange(metric, change, marginRatio)
  return {
    ...facts,
    change,
    drift,
    ...decided,
    pValue: decidingPValue(decided.verdict, change, marginRatio),
    detectableRatio: detectableBeyond(
      { ...change, rounds: change.pairs, addedHalfWidth: drift?.addedHalfWidth },
      marginRatio
    ),
    // More rounds do not make narrower what a drift adds.
    toSettle:
      drift === null && decided.verdict === 'cannot tell' ? roundsToSettle(metric, change, marginRatio, roundMs) : null,
    secondary,
    withheld: hasRate && rate === null ? withheldReason() : null,
    rounds: roundEffects(metric, comparison, load, slices)
  }

  function secondaryVerdict() {
    if (isRate(metric)) return besideVerdict('cpuPerRequest', first)
    if (!hasRate) return null
    const open = manifest.design.loads.find(({ mode }) => mode === 'open')
    const latency = open ? besideVerdict('latencyP50', open) : null
    return isDecided(latency) && !isDecided(rate) ? latency : rate
  }

  /** @param {MetricName} other @param {Load} own */
  function besideVerdict(other, own) {
    const bare = changeOf(other, comparison, { load: own, comparisons }, slices)
    const found =
      bare && isCpuMetric(other) ? withDrift(bare, other, comparison, slicesFor(other, own, slices)).change : bare
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

/** @type {(verdict: Verdict['verdict'], change: Change, marginRatio: number) => number | null} */
function decidingPValue(verdict, change, marginRatio) {
  if (verdict === 'cannot tell') return null
  return verdict === 'no difference' ? equivalencePValue(change, marginRatio) : beyondPValue(change, marginRatio)
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
 * Returns how many rounds would decide with 80% power on which side of the margin the change is, if it stays the same, and
 * how much more time they take.
 * @type {(metric: MetricName, change: Change, marginRatio: number, roundMs: number | null) => Verdict['toSettle']}
 */
function roundsToSettle(metric, change, marginRatio, roundMs) {
  const { relative, spread, pairs, confidence } = change
  const atLeast = Math.max(fewestPairs(metric, change), pairs + 1)
  const known = { spread, confidence, atLeast }
  const distance = Math.abs(Math.log1p(relative)) - Math.log1p(marginRatio)
  const rounds =
    Math.abs(relative) < marginRatio
      ? roundsToStayWithin({ ...known, relative, marginRatio })
      : roundsNeeded({ ...known, distance })
  return rounds === null ? null : { rounds, moreMs: roundMs === null ? null : (rounds - pairs) * roundMs }
}
