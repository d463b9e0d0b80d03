import path from 'node:path'
import { reportEndedRun } from '../../compare/save/report-ended-run.js'
import { WorkshopError } from '../../errors/errors.js'
import { installLabPackages } from '../../measure/project/lab-packages.js'
import { readLab } from '../../runs/read-run.js'
import { labParts, partsOfLab } from './lab-parts.js'
import { runLab } from './run-lab.js'
import { saveLabReport } from './save-lab.js'

/**
 * @import { LabOrder } from './run-lab.js'
 * @import { Section } from '../../report/sections/sections.js'
 * @import { LabAnalysis, LabName } from './types.js'
 * @import { SavedReport } from '../../compare/save/save-report.js'
 */

/**
 * @typedef {object} ReportedLab
 * @property {LabAnalysis} analysis
 * @property {SavedReport} saved
 * @property {Section[]} short the report for a terminal, the answer last
 */

/**
 * Measures a lab in a run folder of its own, and saves its analysis and its report.
 * @template {LabName} Name
 * @param {Omit<LabOrder<Name>, 'profilesFolder' | 'measure' | 'manifestOf'> & { out: string }} asked `out`: the folder of all runs
 * @returns {Promise<ReportedLab & { problem: WorkshopError | null }>} `problem` is why the run did not complete; what was measured
 *   before is analysed all the same
 * @throws {WorkshopError} ERR_LAB_PACKAGES, ERR_RUN_FOLDER, before anything was measured; ERR_RUN_REMOVED
 */
export async function measureLab({ out, ...order }) {
  const { needsPackages, measure, manifestOf } = partsOf(order.lab.name)
  const { signal, notify } = order
  if (needsPackages) await installLabPackages({ signal, notify: progress => notify({ type: 'packages', ...progress }) })
  const { root, problem } = await runLab({ ...order, measure, manifestOf, profilesFolder: path.resolve(out) })
  return reportEndedRun(root, async () => ({ ...(await reportLab(root)), problem }))
}

/**
 * Analyses the saved run of a lab, and saves its report.
 * @param {string} root the run folder
 * @returns {Promise<ReportedLab>}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN, ERR_UNKNOWN_LAB
 */
export async function reportLab(root) {
  const read = readLab(root)
  if (!read) throw new WorkshopError('ERR_NO_SUCH_RUN', { path: root, problem: 'it is not the run of a lab' })
  const parts = partsOf(read.manifest.lab.name)
  const analysed = parts.analyse(read)
  const analysis = read.unread.length === 0 ? analysed : { ...analysed, unread: read.unread }
  return { analysis, saved: await saveLabReport(root, read, analysis, parts), short: parts.short(analysis) }
}

/** @param {string} name */
function partsOf(name) {
  const parts = partsOfLab(name)
  if (!parts) throw new WorkshopError('ERR_UNKNOWN_LAB', { name, allowed: Object.keys(labParts).join(', ') })
  return parts
}
