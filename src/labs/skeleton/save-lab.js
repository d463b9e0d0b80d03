import { saveParts } from '../../compare/save/save-report.js'
import { runLayout } from '../../runs/run-layout.js'
import { writeInRun } from '../../runs/write-run.js'
import { labToMarkdown } from './markdown.js'

/**
 * @import { SavedLab } from '../../runs/read-run.js'
 * @import { LabAnalysis } from './types.js'
 * @import { LabParts } from './lab-parts.js'
 */

/**
 * Writes analysis.json, summary.md, cells.csv and report.html of a lab again, and the page of all runs. Nothing is measured.
 * @param {string} root the run folder
 * @param {SavedLab} saved
 * @param {LabAnalysis} analysis
 * @param {LabParts<any, any>} parts
 */
export function saveLabReport(root, saved, analysis, { sections, toCsv, renderPage }) {
  const summary = labToMarkdown(sections(analysis), saved.manifest)
  return saveParts(root, { analysis, summary }, async function writePage() {
    const layout = runLayout(root)
    await writeInRun(layout, layout.cellsTable, toCsv(saved))
    await writeInRun(layout, layout.page, await renderPage(saved, analysis))
    return layout.page
  })
}
