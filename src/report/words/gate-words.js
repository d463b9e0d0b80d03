import { differenceInWords } from '../../errors/words.js'
import {
  budgetedCounters,
  budgetedMetrics,
  isOnExactCounter,
  moreIsBetter
} from '../../verdict/gates/budgeted-metrics.js'
import {
  formatBytes,
  formatChange,
  formatChangePoint,
  formatConfidence,
  formatCount,
  formatCounted,
  formatExactPercent,
  formatFigure,
  formatMicros,
  formatMoment
} from './format.js'
import { shown } from './text.js'
import { isTooLarge } from './too-few-samples.js'
import { refusalInWords } from './verdict-words.js'
import { metricInWords } from './words.js'

/** @import { Analysis } from '../../types.js' */
/** @import { BudgetedMetric } from '../../verdict/gates/budgeted-metrics.js' */
/** @import { AgainstBaseline, AgainstRow, Budget, Gate, GateMeasurement, GateReason } from '../../verdict/types.js' */

const BETWEEN_TIMES =
  'Runs of two times: launches are not paired, and most of such an interval is what two runs of the same code differ by; another machine or day adds about 5% (docs/verdicts.md).'

/** @type {Record<'no difference' | 'cannot tell', string>} */
const againstOpenings = {
  'no difference': 'No difference found between',
  'cannot tell': 'Cannot tell a difference between'
}

/** @type {Record<BudgetedMetric['unit'], (value: number) => string>} */
const formats = { micros: formatMicros, perSecond: formatFigure, calls: formatFigure, bytes: formatBytes }

/** What fired comes first. @type {Record<Gate['outcome'], string>} */
const outcomes = {
  fired: 'Gate fired',
  undecided: 'Gate undecided',
  'cannot tell': 'Gate cannot tell',
  passed: 'Gate passed'
}

/** @type {Record<keyof typeof budgetedCounters, string>} */
const counters = {
  syscallsPerRequest: 'read and write calls per request',
  readCallsPerRequest: 'read calls per request',
  writeCallsPerRequest: 'write calls per request',
  readBytesPerRequest: 'bytes read per request',
  writtenBytesPerRequest: 'bytes written per request',
  allocatedBytesPerRequest: 'bytes allocated per request'
}

/**
 * Returns a sentence per gate of a run, those that fired first; none without budgets.
 * @param {Pick<Analysis, 'gates'>} analysis
 */
export function gateLines({ gates = [] }) {
  return Object.keys(outcomes)
    .flatMap(outcome => gates.filter(gate => gate.outcome === outcome))
    .map(gateInWords)
}

/**
 * Returns a gate as a sentence, such as `Gate fired: p99 latency of new, at most 50.0 ms: 62.1 ms (95% CI 58.0 to 66.4 ms).`
 * @param {Gate} gate
 */
export function gateInWords(gate) {
  const { budget, candidate, outcome, reason, measured } = gate
  const compared = budget.kind === 'limit' ? `of ${candidate}` : `of ${candidate} compared with ${comparedWith(gate)}`
  const found = measured ? `: ${measuredInWords(gate, measured)}` : ''
  const why = reason ? `${measured ? '; ' : ': '}${gateReasonInWords(reason, gate)}` : ''
  return `${outcomes[outcome]}: ${subjectOf(gate)} ${compared}, ${budgetInWords(gate)}${found}${why}.${powerInWords(gate)}`
}

/** Returns how likely a gate in percent fires at some changes. @param {Gate} gate */
function powerInWords({ measured }) {
  const powers = (measured?.powers ?? []).filter(({ relative }) => !isTooLarge(Math.abs(relative)))
  const texts = powers.map(each => `${Math.round(each.power * 100)}% at ${formatChangePoint(each)}`)
  return texts.length === 0 ? '' : ` Power: ${texts.join(', ')}.`
}

/** @param {Gate} gate */
function comparedWith({ baseline, against }) {
  return against === null ? baseline : `${baseline} of the baseline ${against}`
}

/** @param {Gate} gate */
function subjectOf({ budget: { name }, metric }) {
  if (name === 'slower') return metric === null ? 'the verdict' : metricInWords(metric)
  const budgeted = budgetedMetrics[name]
  return 'metric' in budgeted ? metricInWords(budgeted.metric) : counters[/** @type {keyof typeof counters} */ (name)]
}

