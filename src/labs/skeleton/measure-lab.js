import path from 'node:path'
import { saveParts } from '../../compare/save/save-report.js'
import { WorkshopError } from '../../errors/errors.js'
import { installLabPackages } from '../../measure/project/lab-packages.js'
import { reportEndedRun } from '../../measure/project/problem-of.js'
import { labToMarkdown } from './markdown.js'
import { runLab } from './run-lab.js'

/** @import { SavedReport } from '../../compare/save/save-report.js' */
/** @import { Section } from '../../report/sections/sections.js' */
/** @import { LabAnalysis } from '../../runs/lab-types.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */
/** @import { LabOrder } from './run-lab.js' */
/** @import { Lab, LabFiles, LabTypes, LabWork, SavedLab } from './types.js' */

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
  const { folder, problem } = await runLab({ ...order, profilesFolder: path.resolve(out) }, await lab.work())
  return reportEndedRun(folder, async () => ({ ...(await reportLab(folder, labs)), problem }))
}

/**
 * Analyses the saved run of a lab, and saves its report.
 * @param {RunFolder} folder @param {Labs} labs @returns {Promise<ReportedLab>}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN
 */
export async function reportLab(folder, labs) {
  const read = folder.readLab(labs)
  const lab = read && labs.get(read.manifest.lab.name)
  if (!lab) throw new WorkshopError('ERR_NO_SUCH_RUN', { path: folder.root, problem: 'it is not the run of a lab' })
  const work = await lab.work()
  const analysed = work.analyse(read)
  const analysis = read.unread.length === 0 ? analysed : { ...analysed, unread: read.unread }
  return {
    analysis,
    saved: await saveReport(folder, { saved: read, analysis, files: recordFiles(lab), labs }, work),
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
 * @param {RunFolder} folder
 * @param {{ saved: SavedLab<LabTypes>, analysis: LabAnalysis, files: LabFiles, labs: Labs }} run @param {LabWork} work
 */
function saveReport(folder, { saved, analysis, files, labs }, { sections, toCsv, renderPage }) {
  const summary = labToMarkdown(sections(analysis), saved.manifest)
  return saveParts(folder, { analysis, summary, labs }, async function writePage() {
    await folder.writeCellsTable(toCsv(saved))
    return folder.writePage(await renderPage(saved, analysis, files))
  })
}
