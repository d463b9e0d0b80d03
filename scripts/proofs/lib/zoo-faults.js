import { isOneOf, scoreRun } from './score-run.js'
import { INFO } from './zoo-plan.js'

/** @import { Kind } from '../../../test/fixtures/servers/zoo/catalog.js' */
/** @import { Scored } from './score-run.js' */
/** @import { NamedRow, ZooRow } from './zoo-row.js' */

/** Other processes of the machine may take the answer from some runs, but not from most. */
const MOST_UNDECIDED = 0.25

/**
 * Returns what is wrong in rows of the zoo, one sentence per fault: a run that failed, an answer that is the opposite of the
 * truth, a function that is named and has no cost, a culprit that is not named first, too many runs of the kinds without an answer, and
 * what was planned and not played.
 * @param {ZooRow[]} rows
 * @param {Kind[]} kinds
 * @param {string[]} planned names of the kinds, and `info`
 * @returns {string[]}
 */
export function zooFaults(rows, kinds, planned) {
  const runs = rows.map(row => scoreRun(row, kinds.find(({ name }) => name === row.kind) ?? null))
  // Equal servers of the app under study often have no answer in the time of a run.
  const ofKinds = runs.filter(({ kind }) => kind !== null)
  const undecided = ofKinds.filter(isUndecided)
  const isTooMany = undecided.length > ofKinds.length * MOST_UNDECIDED
  const unanswered = `${undecided.length} of ${ofKinds.length} runs have no answer: ${undecided.map(labelOf).join('; ')}`
  return [...notPlayed(rows, planned), ...runs.flatMap(faultsOf), ...(isTooMany ? [unanswered] : [])]
}

/** Returns the planned kinds that have no run with a cost and profilers, or none without change. @type {(rows: ZooRow[], planned: string[]) => string[]} */
function notPlayed(rows, planned) {
  const costs = rows.filter(({ question, isVerdictOnly }) => question === 'cost' && !isVerdictOnly)
  const again = rows.filter(({ question }) => question === 'again')
  const withoutCost = planned.filter(name => name !== INFO && !costs.some(({ kind }) => kind === name))
  const withoutAgain = planned.filter(name => !again.some(({ kind }) => kind === name))
  return [
    ...withoutCost.map(name => `${name}: no run with a cost and profilers was played`),
    ...withoutAgain.map(name => `${name}: no run without change was played`)
  ]
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
  const wrong = functionsWithoutCost(run).map(
    ({ name, file }) => `${labelOf(run)}: names ${[name, file].join(' ').trim()}`
  )
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
function functionsWithoutCost({ row: { question, isVerdictOnly, findings }, kind }) {
  const named = isVerdictOnly || question !== 'cost' ? [] : (findings?.blame ?? [])
  return named.filter(
    row => row.isHeadline && row.group !== 'gc' && row.threads !== 'helpers' && !isOneOf(row, kind?.culprits ?? [])
  )
}

/** @param {Scored} run */
function labelOf({ row: { kind, question, repetition, node } }) {
  return `${kind}, ${question} ${repetition + 1}, Node.js ${node}`
}
