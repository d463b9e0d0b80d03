import { FEWEST_CPU_ROUNDS, isCpuMetric } from '../decide/classify-change.js'
import { comparisonsOf } from '../decide/comparisons.js'
import { moreIsBetter } from './budgeted-metrics.js'
import { measureBudget, reasonOfRefusal, tooFew } from './gate-values.js'

/**
 * @import { RunManifest } from '../../runs/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { CheckedSlices } from '../slices/slice-validity.js'
 * @import { AgainstBaseline, AgainstRow, Budget, Comparison, Gate, GateMeasurement, GateReason, MetricName, Verdict } from '../types.js'
 * @import { Facts, Found } from './gate-values.js'
 */

/** @typedef {Pick<Gate, 'budget' | 'candidate' | 'baseline' | 'against' | 'metric'>} Subject what a gate is on */

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
  const compared = comparisonsOf(manifest.experiment)
  const measured = budgets.filter(({ name }) => name !== 'slower')
  const facts = { manifest, slices, comparisons: compared.length * measured.length }
  return budgets.flatMap(budget => [
    ...compared.map((comparison, index) => gateOn(budget, comparison, verdicts[index], facts)),
    ...(budget.name === 'slower' ? gatesAgainst(budget, compared, verdicts, against) : [])
  ])
}

/**
 * Returns a gate per candidate and deciding metric, also where the comparison with the saved baseline has no row of the two.
 * @type {(budget: Budget, compared: Comparison[], verdicts: Verdict[], against: AgainstBaseline | null) => Gate[]}
 */
function gatesAgainst(budget, compared, verdicts, against) {
  if (!against) return []
  const metrics = [...new Set(verdicts.map(({ metric }) => metric))]
  return compared.flatMap(({ candidate }) =>
    metrics.map(function gateOfMetric(metric) {
      const row = against.rows.find(each => each.variant === candidate && each.metric === metric)
      return gateFrom({ budget, candidate, baseline: candidate, against: against.name, metric }, ofRow(row))
    })
  )
}

/** @param {AgainstRow} [row] none with fewer than two launches at either time @returns {Found} */
function ofRow(row) {
  if (!row) return { measured: null, reason: { code: 'not-measured' } }
  const { metric, relative: value, low, high, confidence, launches } = row
  const rounds = Math.min(launches.before, launches.now)
  return { measured: { value, low, high, confidence, rounds }, reason: tooFewOf(metric, rounds) }
}

/** @type {(budget: Budget, comparison: Comparison, verdict: Verdict | undefined, facts: Facts) => Gate} */
function gateOn(budget, comparison, verdict, facts) {
  const { candidate, baseline } = comparison
  const { name } = budget
  const subject = { budget, candidate, baseline, against: null }
  if (name === 'slower') return gateFrom({ ...subject, metric: verdict?.metric ?? null }, ofVerdict(verdict))
  return gateFrom({ ...subject, metric: null }, measureBudget({ ...budget, name }, comparison, facts))
}

/** @type {(subject: Subject, found: Found) => Gate} */
function gateFrom(subject, { measured, reason, doubt = null }) {
  if (reason || !measured) return { ...subject, outcome: 'cannot tell', reason, measured }
  const side = sideOfBudget(subject, measured)
  if (side === 'within') return { ...subject, outcome: 'passed', reason: null, measured }
  const doubted = side === 'across' ? /** @type {const} */ ({ code: 'crosses-budget' }) : doubt
  return { ...subject, outcome: doubted ? 'cannot tell' : 'fired', reason: doubted, measured }
}

/**
 * Returns on which side of a budget the whole interval of a measurement lies.
 * @type {(subject: Subject, measured: Pick<GateMeasurement, 'low' | 'high'>) => 'beyond' | 'within' | 'across'}
 */
function sideOfBudget(subject, { low, high }) {
  const { kind, amount } = subject.budget
  const isBetter = moreIsBetter(subject)
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

/** Returns the gates that fired: a run with one ends with exit code 1. @param {Pick<Analysis, 'gates'>} analysis */
export function firedGates({ gates = [] }) {
  return gates.filter(({ outcome }) => outcome === 'fired')
}

/**
 * Returns the gates that could decide nothing whatever the server does: what they are on was played and has no value, not of one round
 * or only of slices that are discarded. A run with one ends with exit code 3.
 * @param {Pick<Analysis, 'gates'>} analysis
 */
export function unmeasuredGates({ gates = [] }) {
  return gates.filter(({ reason }) => reason !== null && isUnmeasured(reason))
}

/** @param {GateReason} reason */
function isUnmeasured(reason) {
  switch (reason.code) {
    case 'not-measured':
    case 'zero-baseline':
    case 'too-many-discarded':
      return true
    case 'too-few-rounds':
      return reason.rounds === 0
    default:
      return false
  }
}
