import { estimate, meanInterval, relativeChange, widened } from '../stats/intervals.js'
import { ALPHA } from '../stats/levels.js'
import { mean, sum } from '../stats/means.js'
import { budgetedMetrics, isOnExactCounter } from './budgeted-metrics.js'
import { FEWEST_CPU_ROUNDS, isCpuMetric } from './classify-change.js'
import { sideOf } from './comparisons.js'
import { toleranceOf } from './counter-verdict.js'
import { counterRounds } from './counters.js'
import { decidingChange } from './decide.js'
import { latencyRounds } from './latency-table.js'
import { launchMetrics, pairsOf } from './launch-metrics.js'
import { driftOfVerdict, sliceDrift } from './slice-drift.js'
import { isEqualRate, isSeparate, slicesFor, under } from './slice-validity.js'

/**
 * @import { RunManifest } from '../runs/types.js'
 * @import { RoundValues } from '../stats/intervals.js'
 * @import { CheckedSlices } from './slice-validity.js'
 * @import { Budget, BudgetedName, Comparison, GateMeasurement, GateReason, MetricName, Verdict } from './types.js'
 */

/** Exact counters repeat from launch to launch, so a few rounds decide them: docs/counters.md has the spreads. */
export const FEWEST_COUNTER_ROUNDS = 3

/**
 * @typedef {object} Facts
 * @property {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @property {CheckedSlices} slices unprofiled
 * @property {number} tests how many budgets are decided together
 *
 * @typedef {{ measured: GateMeasurement | null, reason: GateReason | null }} Found
 *
 * @typedef {object} Values
 * @property {RoundValues[]} rounds
 * @property {number} needed how many are
 * @property {GateReason | null} reason why they decide nothing
 * @property {number} [addedHalfWidth] by drift, as a difference of logarithms
 * @property {boolean} [isPlayed] whether the run has slices of it, even where none of them has a value
 */

/**
 * Returns what a run measured for a budget, with the interval that decides, or why that says nothing.
 * @type {(budget: Budget, comparison: Comparison, facts: Facts) => Found}
 */
export function measureBudget(budget, comparison, facts) {
  const { rounds, needed, reason, addedHalfWidth = 0, isPlayed = false } = valuesOf(budget, comparison, facts)
  if (reason) return { measured: null, reason }
  const known = rounds.filter(isKnown)
  if (known.length === 0 && !isPlayed) return { measured: null, reason: { code: 'not-measured' } }
  const measured = known.length < 2 ? null : intervalOf(budget, known, facts.tests, addedHalfWidth)
  return { measured, reason: tooFew(known.length, needed) ?? (measured ? null : { code: 'not-measured' }) }
}

/**
 * Returns the interval of a budget's kind over rounds. Counters can be zero, so their means are arithmetic.
 * @type {(budget: Budget, rounds: { baseline: number, candidate: number }[], tests: number, addedHalfWidth: number) => GateMeasurement | null}
 */
function intervalOf({ name, kind }, rounds, tests, addedHalfWidth) {
  const confidence = 1 - ALPHA / tests
  const about = { confidence, rounds: rounds.length }
  if (kind === 'relative') {
    const change = relativeChange(rounds, { comparisons: tests })
    if (!change) return null
    const { relative: value, low, high } = widened(change, addedHalfWidth)
    return { value, low, high, ...about }
  }
  if (kind === 'limit' && !isCounter(name)) {
    const found = estimate(
      rounds.map(({ candidate }) => candidate),
      { comparisons: tests }
    )
    const { value = 0, low = null, high = null } = found ?? {}
    return low === null || high === null ? null : { value, low, high, ...about }
  }
  const values = rounds.map(({ baseline, candidate }) => (kind === 'limit' ? candidate : candidate - baseline))
  const { mean: value, low, high } = meanInterval(values, confidence)
  return { value, low, high, ...about }
}

