import { formatChange, formatMoment } from './format.js'
import { runAnswers } from './run-answers.js'
import { shorten } from './text.js'

/**
 * @import { ListedRun } from '../runs/list-runs.js'
 * @import { RunAnswer } from './types.js'
 */

const TOLD_AT_ONCE = 5
const LONGEST_NAME = 40

/**
 * The newest runs for a terminal, a line an answer.
 * @param {ListedRun[]} runs newest first
 * @returns {string[]}
 */
export function runLines(runs) {
  if (runs.length === 0) return ['  There is no run in it yet: npm run bench:prof makes one.']
  const told = runs.slice(0, TOLD_AT_ONCE).flatMap(linesOf)
  const untold = runs.length - TOLD_AT_ONCE
  return untold > 0 ? [...told, `  and ${untold} more`] : told
}

/** @param {ListedRun} run */
function linesOf(run) {
  const { answers, problem } = runAnswers(run, inOneLine)
  return problem === null ? answers : [`  ${run.folder}: ${problem}`]
}

/** @param {RunAnswer} answer */
function inOneLine({ startedAt, experiment, candidate, baseline, verdict, change, what }) {
  const effect = change ? `, ${formatChange(change)} ${what}` : ''
  const [asked, one, other] = [experiment, candidate, baseline].map(name => shorten(name, LONGEST_NAME))
  return `  ${formatMoment(startedAt)}  ${asked}: ${one} against ${other}: ${verdict}${effect}`
}
