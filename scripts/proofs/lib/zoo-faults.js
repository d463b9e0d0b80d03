import { isOneOf, scoreRun } from './score-run.js'

/**
 * @import { Kind } from '../../../test/fixtures/servers/zoo/catalog.js'
 * @import { Scored } from './score-run.js'
 * @import { NamedRow, ZooRow } from './zoo-row.js'
 */

/** Other processes of the machine may take the answer from some runs, but not from most. */
const MOST_UNDECIDED = 0.25

/**
 * Returns what is wrong in rows of the zoo, one sentence per fault: a run that failed, an answer that is the opposite of the
 * truth, a function that is named and has no cost, a culprit that is not named first, and too many runs without an answer.
 * @param {ZooRow[]} rows
 * @param {Kind[]} kinds
 * @returns {string[]}
 */
export function zooFaults(rows, kinds) {
  const runs = rows.map(row => scoreRun(row, kinds.find(({ name }) => name === row.kind) ?? null))
  if (!runs.some(({ row }) => row.question === 'cost' && !row.isVerdictOnly))
    return ['no run with a cost and profilers was played']
  const undecided = runs.filter(isUndecided)
  const isTooMany = undecided.length > runs.length * MOST_UNDECIDED
  const unanswered = `${undecided.length} of ${runs.length} runs have no answer: ${undecided.map(labelOf).join('; ')}`
  return [...runs.flatMap(faultsOf), ...(isTooMany ? [unanswered] : [])]
}

/** @param {Scored} run */
function isUndecided({ row: { findings } }) {
  return findings?.verdict === 'cannot tell'
}

/** @param {Scored} run @returns {string[]} */
function faultsOf(run) {
  const { row, isSignRight, isFalseAlarm, isCulpritFirst } = run
  const { findings, problem } = row
  if (findings === null) return [`${labelOf(run)}: failed with ${problem}`]
  const wrong = innocentsOf(run).map(({ name, file }) => `${labelOf(run)}: names ${[name, file].join(' ').trim()}`)
  if (isUndecided(run)) return wrong
  if (isSignRight === false || isFalseAlarm === true) wrong.push(`${labelOf(run)}: the verdict is ${findings.verdict}`)
  if (isCulpritFirst === false) wrong.push(`${labelOf(run)}: the culprit is not named first`)
  return wrong
}

/**
 * Returns what the first section of the report names and what has no cost of its own. The garbage collector and V8's helper
 * threads do not count: a culprit may keep them busy.
 * @param {Scored} run
 * @returns {NamedRow[]}
 */
function innocentsOf({ row: { question, isVerdictOnly, findings }, kind }) {
  const named = isVerdictOnly || question !== 'cost' ? [] : (findings?.blame ?? [])
  return named.filter(
    row => row.isHeadline && row.group !== 'gc' && row.threads !== 'helpers' && !isOneOf(row, kind?.culprits ?? [])
  )
}

/** @param {Scored} run */
function labelOf({ row: { kind, question, repetition, node } }) {
  return `${kind}, ${question} ${repetition + 1}, Node.js ${node}`
}
