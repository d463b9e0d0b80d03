import { estimate, meanInterval, relativeChange, widened } from '../../stats/intervals.js'
import { ALPHA } from '../../stats/levels.js'
import { mean, sum } from '../../stats/means.js'
import { changeOfMeans } from '../../stats/ratio-of-means.js'
import { FEWEST_CPU_ROUNDS, FEWEST_MACHINES, isCpuMetric } from '../decide/classify-change.js'
import { sideOf } from '../decide/comparisons.js'
import { decidingChange } from '../decide/deciding-change.js'
import { latencyRounds } from '../decide/latency-table.js'
import { sizeOf, sizeOfMetric } from '../decide/size-of.js'
import { counterRounds, toleranceOf } from '../slices/counters.js'
import { launchMetrics, pairsOf } from '../slices/launch-metrics.js'
import { driftOfVerdict, halfDriftOf, sliceDrift } from '../slices/slice-drift.js'
import { isEqualRate, separateUnder, slicesFor } from '../slices/slice-validity.js'
import { budgetedMetrics, isOnExactCounter } from './budgeted-metrics.js'

/** @import { Load } from '../../load/types.js' */
/** @import { RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { RoundValues } from '../../stats/intervals.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Budget, BudgetedName, Comparison, CounterName, GateMeasurement, GateReason, MetricName, SizeOfThreads, Verdict } from '../types.js' */

/** Exact counters repeat from launch to launch, so a few rounds decide them: docs/counters.md has the spreads. */
export const FEWEST_COUNTER_ROUNDS = 3

/**
 * @typedef {object} Facts
 * @property {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @property {CheckedSlices} slices unprofiled
 * @property {number} comparisons how many gates are decided together
 *
 * @typedef {object} Found
 * @property {GateMeasurement | null} measured
 * @property {GateReason | null} reason why it decides nothing
 * @property {GateReason | null} [doubt] why it decides nothing where it is beyond the budget
 *
 * @typedef {Budget & { name: BudgetedName }} NamedBudget one that is not on the verdict
 * @typedef {{ baseline: number, candidate: number }} KnownRound
 *
 * @typedef {object} Values
 * @property {KnownRound[]} rounds those that have both values
 * @property {number} needed how many are
 * @property {number} [drift] of CPU, where what is compared drifts: by how much it differs at the last slice of a launch from its value, as
 *   a difference of logarithms; at the first slice by as much in the other direction
 * @property {SizeOfThreads['difference']} [increase] of CPU, as the report prints it
 * @property {number} [tolerance] by which two launches of the same code can differ, in the unit of the metric
 */

/**
 * Returns what a run measured for a budget, with the interval that decides, or why that says nothing.
 * @type {(budget: NamedBudget, comparison: Comparison, facts: Facts) => Found}
 */
export function measureBudget(budget, comparison, facts) {
  const values = valuesOf(budget, comparison, facts)
  if ('code' in values) return { measured: null, reason: values }
  const { rounds } = values
  const isOfMachines = facts.slices.all.some(({ machine }) => machine !== undefined)
  const needed = isOfMachines ? FEWEST_MACHINES : values.needed
  const measured = rounds.length < 2 ? null : intervalOf(budget, values, facts.comparisons)
  return {
    measured,
    reason: tooFew(rounds.length, needed) ?? (measured ? null : { code: 'zero-baseline' }),
    doubt: measured && doubtOf(values, facts.comparisons)
  }
}

/** @type {(budget: NamedBudget, comparison: Comparison, facts: Facts) => Values | GateReason} */
function valuesOf(budget, comparison, facts) {
  const budgeted = budgetedMetrics[budget.name]
  if ('counters' in budgeted) return counterValues(budgeted.counters, budget, comparison, facts)
  if ('quantile' in budgeted) return latencyValues(budgeted.quantile, comparison, facts)
  return metricValues(budgeted.metric, budget, comparison, facts)
}

