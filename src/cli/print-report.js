import path from 'node:path'
import { sectionsOf } from '../report/sections.js'
import { toTerminal } from '../report/terminal.js'

/**
 * @import { Analysis } from '../types.js'
 * @import { SavedReport } from './save-report.js'
 */

/**
 * Prints the report of a run and where its files are; on stderr why a file was not written.
 * @param {Analysis} analysis
 * @param {SavedReport} saved
 * @param {{ json: boolean, quiet?: boolean }} options `json` prints neither, as the command prints the analysis; `quiet` prints
 *   the verdict only
 */
export function printReport(analysis, saved, { json, quiet = false }) {
  const sections = sectionsOf(analysis)
  const printed = quiet ? sections.slice(0, 1) : sections
  if (!json) process.stdout.write(toTerminal(printed, process.stdout.columns))
  for (const problem of saved.problems) console.error(problem)
  if (!json && !quiet) console.log(`\n${placesOf(saved)}`)
}

/**
 * Returns the exit code of a command that reported a run: 3 when a candidate has no verdict.
 * @param {Analysis} analysis
 */
export function exitCodeOf({ verdicts }) {
  return verdicts.every(verdict => verdict.change !== null) ? 0 : 3
}

/** @param {SavedReport} saved */
function placesOf({ folder, page, index }) {
  if (page === null) return `Run folder: ${folder}`
  const own = `Report: ${path.relative('', page)}`
  return index === null ? own : `${own}\nAll runs: ${path.relative('', index)}`
}
