import { detectableBeyond, POWER, powerBeyond } from '../../stats/detectable-effect.js'
import { fewestPairs } from '../decide/classify-change.js'
import { comparisonsOf, familyOf } from '../decide/comparisons.js'
import { isOnExactCounter, moreIsBetter } from './budgeted-metrics.js'
import { measureBudget, reasonOfRefusal, tooFew } from './gate-values.js'

/** @import { RunManifest, Unread } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { AgainstBaseline, AgainstRow, Budget, Comparison, Gate, GateMeasurement, GateReason, MetricName, Verdict } from '../types.js' */
/** @import { Facts, Found } from './gate-values.js' */

/** @type {Found} */
const NOT_MEASURED = { measured: null, reason: { code: 'not-measured' } }
/** What a gate is on has no value. @type {GateReason['code'][]} */
const UNMEASURED = ['not-measured', 'zero-baseline', 'too-many-discarded']

/** The sizes that the power of a gate is printed at. */
const POWER_SIZES = [0.05, 0.1]

/** Reasons that only a file has which was changed or replaced. */
const CHANGED = new Set('checksum other-lines cut-off missing contradiction not-a-file outside unreadable'.split(' '))

/** @typedef {Pick<Gate, 'budget' | 'candidate' | 'baseline' | 'against' | 'metric'>} Subject what a gate is on */

/**
 * Returns what each budget of a run says of each candidate. The intervals of all budgets on one question, such as a toggle,
 * together contain the true values in 95% of runs (Bonferroni); the interval of `slower` is that of the verdict.
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
  const facts = { manifest, slices, comparisons: familyOf(manifest.experiment) * measured.length }
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

/** @type {(row: AgainstRow | undefined) => Found} none with fewer than two launches at either time */
function ofRow(row) {
  return row ? foundIn(row, row.metric, Math.min(row.launches.before, row.launches.now)) : NOT_MEASURED
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
function gateFrom(subject, { measured: found, reason, doubt = null }) {
  const open = subject.budget.name === 'slower' ? 'cannot tell' : 'undecided'
  if (reason || !found) return { ...subject, outcome: open, reason, measured: found }
  const measured = { ...found, powers: powersOf(subject, found) }
  const side = sideOfBudget(subject, measured)
  if (side === 'within') return { ...subject, outcome: 'passed', reason: null, measured }
  const doubted = side === 'across' ? /** @type {const} */ ({ code: 'crosses-budget' }) : doubt
  return { ...subject, outcome: doubted ? open : 'fired', reason: doubted, measured }
}

/** Returns how likely a gate in percent fires at some changes, and which change it detects with 80% power. @type {(subject: Subject, measured: GateMeasurement) => GateMeasurement['powers']} */
function powersOf(subject, measured) {
  const { kind, name, amount } = subject.budget
  // Exact counters repeat: what they can detect is their tolerance.
  if (kind !== 'relative' || isOnExactCounter(name)) return []
  const sign = moreIsBetter(subject) ? -1 : 1
  const sizes = POWER_SIZES.map(size => sign * size)
  const powers = sizes.map(relative => ({ relative, power: powerBeyond(measured, sign * amount, relative) }))
  const smallest = detectableBeyond(measured, sign * amount, sign)
  return Number.isFinite(Math.log1p(smallest)) ? [...powers, { relative: smallest, power: POWER }] : powers
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

/** @param {Partial<Verdict>} [verdict] @returns {Found} */
function ofVerdict({ metric = 'cpuPerRequest', change = null, drift = null, refusal = null } = {}) {
  if (change) return foundIn({ ...change, addedHalfWidth: drift?.addedHalfWidth }, metric, change.pairs)
  return refusal ? { measured: null, reason: reasonOfRefusal(refusal, 2) } : NOT_MEASURED
}

/** @type {(interval: Pick<Change, 'relative' | 'low' | 'high' | 'confidence' | 'machineRounds'> & Pick<GateMeasurement, 'addedHalfWidth'>, metric: MetricName, rounds: number) => Found} */
function foundIn({ relative: value, low, high, confidence, machineRounds, addedHalfWidth }, metric, rounds) {
  // As for a verdict.
  const reason = tooFew(rounds, fewestPairs(metric, { pairs: rounds, machineRounds }))
  return { measured: { value, low, high, confidence, rounds, ...(addedHalfWidth && { addedHalfWidth }) }, reason }
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

/**
 * Returns the other budgets that a run could not decide: it ends with exit code 3 unless that is allowed.
 * @param {Pick<Analysis, 'gates'>} analysis
 */
export function undecidedGates({ gates = [] }) {
  const unmeasured = unmeasuredGates({ gates })
  return gates.filter(gate => gate.outcome === 'undecided' && !unmeasured.includes(gate))
}

/** Returns what of a run is not as it was measured: it ends with exit code 3. @param {Partial<Pick<Analysis, 'checks'>> & { unread?: Unread[] }} analysis */
export function changedFiles({ unread, checks }) {
  const all = unread ?? checks?.warnings.flatMap(warning => (warning.code === 'unread-file' ? warning : [])) ?? []
  return all.filter(({ reason }) => CHANGED.has(reason))
}

/** @param {GateReason} reason */
function isUnmeasured(reason) {
  return UNMEASURED.includes(reason.code) || (reason.code === 'too-few-rounds' && reason.rounds === 0)
}