/**
 * Returns the sum of counters. A difference of exact ones has a tolerance: that of one of them, since the sum of all calls varies little
 * more (docs/counters.md).
 * @type {(counters: CounterName[], budget: NamedBudget, comparison: Comparison, facts: Facts) => Values | GateReason}
 */
function counterValues(counters, { name, kind }, { pairs }, { manifest, slices }) {
  const counted = slicesFor('cpuPerRequest', manifest.design.loads[0], slices)
  const lacksOne = (/** @type {SliceRecord} */ { server }) =>
    counters.some(counter => (server[counter] ?? null) === null)
  if (counted.length > 0 && counted.every(lacksOne)) return { code: 'not-measured' }
  const each = counters.map(counter => counterRounds(counter, pairs, counted))
  const rounds = sumsOf(each)
  if (!isOnExactCounter(name)) return { rounds, needed: FEWEST_CPU_ROUNDS }
  const needed = FEWEST_COUNTER_ROUNDS
  if (kind === 'limit') return { rounds, needed }
  const tolerances = counters.map((counter, index) =>
    toleranceOf(counter, mean((each[index] ?? []).map(({ baseline }) => baseline)))
  )
  return { rounds, needed, tolerance: Math.max(...tolerances) }
}

/**
 * Returns a quantile of the latency in an open loop. Where the run has such a load and no round of it counts, there are no rounds.
 * @type {(quantile: number, comparison: Comparison, facts: Facts) => Values | GateReason}
 */
function latencyValues(quantile, comparison, facts) {
  const { manifest, slices } = facts
  const open = manifest.design.loads.find(({ mode }) => mode === 'open')
  if (!open || !isPlayed(open, facts)) return { code: 'not-played' }
  return {
    rounds: latencyRounds(open, quantile, comparison, slices).filter(isUsable),
    needed: FEWEST_CPU_ROUNDS
  }
}

/**
 * Returns CPU or requests/s.
 * @type {(metric: MetricName, budget: NamedBudget, comparison: Comparison, facts: Facts) => Values | GateReason}
 */
function metricValues(metric, { kind }, comparison, facts) {
  const { manifest, slices, comparisons } = facts
  const { loads, detailLoad } = manifest.design
  const [load] = loads
  const isCpu = isCpuMetric(metric)
  // What a request costs comes from separate slices; whether it costs more, from those that decide verdicts.
  const isLimit = isCpu && kind === 'limit'
  const separate = isCpu && kind !== 'relative' ? detailLoad : isCpu ? null : load
  if (!isCpu && load.mode === 'open') return { code: 'not-played' }
  if (separate && !isPlayed(separate, facts)) return { code: 'not-played' }
  if (isCpu && slices.all.some(isEqualRate)) return { code: 'server-idle' }
  const { refusal } = decidingChange({ ...comparison, metric }, manifest, slices, comparisons)
  if (refusal) return reasonOfRefusal(refusal, FEWEST_CPU_ROUNDS)
  const own = isLimit ? separateUnder(detailLoad, slices.valid) : slicesFor(metric, load, slices)
  const rounds = pairsOf(launchMetrics(own), metric, comparison).filter(isUsable)
  if (rounds.length === 0) return { code: 'not-measured' }
  const found = { rounds, needed: FEWEST_CPU_ROUNDS }
  if (!isCpu) return found
  if (isLimit) return { ...found, drift: driftOfCandidate(metric, comparison, own) }
  if (kind === 'relative') return { ...found, drift: driftOfVerdict(metric, comparison, own)?.addedHalfWidth }
  const size = sizeOfMetric(metric, sizeOf(comparison, manifest.design, slices, comparisons))
  if (size) return { ...found, increase: size.difference }
  // One round gives the cost of the baseline no interval.
  const isNone = separateUnder(detailLoad, slices.valid).length === 0
  return isNone ? { code: 'not-measured' } : { code: 'too-few-rounds', rounds: 1, needed: 2 }
}

