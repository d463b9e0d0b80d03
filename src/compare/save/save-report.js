import path from 'node:path'
import { WorkshopError } from '../../errors/errors.js'
import { writeIndex } from '../../page/write-index.js'
import { toMarkdown } from '../../report/print/markdown.js'
import { listRuns } from '../../runs/list-runs.js'
import { readTickTexts } from '../../runs/read-tick-texts.js'
import { runLayout } from '../../runs/run-layout.js'
import { writeAnalysis, writeFlames, writeInRun, writeSummary } from '../../runs/write-run.js'
import { linkedArtifacts } from './linked-artifacts.js'

/**
 * @import { Analysed } from '../../analyse.js'
 * @import { SavedRun } from '../../runs/read-run.js'
 * @import { Analysis } from '../../types.js'
 * @import { KnownLabs, LabAnalysis } from '../../runs/lab-types.js'
 */

/**
 * @typedef {object} SavedReport
 * @property {string} folder of the run
 * @property {string | null} page report.html; null where it was not written
 * @property {string | null} index the page of all runs; null where it was not written
 * @property {string[]} problems why files were not written: no reason to fail, since the measurements are saved
 */

/**
 * Writes analysis.json, flames.json, summary.md and report.html of a run again, and the page of all runs. Nothing is measured.
 * @param {string} root the run folder
 * @param {SavedRun} run
 * @param {Analysed} analysed
 * @param {KnownLabs} [labs] whose runs are listed beside it
 * @returns {Promise<SavedReport>}
 */
export async function saveReport(root, run, analysed, labs) {
  const { analysis } = analysed
  const summary = toMarkdown(analysis, run.manifest)
  const { linked, refused } = await linkedArtifacts(root, run.artifacts)
  const shown = { ...run, artifacts: linked }
  const saved = await saveParts(root, { analysis, summary, labs }, () => writePage(root, shown, analysed))
  const problems = refused.map(
    file => `${file} is not in the report: it is outside the run folder, or no page as 0x and clinic write them.`
  )
  return { ...saved, problems: [...saved.problems, ...problems] }
}

/**
 * Writes the figures of a run first, then its page, then the page of all runs.
 * @param {string} root the run folder
 * @param {{ analysis: Analysis | LabAnalysis, summary: string, labs?: KnownLabs }} outcome
 * @param {() => Promise<string>} writeOwnPage returns the file
 * @returns {Promise<SavedReport>} rejects with a defect of what draws a page
 */
export async function saveParts(root, { analysis, summary, labs }, writeOwnPage) {
  const folder = path.relative('', root) || '.'
  /** @type {string[]} */
  const problems = []
  const figures = await attempt(
    () => writeAnalysis(root, analysis),
    unwritten('analysis.json, summary.md and report.html')
  )
  const text = figures && (await attempt(() => writeSummary(root, summary), unwritten('summary.md and report.html')))
  if (!text) return { folder, page: null, index: null, problems }
  const page = await attempt(writeOwnPage, 'report.html could not be written: ')
  const all = path.dirname(path.resolve(root))
  const index = await attempt(() => writeIndex(all, listRuns(all, labs)), '')
  return { folder, page, index, problems }

  /** @param {string} names of files */
  function unwritten(names) {
    return `${names} of ${folder} could not be written: `
  }

  /** @param {() => Promise<string>} write returns the file @param {string} start of the message */
  async function attempt(write, start) {
    try {
      return await write()
    } catch (error) {
      problems.push(start + problemOfFile(error))
      return null
    }
  }
}

/**
 * Returns why a file was not written: what the system says, or an error with a code. A defect is thrown on.
 * @param {unknown} error
 * @returns {string}
 */
function problemOfFile(error) {
  const { syscall, message } = Object(error)
  if (syscall !== undefined || (error instanceof WorkshopError && error.code !== 'ERR_DEFECT')) return message
  throw error
}

/**
 * Writes flames.json and report.html. The figures are saved before: an error here loses no measurement.
 * @type {(root: string, run: SavedRun, analysed: Analysed) => Promise<string>}
 */
async function writePage(root, run, { analysis, graphs: draw }) {
  const graphs = draw()
  await writeFlames(root, graphs)
  // The modules that draw pages take half a second to load, which is too long for commands such as --help.
  const { renderPage } = await import('../../page/render-page.js')
  const layout = runLayout(root)
  const text = await renderPage({ run, analysis, graphs, tickTexts: readTickTexts(root, run.artifacts) })
  await writeInRun(layout, layout.page, text)
  return layout.page
}
