import path from 'node:path'
import { styleText } from 'node:util'
import { toneOf, toneOfVerdict } from '../../page/parts/tones.js'
import { tablesOf, verdictOnly } from '../../report/chapters.js'
import { shortReport } from '../../report/print/short-report.js'
import { toTerminal } from '../../report/print/terminal.js'
import { unreadInWords } from '../../report/words/check-words.js'
import { gateInWords } from '../../report/words/gate-words.js'
import { visible } from '../../report/words/text.js'
import { changedFiles, firedGates, undecidedGates, unmeasuredGates } from '../../verdict/gates/gates.js'
import { withBlocks } from './blocks.js'
import { printError, printJson } from './print.js'

/** @import { SavedReport } from '../../compare/save/save-report.js' */
/** @import { ReportedLab } from '../../labs/skeleton/measure-lab.js' */
/** @import { Painter } from '../../report/print/terminal.js' */
/** @import { Section } from '../../report/sections/sections.js' */
/** @import { LabAnalysis } from '../../runs/lab-types.js' */
/** @import { Analysis } from '../../types.js' */

/** The pages have orange and blue. Colour adds nothing that the words and signs do not say. */
const colours = /** @type {const} */ ({ more: 'red', less: 'cyan' })

/** @typedef {{ json: boolean, quiet?: boolean, verbose?: boolean }} Shown */

/**
 * Prints a run in short and where its files are; on stderr why a file was not written.
 * @param {Analysis} analysis @param {SavedReport} saved
 * @param {Shown} options `json` prints neither, as the command prints the analysis; `quiet` prints the verdict only, `verbose` the tables too
 */
export function printReport(analysis, saved, options) {
  const { columns } = process.stdout
  const paint = paintFor(process.stdout)
  const { folder } = saved
  printSaved(saved, options, function textOf(isQuiet) {
    if (isQuiet) return toTerminal(verdictOnly(analysis), { columns, paint })
    const { verbose: isWhole = false } = options
    const tables = isWhole ? `${toTerminal(tablesOf(analysis), { columns, paint })}\n` : ''
    const short = shortReport(analysis, { columns, paint, folder, isWhole, places: placesOf(saved) })
    return withBlocks(`${tables}${short}`, process.stdout)
  })
}

/**
 * Prints a lab in short and where its files are, or its analysis as JSON; on stderr why a file was not written.
 * @param {ReportedLab} lab
 * @param {Shown} options `quiet` prints the answer only, which comes last
 * @returns {number} the exit code of the command
 */
export function printLab({ analysis, saved, short }, options) {
  const { columns } = process.stdout
  printSaved(saved, options, function textOf(isQuiet) {
    if (isQuiet) return toTerminal(short.slice(-1), { columns })
    return `${toTerminal(short, { columns })}\n${placesText(saved)}`
  })
  if (options.json) printJson(analysis)
  return exitCodeWith(exitCodeOfLab(analysis), saved)
}

/** @param {SavedReport} saved @param {Shown} options @param {(isQuiet: boolean) => string} textOf */
function printSaved(saved, { json, quiet = false }, textOf) {
  for (const problem of saved.problems) printError(problem)
  if (!json) process.stdout.write(textOf(quiet))
}

/**
 * Prints on stderr which files of a run were changed, which of its gates fired, a line each, and then those that have nothing to decide
 * on or are undecided: the first line is the first of them.
 * @param {Pick<Analysis, 'gates'> & Partial<Pick<Analysis, 'checks'>>} analysis
 */
export function printFired(analysis) {
  for (const changed of changedFiles(analysis)) printError(visible(unreadInWords(changed)))
  const gates = [...firedGates(analysis), ...unmeasuredGates(analysis), ...undecidedGates(analysis)]
  for (const gate of gates) printError(visible(gateInWords(gate)))
}

/**
 * Returns the exit code of a command that reported a run: 3 when its files were changed, or else 1 when a gate fired, or else 3 when a
 * candidate has no verdict or a gate nothing to decide on, or a budget is undecided and that is not allowed. On a disturbed machine
 * *cannot tell* is the verdict of a run that measured all it was asked for.
 * @param {Pick<Analysis, 'status' | 'verdicts' | 'gates' | 'checks'>} analysis @param {{ allowUndecided?: boolean }} [allowed]
 */
export function exitCodeOf(analysis, { allowUndecided = false } = {}) {
  if (changedFiles(analysis).length > 0) return 3
  if (firedGates(analysis).length > 0) return 1
  if (unmeasuredGates(analysis).length > 0 || (!allowUndecided && undecidedGates(analysis).length > 0)) return 3
  const isAllMeasured = analysis.status === 'complete'
  return analysis.verdicts.every(
    ({ change, refusal }) => change !== null || (isAllMeasured && refusal?.code === 'disturbed')
  )
    ? 0
    : 3
}

/**
 * Returns the exit code of a command of several runs: 1 when a gate of any fired, or else the highest.
 * @param {number[]} codes at least one
 */
export function worstExitCode(codes) {
  return codes.includes(1) ? 1 : Math.max(...codes)
}

/**
 * Returns the exit code of a command that reported a lab: 3 when it is not complete, or its files were changed. A strategy that fails is a
 * result of a lab, and a single repeat on a slow machine is as planned.
 * @param {Pick<LabAnalysis, 'status' | 'unread'>} analysis
 */
export function exitCodeOfLab({ status, unread = [] }) {
  return status === 'complete' && changedFiles({ unread }).length === 0 ? 0 : 3
}

/**
 * Returns the exit code of a command whose result was saved: 3 in place of 0 where its report could not be written.
 * @param {number} code of what was measured
 * @param {Pick<SavedReport, 'page'>} saved
 */
export function exitCodeWith(code, { page }) {
  return code === 0 && page === null ? 3 : code
}

/** @param {SavedReport} saved */
function placesText(saved) {
  return `${placesOf(saved).join('\n')}\n`
}

/** @param {SavedReport} saved */
function placesOf({ folder, page, index }) {
  const own = page === null ? `Run folder: ${folder}` : `Report: ${path.relative('', page)}`
  const text = page === null ? '' : 'All tables as text: summary.md beside it. '
  const all = index === null ? '' : `All runs: ${path.relative('', index)}`
  return [own, `${text}${all}`.trimEnd()].filter(Boolean).map(visible)
}

/**
 * Returns what colours texts for a stream: verdicts, and differences that are significant. Without colours on the stream, or with
 * NO_COLOR, the texts stay as they are; FORCE_COLOR colours them everywhere.
 * @param {NodeJS.WriteStream} stream @returns {Painter}
 */
export function paintFor(stream) {
  return {
    verdict: (text, verdict) => styleText('bold', inTone(text, toneOfVerdict(verdict)), { stream }),
    difference: (text, { low, high, moreIs }) => inTone(text, toneOf(low, high, moreIs))
  }

  /** @param {string} text @param {string} tone */
  function inTone(text, tone) {
    return tone === 'more' || tone === 'less' ? styleText(colours[tone], text, { stream }) : text
  }
}
