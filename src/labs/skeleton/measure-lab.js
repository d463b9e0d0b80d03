import path from 'node:path'
import { reportEndedRun } from '../../compare/save/report-ended-run.js'
import { saveParts } from '../../compare/save/save-report.js'
import { WorkshopError } from '../../errors/errors.js'
import { installLabPackages } from '../../measure/project/lab-packages.js'
import { readLab } from '../../runs/read-run.js'
import { runLayout } from '../../runs/run-layout.js'
import { writeInRun } from '../../runs/write-run.js'
import { labToMarkdown } from './markdown.js'
import { runLab } from './run-lab.js'

/**
 * @import { SavedReport } from '../../compare/save/save-report.js'
 * @import { Section } from '../../report/sections/sections.js'
 * @import { LabAnalysis } from '../../runs/lab-types.js'
 * @import { LabOrder } from './run-lab.js'
 * @import { Lab, LabFiles, LabTypes, LabWork, SavedLab } from './types.js'
 */

/**
 * @typedef {object} ReportedLab
 * @property {LabAnalysis} analysis
 * @property {SavedReport} saved
 * @property {Section[]} short the report for a terminal, the answer last
 *
 * @typedef {Map<string, Lab>} Labs by name
 */

/**
 * Measures a lab in a run folder of its own, and saves its analysis and its report.
 * @param {Omit<LabOrder<any>, 'profilesFolder'> & { labs: Labs, out: string }} asked `out`: the folder of all runs
 * @returns {Promise<ReportedLab & { problem: WorkshopError | null }>} `problem` is why the run did not complete; what was measured
 *   before is analysed all the same
 * @throws {WorkshopError} ERR_LAB_PACKAGES, ERR_RUN_FOLDER, before anything was measured; ERR_RUN_REMOVED
 */
export async function measureLab({ labs, out, ...order }) {
  const { lab, signal, notify } = order
  if (lab.needsPackages)
    await installLabPackages({ signal, notify: progress => notify({ type: 'packages', ...progress }) })
  const { root, problem } = await runLab({ ...order, profilesFolder: path.resolve(out) }, await lab.work())
  return reportEndedRun(root, async () => ({ ...(await reportLab(root, labs)), problem }))
}

/**
 * Analyses the saved run of a lab, and saves its report.
 * @param {string} root the run folder
 * @param {Labs} labs
 * @returns {Promise<ReportedLab>}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN
 */
export async function reportLab(root, labs) {
  const read = readLab(root, labs)
  const lab = read && labs.get(read.manifest.lab.name)
  if (!lab) throw new WorkshopError('ERR_NO_SUCH_RUN', { path: root, problem: 'it is not the run of a lab' })
  const work = await lab.work()
  const analysed = work.analyse(read)
  const analysis = read.unread.length === 0 ? analysed : { ...analysed, unread: read.unread }
  return {
    analysis,
    saved: await saveReport(root, { saved: read, analysis, files: recordFiles(lab), labs }, work),
    short: work.short(analysis)
  }
}

/**
 * Returns the names of the files of records of a lab.
 * @template {LabTypes} Types
 * @param {Lab<Types>} lab
 */
export function recordFiles({ records }) {
  const files = Object.entries(records).map(([kind, { file }]) => [kind, file])
  return /** @type {LabFiles<Types>} */ (Object.fromEntries(files))
}

/**
 * Writes analysis.json, summary.md, cells.csv and report.html of a lab again, and the page of all runs. Nothing is measured.
 * @param {string} root the run folder
 * @param {{ saved: SavedLab<LabTypes>, analysis: LabAnalysis, files: LabFiles, labs: Labs }} run
 * @param {LabWork} work
 */
function saveReport(root, { saved, analysis, files, labs }, { sections, toCsv, renderPage }) {
  const summary = labToMarkdown(sections(analysis), saved.manifest)
  return saveParts(root, { analysis, summary, labs }, async function writePage() {
    const layout = runLayout(root)
    await writeInRun(layout, layout.cellsTable, toCsv(saved))
    await writeInRun(layout, layout.page, await renderPage(saved, analysis, files))
    return layout.page
  })
}
