import path from 'node:path'
import { WorkshopError } from '../errors.js'
import { runLab } from '../measure/run-lab.js'
import { readLab } from '../runs/read-run.js'
import { analyseCopies } from '../verdict/copy/analyse-copies.js'
import { saveLabReport } from './save-lab.js'

/**
 * @import { LabOrder } from '../measure/run-lab.js'
 * @import { LabAnalysis } from '../verdict/types.js'
 * @import { SavedReport } from './save-report.js'
 */

/**
 * Measures a lab in a run folder of its own, and saves its analysis and its report.
 * @param {Omit<LabOrder, 'profilesFolder'> & { out: string }} asked `out`: the folder of all runs
 * @returns {Promise<{ analysis: LabAnalysis, saved: SavedReport, problem: WorkshopError | null }>} `problem` is why the run did not
 *   complete; what was measured before is analysed all the same
 */
export async function measureLab({ out, ...order }) {
  const { root, problem } = await runLab({ ...order, profilesFolder: path.resolve(out) })
  return { ...(await reportLab(root)), problem }
}

/**
 * Analyses the saved run of a lab, and saves its report.
 * @param {string} root the run folder
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN
 */
export async function reportLab(root) {
  const saved = readLab(root)
  if (!saved) throw new WorkshopError('ERR_NO_SUCH_RUN', { path: root, problem: 'it is not the run of a lab' })
  const analysis = analyseCopies(saved)
  return { analysis, saved: await saveLabReport(root, saved, analysis) }
}