/** @param {Gate} gate such as `at most +3%` */
function budgetInWords(gate) {
  const { kind, amount } = gate.budget
  const isBetter = moreIsBetter(gate)
  const text = kind === 'relative' ? formatExactPercent(amount) : formatOf(gate.budget)(amount)
  if (kind === 'limit') return `${isBetter ? 'at least' : 'at most'} ${text}`
  return `at most ${isBetter ? '-' : '+'}${text}`
}

/** @param {Gate} gate @param {GateMeasurement} measured */
function measuredInWords({ budget }, { value, low, high, confidence, rounds }) {
  if (budget.kind === 'relative')
    return `${formatChange({ relative: value, low, high, pairs: rounds, confidence }, { hasAllRounds: true })}, ${formatConfidence({ confidence })} CI`
  const format = formatOf(budget)
  const sign = (/** @type {number} */ each) => (budget.kind === 'increase' && each > 0 ? '+' : '')
  const [middle, least, most] = [value, low, high].map(each => `${sign(each)}${format(each)}`)
  return `${middle} (${formatConfidence({ confidence })} CI ${least} to ${most})`
}

/** @param {Budget} budget */
function formatOf({ name }) {
  return name === 'slower' ? formatFigure : formats[budgetedMetrics[name].unit]
}

/** @param {GateReason} reason @param {Gate} gate */
function gateReasonInWords(reason, gate) {
  switch (reason.code) {
    case 'not-measured':
      return `it was not measured: ${needsOf(gate)}`
    case 'not-played':
      return 'this run plays nothing that measures it; one of all stages with --load autocannon,paced does'
    case 'zero-baseline':
      return 'a value of the baseline is zero, so no percentage can be calculated; use an absolute budget such as +0.05'
    case 'server-idle':
      return 'the load leaves a server idle, so CPU decides nothing'
    case 'crosses-budget':
      return 'the interval contains the budget'
    case 'too-few-rounds':
      return `${formatCounted(reason.rounds, 'round')} of at least ${formatCount(reason.needed)}`
    case 'too-many-discarded':
    case 'disturbed':
      return refusalInWords(reason)
    case 'within-tolerance':
      return `two launches of the same code can differ by ${formatOf(gate.budget)(reason.tolerance)}`
  }
}

/** Returns what the value of a gate needs, as a part of a sentence. @param {Gate} gate */
function needsOf({ budget: { name }, against }) {
  if (against !== null) return 'it needs two launches, both in this run and in that baseline'
  if (isOnExactCounter(name)) return 'calls and bytes need Linux and a /proc that can be read'
  if (name === 'allocatedBytesPerRequest') return 'it needs servers on Node.js 18.15 or newer'
  if (name === 'cpuMainThread') return 'it needs Linux or Node.js 23.9, and rounds without failed requests'
  return 'it needs rounds without failed requests'
}

/**
 * Returns what stands before the verdicts of a run: its gates, and the comparison with a saved baseline.
 * @param {Pick<Analysis, 'gates' | 'against'>} analysis
 */
export function linesBeforeVerdicts(analysis) {
  return [...gateLines(analysis), ...againstLines(analysis)]
}

/**
 * Returns a sentence per variant of a run that is compared with a saved baseline; none of other runs.
 * @param {Pick<Analysis, 'against'>} analysis
 */
export function againstLines({ against }) {
  if (!against) return []
  const { rows, differences } = against
  const none = `No variant has two launches both in this run and in the baseline ${against.name}.`
  const differing = `The two runs differ in ${differences.map(differenceInWords).join('; ')}: a change can come from there.`
  const lines = [
    ...(rows.length === 0 ? [none] : rows.map(row => rowInWords(row, against))),
    ...(differences.length === 0 ? [] : [differing]),
    BETWEEN_TIMES
  ]
  return lines.map(shown)
}

/** @param {AgainstRow} row @param {AgainstBaseline} against */
function rowInWords(row, { name, startedAt }) {
  const { variant, metric, verdict, confidence, launches } = row
  const answer =
    verdict === 'slower' || verdict === 'faster'
      ? `${variant} is ${verdict} than`
      : `${againstOpenings[verdict]} ${variant} and`
  const figure = `${metricInWords(metric)} ${formatChange({ ...row, pairs: launches.now })}, ${formatConfidence({ confidence })} CI`
  const counted = `${launches.before} and ${formatCounted(launches.now, 'launch', 'launches')}`
  return `${answer} itself in the baseline ${name} of ${formatMoment(startedAt)} UTC: ${figure}, ${counted}.`
}
