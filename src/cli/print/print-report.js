import path from 'node:path'
import { styleText } from 'node:util'
import { toneOf, toneOfVerdict } from '../../page/parts/tones.js'
import { shortReport, verdictOnly } from '../../report/chapters.js'
import { toTerminal } from '../../report/print/terminal.js'
import { gateInWords } from '../../report/words/gate-words.js'
import { visible } from '../../report/words/text.js'
import { firedGates, unmeasuredGates } from '../../verdict/gates/gates.js'
import { printError, printJson } from './print.js'

/** @import { SavedReport } from '../../compare/save/save-report.js' */
/** @import { ReportedLab } from '../../labs/skeleton/measure-lab.js' */
/** @import { Painter } from '../../report/print/terminal.js' */
/** @import { Section } from '../../report/sections/sections.js' */
/** @import { LabAnalysis } from '../../runs/lab-types.js' */
/** @import { Analysis } from '../../types.js' */

/** The pages have orange and blue. Colour adds nothing that the words and signs do not say. */
const colours = /** @type {const} */ ({ more: 'red', less: 'cyan' })

/** A report is read where the prompt comes back: what scrolled away is not read. */
const MOST_LINES = 60

/**
 * Prints a run in short and where its files are, in at most {@link MOST_LINES} lines; on stderr why a file was not written.
 * @param {Analysis} analysis @param {SavedReport} saved
 * @param {{ json: boolean, quiet?: boolean }} options `json` prints neither, as the command prints the analysis; `quiet` prints
 *   the verdict only
 */
export function printReport(analysis, saved, { json, quiet = false }) {
  const { stdout } = process
  const places = placesOf(saved)
  const terminal = { columns: stdout.columns, paint: paintFor(stdout) }
  for (const problem of saved.problems) printError(problem)
  if (json) return
  if (quiet) return stdout.write(toTerminal(verdictOnly(analysis), terminal))
  stdout.write(`${toTerminal(shortReport(analysis, fits, stdout.columns), terminal)}\n${places.join('\n')}\n`)

  /** @param {Section[]} sections */
  function fits(sections) {
    const { length } = toTerminal(sections, { columns: stdout.columns }).split('\n')
    return length + places.length <= MOST_LINES
  }
}

/**
 * Prints a lab in short and where its files are; on stderr why a file was not written.
 * @param {ReportedLab} lab
 * @param {{ json: boolean, quiet?: boolean }} options as of {@link printReport}; `quiet` prints the answer only, which comes last
 */
export function printLab({ saved, short }, { json, quiet = false }) {
  const { stdout } = process
  const { columns } = stdout
  for (const problem of saved.problems) printError(problem)
  if (json) return
  if (quiet) return stdout.write(toTerminal(short.slice(-1), { columns }))
  stdout.write(`${toTerminal(short, { columns })}\n${placesOf(saved).join('\n')}\n`)
}

/**
 * Prints what comes after the reports of a command, also where the last run then ends with an error: the analyses as JSON where that
 * is asked for, and the gates of each run that fired.
 * @param {Analysis[]} analyses
 * @param {{ json: boolean, isList?: boolean }} options `isList`: the JSON is a list, however many runs there are
 */
export function printEnd(analyses, { json, isList = false }) {
  if (json) printJson(isList ? analyses : (analyses[0] ?? null))
  for (const analysis of analyses) printFired(analysis)
}

/**
 * Prints on stderr which gates of a run fired, a line each, and then those that have nothing to decide on: the first line is the first
 * of them.
 * @param {Pick<Analysis, 'gates'>} analysis
 */
export function printFired(analysis) {
  for (const gate of [...firedGates(analysis), ...unmeasuredGates(analysis)]) printError(visible(gateInWords(gate)))
}

/**
 * Returns the exit code of a command that reported a run: 1 when a gate fired, or else 3 when a candidate has no verdict or a gate
 * nothing to decide on.
 * @param {Pick<Analysis, 'verdicts' | 'gates'>} analysis
 */
export function exitCodeOf(analysis) {
  if (firedGates(analysis).length > 0) return 1
  if (unmeasuredGates(analysis).length > 0) return 3
  return analysis.verdicts.every(verdict => verdict.change !== null) ? 0 : 3
}

/**
 * Returns the exit code of a command of several runs: 1 when a gate of any fired, or else the highest.
 * @param {number[]} codes at least one
 */
export function worstExitCode(codes) {
  return codes.includes(1) ? 1 : Math.max(...codes)
}

/**
 * Returns the exit code of a command that reported a lab: 3 when it is not complete. A strategy that fails is a result of a lab, and
 * a single repeat on a slow machine is as planned.
 * @param {Pick<LabAnalysis, 'status'>} analysis
 */
export function exitCodeOfLab({ status }) {
  return status === 'complete' ? 0 : 3
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
