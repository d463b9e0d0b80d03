import { estimate, meanInterval, relativeChange, widened } from '../stats/intervals.js'
import { ALPHA } from '../stats/levels.js'
import { mean, sum } from '../stats/means.js'
import { budgetedMetrics, isOnExactCounter } from './budgeted-metrics.js'
import { FEWEST_CPU_ROUNDS, isCpuMetric, moreIs } from './classify-change.js'
import { comparisonsOf, sideOf } from './comparisons.js'
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
 * @import { AgainstBaseline, Budget, BudgetedName, Comparison, Gate, GateMeasurement, GateReason, MetricName, Verdict } from './types.js'
 */

/** Exact counters repeat from launch to launch, so a few rounds decide them: docs/counters.md has the spreads. */
export const FEWEST_COUNTER_ROUNDS = 3

/**
 * @typedef {object} Facts
 * @property {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @property {CheckedSlices} slices unprofiled
 * @property {Verdict[]} verdicts one per comparison, in the same order
 * @property {number} tests how many budgets are decided together
 *
 * @typedef {{ measured: GateMeasurement | null, reason: GateReason | null }} Found
 * @typedef {{ rounds: RoundValues[], needed: number, reason: GateReason | null, addedHalfWidth?: number, isPlayed?: boolean }} Values
 */

/**
 * Returns what each budget of a run says of each candidate. The intervals of all budgets together contain the true values in 95% of
 * runs (Bonferroni); the one of `slower` is that of the verdict.
 * @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {CheckedSlices} slices unprofiled
 * @param {Verdict[]} verdicts one per comparison
 * @param {AgainstBaseline | null} [against] a saved baseline: no candidate may be slower than it was at that time either
 * @returns {Gate[]} by budget, then by candidate
 */
export function gatesOn(manifest, slices, verdicts, against = null) {
  const { budgets = [] } = manifest.design
  const comparisons = comparisonsOf(manifest.experiment)
  const tests = comparisons.length * budgets.filter(({ name }) => name !== 'slower').length
  const facts = { manifest, slices, verdicts, tests }
  return budgets.flatMap(budget => [
    ...comparisons.map((comparison, index) => gateOn(budget, comparison, index, facts)),
    ...(budget.name === 'slower' ? gatesAgainst(budget, comparisons, against) : [])
  ])
}

/** @type {(budget: Budget, comparisons: Comparison[], against: AgainstBaseline | null) => Gate[]} */
function gatesAgainst(budget, comparisons, against) {
  if (!against) return []
  const own = against.rows.filter(({ variant }) => comparisons.some(({ candidate }) => candidate === variant))
  return own.map(function gateOfRow({ variant, metric, relative: value, low, high, confidence, launches }) {
    const rounds = Math.min(launches.before, launches.now)
    const found = { measured: { value, low, high, confidence, rounds }, reason: tooFewOf(metric, rounds) }
    const baseline = `${variant} of the baseline ${against.name}`
    return gateFrom(budget, { candidate: variant, baseline, metric }, found)
  })
}

/** @type {(budget: Budget, comparison: Comparison, index: number, facts: Facts) => Gate} */
function gateOn(budget, comparison, index, facts) {
  const { candidate, baseline } = comparison
  const isOfVerdict = budget.name === 'slower'
  const verdict = facts.verdicts[index]
  const found = isOfVerdict ? ofVerdict(verdict) : measure(budget, comparison, facts)
  const metric = isOfVerdict ? (verdict?.metric ?? null) : null
  const gate = gateFrom(budget, { candidate, baseline, metric }, found)
  const tolerated = gate.outcome === 'fired' ? withinTolerance(budget, comparison, facts) : null
  return tolerated ? { ...gate, outcome: 'cannot tell', reason: tolerated } : gate
}

/** @type {(budget: Budget, of: Pick<Gate, 'candidate' | 'baseline' | 'metric'>, found: Found) => Gate} */
function gateFrom(budget, of, { measured, reason }) {
  if (reason || !measured) return { budget, ...of, outcome: 'cannot tell', reason, measured }
  const side = sideOfBudget(budget, measured, of.metric)
  if (side === 'across') return { budget, ...of, outcome: 'cannot tell', reason: { code: 'crosses-budget' }, measured }
  return { budget, ...of, outcome: side === 'beyond' ? 'fired' : 'passed', reason: null, measured }
}

/**
 * Returns on which side of a budget the whole interval of a measurement lies.
 * @param {Budget} budget
 * @param {Pick<GateMeasurement, 'low' | 'high'>} measured
 * @param {MetricName | null} metric of a verdict
 * @returns {'beyond' | 'within' | 'across'}
 */
function sideOfBudget({ name, kind, amount }, { low, high }, metric) {
  const isBetter = name === 'requestsPerSecond' || (metric !== null && moreIs(metric) === 'better')
  const [least, most] = isBetter ? [-high, -low] : [low, high]
  const mostAllowed = isBetter && kind === 'limit' ? -amount : amount
  if (least > mostAllowed) return 'beyond'
  return most <= mostAllowed ? 'within' : 'across'
}

/** @param {Verdict} [verdict] @returns {Found} */
function ofVerdict(verdict) {
  const { metric = 'cpuPerRequest', change = null, refusal = null } = verdict ?? {}
  if (!change) return { measured: null, reason: refusal ? reasonOfRefusal(refusal, 2) : { code: 'not-measured' } }
  const { relative: value, low, high, confidence, pairs: rounds } = change
  return {
    measured: { value, low, high, confidence, rounds },
    reason: tooFewOf(metric, rounds)
  }
}

/** @type {(budget: Budget, comparison: Comparison, facts: Facts) => Found} */
function measure(budget, comparison, facts) {
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
function withinTolerance({ name, kind }, { pairs }, { manifest, slices, tests }) {
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

/** @type {(refusal: NonNullable<Verdict['refusal']>, needed: number) => GateReason} */
function reasonOfRefusal(refusal, needed) {
  if (refusal.code === 'too-many-discarded') return refusal
  return { code: 'too-few-rounds', rounds: refusal.rounds, needed }
}

/** @type {(metric: MetricName, rounds: number) => GateReason | null} as for a verdict */
function tooFewOf(metric, rounds) {
  return tooFew(rounds, isCpuMetric(metric) ? FEWEST_CPU_ROUNDS : 2)
}

/** @type {(rounds: number, needed: number) => GateReason | null} */
function tooFew(rounds, needed) {
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