/** @type {(budget: Budget, comparison: Comparison, facts: Facts) => Values} */
function valuesOf({ name, kind }, comparison, { manifest, slices, tests }) {
  const { metric, quantile, counters } = budgetedMetrics[/** @type {BudgetedName} */ (name)]
  const { loads, detailLoad } = manifest.design
  if (counters) {
    const rounds = sumsOf(
      counters.map(counter => counterRounds(counter, comparison.pairs, countedSlices(manifest, slices)))
    )
    return { rounds, needed: isOnExactCounter(name) ? FEWEST_COUNTER_ROUNDS : FEWEST_CPU_ROUNDS, reason: null }
  }
  const needed = FEWEST_CPU_ROUNDS
  if (quantile !== undefined) {
    const open = loads.find(({ mode }) => mode === 'open')
    if (!open) return { rounds: [], needed, reason: null }
    return { rounds: latencyRounds(open, quantile, comparison, slices), needed, reason: null, isPlayed: true }
  }
  if (metric === undefined) return { rounds: [], needed, reason: null }
  const [load] = loads
  if (metric === 'requestsPerSecond' && load.mode === 'open') return { rounds: [], needed, reason: null }
  if (isCpuMetric(metric) && slices.all.some(isEqualRate))
    return { rounds: [], needed, reason: { code: 'server-idle' } }
  const { refusal } = decidingChange({ ...comparison, metric }, ofMainThread(manifest), slices, tests)
  const reason = refusal && reasonOfRefusal(refusal, needed)
  const isSize = isCpuMetric(metric) && kind !== 'relative'
  // What a request costs comes from separate slices; whether it costs more, from those that decide verdicts.
  const own = isSize ? under(detailLoad, slices.valid).filter(isSeparate) : slicesFor(metric, load, slices)
  const rounds = pairsOf(launchMetrics(own), metric, comparison).map(({ baseline, candidate }) => ({
    baseline,
    candidate
  }))
  return { rounds, needed, reason, addedHalfWidth: isCpuMetric(metric) ? driftIn(metric, comparison, own) : 0 }
}

/** @type {(metric: MetricName, comparison: Comparison, slices: CheckedSlices['valid']) => number} */
function driftIn(metric, { pairs }, slices) {
  const [before = [], after = []] = /** @type {const} */ (['baseline', 'candidate']).map(side =>
    sideOf(pairs, side).map(variant => sliceDrift(metric, variant, slices))
  )
  return driftOfVerdict(before, after)?.addedHalfWidth ?? 0
}

/**
 * Returns a manifest with which a change is that of the metric asked for, and not the larger one of two.
 * @param {Facts['manifest']} manifest
 */
function ofMainThread(manifest) {
  return { ...manifest, experiment: { ...manifest.experiment, countsAllThreads: false } }
}

/**
 * Returns why a difference beyond a budget on an exact counter says nothing: two launches of the same code can differ as much.
 * @type {(budget: Budget, comparison: Comparison, facts: Facts) => GateReason | null}
 */
export function withinTolerance({ name, kind }, { pairs }, { manifest, slices, tests }) {
  if (kind === 'limit' || !isOnExactCounter(name)) return null
  const counters = budgetedMetrics[/** @type {BudgetedName} */ (name)].counters ?? []
  const each = counters.map(counter => counterRounds(counter, pairs, countedSlices(manifest, slices)))
  const tolerance = sum(
    counters.map((counter, index) => toleranceOf(counter, mean((each[index] ?? []).map(({ baseline }) => baseline))))
  )
  const { low } = meanInterval(
    sumsOf(each).map(({ baseline, candidate }) => candidate - baseline),
    1 - ALPHA / tests
  )
  return low > tolerance ? null : { code: 'within-tolerance', tolerance }
}

/** @param {Facts['manifest']} manifest @param {CheckedSlices} slices */
function countedSlices({ design }, slices) {
  return slicesFor('cpuPerRequest', design.loads[0], slices)
}

/**
 * Returns the sum of several counters by round, of rounds that have all of them.
 * @param {ReturnType<typeof counterRounds>[]} counters
 */
function sumsOf([first = [], ...others]) {
  return first.flatMap(function inRound({ round, ...values }) {
    const same = others.flatMap(rounds => rounds.find(each => each.round === round) ?? [])
    if (same.length < others.length) return []
    const all = [values, ...same]
    return [{ baseline: sum(all.map(each => each.baseline)), candidate: sum(all.map(each => each.candidate)) }]
  })
}

/**
 * Returns why a verdict was refused as the reason of a gate.
 * @type {(refusal: NonNullable<Verdict['refusal']>, needed: number) => GateReason}
 */
export function reasonOfRefusal(refusal, needed) {
  if (refusal.code === 'too-many-discarded') return refusal
  return { code: 'too-few-rounds', rounds: refusal.rounds, needed }
}

/** Returns why so few rounds decide nothing; null where they are enough. @type {(rounds: number, needed: number) => GateReason | null} */
export function tooFew(rounds, needed) {
  return rounds < needed ? { code: 'too-few-rounds', rounds, needed } : null
}

/** @param {Budget['name']} name */
function isCounter(name) {
  return name !== 'slower' && budgetedMetrics[name].counters !== undefined
}

/** @type {(round: RoundValues) => round is { baseline: number, candidate: number }} */
function isKnown({ baseline, candidate }) {
  return baseline !== null && candidate !== null
}
