import { copiesToCsv } from '../report/lab-csv.js'
import { labToMarkdown } from '../report/lab-markdown.js'
import { runLayout } from '../runs/run-layout.js'
import { writeAtomic } from '../system/files.js'
import { saveParts } from './save-report.js'

/**
 * @import { SavedLab } from '../runs/read-run.js'
 * @import { LabAnalysis } from '../verdict/types.js'
 */

/**
 * Writes analysis.json, summary.md, copies.csv and report.html of a lab again, and the page of all runs. Nothing is measured.
 * @param {string} root the run folder
 * @param {SavedLab} saved
 * @param {LabAnalysis} analysis
 */
export function saveLabReport(root, saved, analysis) {
  const summary = labToMarkdown(analysis, saved.manifest)
  return saveParts(root, { analysis, summary }, () => writePage(root, saved, analysis))
}

/** @type {(root: string, saved: SavedLab, analysis: LabAnalysis) => Promise<string>} */
async function writePage(root, saved, analysis) {
  const { page, cellsTable } = runLayout(root)
  await writeAtomic(cellsTable, copiesToCsv(saved))
  const { renderLab } = await import('../page/render-lab.js')
  await writeAtomic(page, await renderLab(saved, analysis))
  return page
}
