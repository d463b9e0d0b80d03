import { formatChange, formatMoment } from './format.js'
import { runAnswers } from './run-answers.js'
import { shorten } from './text.js'

/**
 * @import { ListedRun } from '../runs/list-runs.js'
 * @import { RunAnswer } from './types.js'
 */

const MOST_RUNS = 5
const LONGEST_NAME = 40

/**
 * Returns the newest runs for a terminal, one line per verdict.
 * @param {ListedRun[]} runs newest first
 * @returns {string[]}
 */
export function runLines(runs) {
  if (runs.length === 0) return ['  There is no run yet: npm run bench:prof makes one.']
  const lines = runs.slice(0, MOST_RUNS).flatMap(linesOf)
  const more = runs.length - MOST_RUNS
  return more > 0 ? [...lines, `  and ${more} more`] : lines
}

/** @param {ListedRun} run */
function linesOf(run) {
  const { answers, problem } = runAnswers(run)
  return problem === null ? answers.map(inOneLine) : [`  ${run.folder}: ${problem}`]
}

/** @param {RunAnswer} answer */
function inOneLine({ startedAt, experiment, candidate, baseline, verdict, change, what }) {
  const effect = change ? `, ${formatChange(change)} ${what}` : ''
  const [asked, one, other] = [experiment, candidate, baseline].map(name => shorten(name, LONGEST_NAME))
  return `  ${formatMoment(startedAt)}  ${asked}: ${one} compared with ${other}: ${verdict}${effect}`
}
