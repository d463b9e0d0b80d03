import path from 'node:path'
import { analyseRun, prepareRun } from '../analyse-run.js'
import { runExperiment } from '../measure/run-experiment.js'
import { readRun } from '../runs/read-run.js'
import { saveReport } from './save-report.js'
import { saveSources } from './save-sources.js'

/**
 * @import { WorkshopError } from '../errors.js'
 * @import { Order } from '../measure/run-experiment.js'
 * @import { Analysis } from '../types.js'
 * @import { SavedReport } from './save-report.js'
 */

/**
 * @typedef {object} Measured
 * @property {Analysis} analysis
 * @property {SavedReport} saved
 * @property {WorkshopError | null} problem why the run did not complete; what was measured before is analysed all the same
 */

/**
 * Measures an experiment in a run folder of its own, and saves its analysis and its report.
 * @param {Omit<Order, 'profilesFolder'> & { out: string }} asked `out`: the folder of all runs
 * @returns {Promise<Measured>}
 * @throws {WorkshopError} ERR_RUN_REMOVED, or those of a run that did not begin
 */
export async function measureAndSave({ out, ...order }) {
  const { root, problem } = await runExperiment({ ...order, profilesFolder: path.resolve(out) })
  if (problem?.code === 'ERR_RUN_REMOVED') throw problem
  const run = readRun(root)
  const prepared = prepareRun(run)
  const analysis = await saveSources(root, run, analyseRun(run, prepared))
  return { analysis, saved: await saveReport(root, run, analysis, prepared), problem }
}
