import { analyseFlames } from '../analyse/analyse-flames.js'
import { analyseRun } from '../analyse/analyse-run.js'
import { readRun, readTrees } from '../runs/read-run.js'
import { writeOutcome } from '../runs/write-run.js'
import { toMarkdown } from './markdown.js'
import { sectionsOf } from './sections.js'
import { toTerminal } from './terminal.js'

/**
 * @typedef {object} Told
 * @property {import('../types.js').Analysis} analysis
 * @property {string} text the report for a terminal
 * @property {string} answer its first part, the verdict
 * @property {boolean} isSaved false where the run folder cannot be written: the report is told all the same
 */

/**
 * Analyses a saved run, finished or not, and tells it: analysis.json, summary.md and report.html are written again, nothing
 * is measured.
 * @param {string} root the run folder
 * @param {number} [columns] of the terminal
 * @returns {Promise<Told>}
 * @throws {import('../errors.js').WorkshopError} ERR_NO_SUCH_RUN
 */
export async function tellRun(root, columns) {
  const saved = readRun(root)
  const measured = { ...saved, trees: readTrees(root) }
  const analysis = analyseRun(measured)
  const sections = sectionsOf(analysis)
  // What draws pages takes half a second to load, which is too long for those who only ask for --help.
  const { renderPage } = await import('./page/render-page.js')
  const isSaved = await writeOutcome(root, {
    analysis,
    summary: toMarkdown(sections, saved.manifest),
    page: await renderPage({ run: saved, analysis, graphs: analyseFlames(measured) })
  })
  return { analysis, text: toTerminal(sections, columns), answer: toTerminal(sections.slice(0, 1), columns), isSaved }
}