/**
 * Returns whether a run was to load one server at a time by a load.
 * @type {(load: Load, facts: Facts) => boolean}
 */
function isPlayed(load, { manifest, slices }) {
  return manifest.design.loadRounds.unprofiled > 0 || separateUnder(load, slices.all).length > 0
}

/**
 * Returns the interval of a budget's kind over rounds; null for a percentage of a counter that is zero in the baseline. Counters can be
 * zero, so their means are arithmetic.
 * @type {(budget: NamedBudget, values: Values, comparisons: number) => GateMeasurement | null}
 */
function intervalOf({ name, kind }, { rounds, drift = 0, increase }, comparisons) {
  const about = { confidence: confidenceOf(comparisons), rounds: rounds.length }
  if (increase) return { value: increase.micros, low: increase.low, high: increase.high, ...about }
  const isCounter = 'counters' in budgetedMetrics[name]
  if (kind === 'relative') {
    const change = (isCounter ? changeOfMeans : relativeChange)(rounds, { comparisons })
    if (!change) return null
    const { relative: value, low, high } = widened(change, Math.abs(drift))
    return { value, low, high, ...about }
  }
  const candidates = rounds.map(({ candidate }) => candidate)
  if (kind === 'limit' && !isCounter) {
    const found = estimate(candidates, { comparisons })
    if (!found || found.low === null || found.high === null) return null
    const factor = Math.exp(Math.abs(drift))
    return { value: found.value, low: found.low / factor, high: found.high * factor, ...about }
  }
  const values = kind === 'limit' ? candidates : rounds.map(differenceOf)
  const { mean: value, low, high } = meanInterval(values, about.confidence)
  return { value, low, high, ...about }
}

/**
 * Returns why a difference beyond a budget says nothing: two launches of the same code can differ as much.
 * @type {(values: Values, comparisons: number) => GateReason | null}
 */
function doubtOf({ rounds, tolerance }, comparisons) {
  if (tolerance === undefined) return null
  const { low } = meanInterval(rounds.map(differenceOf), confidenceOf(comparisons))
  return low > tolerance ? null : { code: 'within-tolerance', tolerance }
}

/** @type {(metric: MetricName, comparison: Comparison, slices: CheckedSlices['valid']) => number} */
function driftOfCandidate(metric, { pairs }, slices) {
  const drifts = sideOf(pairs, 'candidate').map(variant => sliceDrift(metric, variant, slices))
  return drifts.some(drift => drift?.isDrifting) ? halfDriftOf(drifts) : 0
}

/**
 * Returns the sum of several counters by round, of rounds that have all of them.
 * @type {(counters: ReturnType<typeof counterRounds>[]) => KnownRound[]}
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
  if (refusal.code === 'too-many-discarded' || refusal.code === 'disturbed') return refusal
  if (refusal.code === 'too-few-valid-rounds' || refusal.code === 'too-few-machines') return { code: 'not-measured' }
  return { code: 'too-few-rounds', rounds: refusal.rounds, needed }
}

/** Returns why so few rounds decide nothing; null where they are enough. @type {(rounds: number, needed: number) => GateReason | null} */
export function tooFew(rounds, needed) {
  return rounds < needed ? { code: 'too-few-rounds', rounds, needed } : null
}

/** @param {number} comparisons decided together (Bonferroni) */
function confidenceOf(comparisons) {
  return 1 - ALPHA / comparisons
}

/** @param {KnownRound} round */
function differenceOf({ baseline, candidate }) {
  return candidate - baseline
}

/**
 * Returns whether a round has both values, above zero: their logarithms are compared.
 * @type {<Round extends RoundValues>(round: Round) => round is Round & KnownRound}
 */
function isUsable({ baseline, candidate }) {
  return baseline !== null && candidate !== null && baseline > 0 && candidate > 0
}
