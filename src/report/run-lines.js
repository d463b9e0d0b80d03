import { shorten } from './charts/shorten.js'
import { formatChange } from './format.js'
import { momentInWords } from './page/moment.js'
import { runAnswers } from './page/run-answers.js'

const TOLD_AT_ONCE = 5
const LONGEST_NAME = 40

/**
 * The newest runs for a terminal, a line an answer.
 * @param {import('../runs/list-runs.js').ListedRun[]} runs newest first
 * @returns {string[]}
 */
export function runLines(runs) {
  if (runs.length === 0) return ['  There is no run in it yet: npm run bench:prof makes one.']
  const told = runs.slice(0, TOLD_AT_ONCE).flatMap(linesOf)
  const untold = runs.length - TOLD_AT_ONCE
  return untold > 0 ? [...told, `  and ${untold} more`] : told
}

/** @param {import('../runs/list-runs.js').ListedRun} run */
function linesOf(run) {
  const { answers, problem } = runAnswers(run)
  if (problem !== null) return [`  ${run.folder}: ${problem}`]
  return answers.map(function inOneLine({ startedAt, experiment, candidate, baseline, verdict, change, what }) {
    const effect = change ? `, ${formatChange(change)} ${what}` : ''
    const [asked, one, other] = [experiment, candidate, baseline].map(name => shorten(name, LONGEST_NAME))
    return `  ${momentInWords(startedAt)}  ${asked}: ${one} against ${other}: ${verdict}${effect}`
  })
}
