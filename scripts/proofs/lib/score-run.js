/** @import { Kind } from '../../../test/fixtures/servers/zoo/catalog.js' */
/** @import { Figure, Findings, NamedRow, ZooRow } from './zoo-row.js' */

/** What was right and what was not in one run of the proof. A run that failed, or has no answer, is a miss in every share. */

/**
 * @typedef {object} Scored null where a column does not apply to the run
 * @property {ZooRow} row
 * @property {Kind | null} kind null for the app under study
 * @property {boolean | null} isSignRight of a run with a change: the answer is the expected one
 * @property {boolean | null} isCulpritFirst the first named function is the culprit; where two functions of equal cost were
 *   exchanged, both have a row
 * @property {number | null} costOverTruth
 * @property {boolean | null} isCostClose within 15% of the truth
 * @property {boolean | null} isTruthCovered by the interval of the culprit's cost
 * @property {boolean | null} isNobodyElseNamed in the first section of the report
 * @property {boolean | null} isSame of a run without change: the verdict is no difference
 * @property {boolean | null} isFalseAlarm of a run without change: the verdict is slower or faster
 */

const CLOSE_RATIO = 0.15
/** Smaller costs are not held against the aims for sizes. */
const LEAST_MICROS = 20

/**
 * Returns what was right in a run.
 * @param {ZooRow} row
 * @param {Kind | null} kind
 * @returns {Scored}
 */
export function scoreRun(row, kind) {
  const { question, isVerdictOnly, findings } = row
  const named = isVerdictOnly ? null : (findings?.blame ?? [])
  const culprits = question === 'cost' ? (kind?.culprits ?? []) : []
  const answered = findings?.verdict === 'cannot tell' ? [] : (named ?? [])
  const isCost = kind !== null && question === 'cost'
  return {
    row,
    kind,
    isSignRight: isCost ? isExpected(kind, findings) : null,
    isCulpritFirst: named && culprits.length > 0 ? isFound(answered, culprits) : null,
    ...scoreSize(isCost && named ? kind : null, findings, answered),
    isNobodyElseNamed: named && findings !== null && named.every(each => !each.isHeadline || isOneOf(each, culprits)),
    isSame: isCost ? null : findings?.verdict === 'no difference',
    isFalseAlarm: isCost ? null : findings?.verdict === 'slower' || findings?.verdict === 'faster'
  }
}

/** @type {(kind: Kind, findings: Findings | null) => boolean} */
function isExpected({ expected }, findings) {
  if (findings === null) return false
  const { verdict, metric, isLeakFound } = findings
  if (expected === 'latency only') return verdict === 'slower' && !metric.startsWith('cpu')
  return expected === 'leak' ? isLeakFound === true : verdict === expected
}

/** @type {(named: NamedRow[], culprits: Kind['culprits']) => boolean} */
function isFound(named, culprits) {
  if (culprits.length > 1) return culprits.every(culprit => named.some(row => isOneOf(row, [culprit])))
  const first = named.find(({ isHeadline }) => isHeadline)
  return first !== undefined && isOneOf(first, culprits)
}

/**
 * Scores the cost of the culprit, which is the sum of its rows; the interval is that of the largest.
 * @param {Kind | null} kind null where the run has no cost
 * @param {Findings | null} findings
 * @param {NamedRow[]} answered
 * @returns {Pick<Scored, 'costOverTruth' | 'isCostClose' | 'isTruthCovered'>}
 */
function scoreSize(kind, findings, answered) {
  const truth = findings?.truthMicros?.value ?? 0
  const isAsked = kind?.truth === 'whole' && kind.expected === 'slower' && (findings === null || truth >= LEAST_MICROS)
  if (!isAsked) return { costOverTruth: null, isCostClose: null, isTruthCovered: null }
  const own = answered.filter(row => isOneOf(row, kind.culprits)).map(({ cost }) => cost)
  const [largest] = own
  if (!largest) return { costOverTruth: null, isCostClose: false, isTruthCovered: false }
  const cost = own.reduce((sum, { value }) => sum + value, 0)
  const costOverTruth = cost / truth
  return {
    costOverTruth,
    isCostClose: Math.abs(costOverTruth - 1) <= CLOSE_RATIO,
    isTruthCovered: isInside(truth - (cost - largest.value), largest)
  }
}

/**
 * Returns whether the changes of two runs agree; null where one of them has none.
 * @param {ZooRow} one
 * @param {ZooRow} other
 */
export function doOverlap(one, other) {
  const [a, b] = [one, other].map(({ findings }) => findings?.change)
  if (!a || !b || a.low === null || a.high === null || b.low === null || b.high === null) return null
  return a.low <= b.high && b.low <= a.high
}

/** @type {(value: number, interval: Figure) => boolean} */
function isInside(value, { low, high }) {
  return low !== null && high !== null && low <= value && value <= high
}

/**
 * Returns whether a row is that of a culprit, or of a function within one.
 * @param {NamedRow} row
 * @param {Kind['culprits']} culprits
 */
export function isOneOf(row, culprits) {
  return culprits.some(({ name, file, within = [] }) => row.file === file && [name, ...within].includes(row.name))
}
