import { analyseRun, flamesOfRun, prepareRun } from '../analyse-run.js'
import { toMarkdown } from '../report/markdown.js'
import { sectionsOf } from '../report/sections.js'
import { toTerminal } from '../report/terminal.js'
import { readRun, readTrees } from '../runs/read-run.js'
import { runLayout } from '../runs/run-layout.js'
import { writeOutcome } from '../runs/write-run.js'
import { writeAtomic } from '../system/files.js'

/**
 * @import { Measured } from '../analyse-run.js'
 * @import { WorkshopError } from '../errors.js'
 * @import { FlameGraph } from '../flame/types.js'
 * @import { Analysis } from '../types.js'
 */

/**
 * @typedef {object} Told
 * @property {Analysis} analysis
 * @property {string} text the report for a terminal
 * @property {string} answer its first part, the verdict
 * @property {boolean} isSaved false where the run folder cannot be written: the report is told all the same
 * @property {string | null} pageProblem why there is no new report.html although the rest is saved
 */

/**
 * Analyses a saved run, complete or not, and reports it: analysis.json, flames.json, summary.md and report.html are written
 * again. Nothing is measured.
 * @param {string} root the run folder
 * @param {number} [columns] of the terminal
 * @returns {Promise<Told>}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN
 */
export async function tellRun(root, columns) {
  const saved = readRun(root)
  const measured = { ...saved, trees: readTrees(root) }
  const prepared = prepareRun(measured)
  const analysis = analyseRun(measured, prepared)
  const flames = flamesOfRun(saved.manifest, prepared)
  const sections = sectionsOf(analysis)
  const isSaved = await writeOutcome(root, { analysis, flames, summary: toMarkdown(sections, saved.manifest) })
  return {
    analysis,
    text: toTerminal(sections, columns),
    answer: toTerminal(sections.slice(0, 1), columns),
    isSaved,
    pageProblem: isSaved ? await writePage(root, measured, analysis, flames) : null
  }
}

/**
 * The figures are saved by now: whatever goes wrong with drawing them is told and costs nobody a measurement.
 * @param {string} root
 * @param {Measured} measured
 * @param {Analysis} analysis
 * @param {FlameGraph[]} graphs
 * @returns {Promise<string | null>} what went wrong
 */
async function writePage(root, measured, analysis, graphs) {
  try {
    // What draws pages takes half a second to load, which is too long for those who only ask for --help.
    const { renderPage } = await import('../page/render-page.js')
    const page = await renderPage({ run: measured, analysis, graphs })
    await writeAtomic(runLayout(root).page, page)
    return null
  } catch (error) {
    return /** @type {Error} */ (error).message
  }
}
