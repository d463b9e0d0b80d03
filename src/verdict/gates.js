import { FEWEST_CPU_ROUNDS, isCpuMetric, moreIs } from './classify-change.js'
import { comparisonsOf } from './comparisons.js'
import { measureBudget, reasonOfRefusal, tooFew, withinTolerance } from './gate-values.js'

/**
 * @import { RunManifest } from '../runs/types.js'
 * @import { Facts, Found } from './gate-values.js'
 * @import { CheckedSlices } from './slice-validity.js'
 * @import { AgainstBaseline, Budget, Comparison, Gate, GateMeasurement, GateReason, MetricName, Verdict } from './types.js'
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
  const facts = { manifest, slices, tests }
  return budgets.flatMap(budget => [
    ...comparisons.map((comparison, index) => gateOn(budget, comparison, verdicts[index], facts)),
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

/** @type {(budget: Budget, comparison: Comparison, verdict: Verdict | undefined, facts: Facts) => Gate} */
function gateOn(budget, comparison, verdict, facts) {
  const { candidate, baseline } = comparison
  const isOfVerdict = budget.name === 'slower'
  const found = isOfVerdict ? ofVerdict(verdict) : measureBudget(budget, comparison, facts)
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

/** @type {(metric: MetricName, rounds: number) => GateReason | null} as for a verdict */
function tooFewOf(metric, rounds) {
  return tooFew(rounds, isCpuMetric(metric) ? FEWEST_CPU_ROUNDS : 2)
}
