import path from 'node:path'
import { analyse } from '../../analyse.js'
import { toSaved } from '../../errors/errors.js'
import { problemOf, reportEndedRun } from '../../measure/project/problem-of.js'
import { runExperiment } from '../../measure/rounds/run-experiment.js'
import { baselineFor, saveBaseline } from '../ask/baselines.js'
import { withLeft } from './read-left-profiles.js'
import { saveReport } from './save-report.js'
import { saveSources } from './save-sources.js'

/** @import { SavedProblem } from '../../errors/types.js' */
/** @import { WorkshopError } from '../../errors/errors.js' */
/** @import { Order } from '../../measure/rounds/run-experiment.js' */
/** @import { KnownLabs } from '../../runs/lab-types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { AskedBaselines } from '../ask/baselines.js' */
/** @import { SavedReport } from './save-report.js' */

/**
 * @typedef {object} Measured
 * @property {Analysis} analysis
 * @property {SavedReport} saved
 * @property {WorkshopError | null} problem why the run did not complete; what was measured before is analysed all the same
 */

/**
 * Measures an experiment in a run folder of its own, and saves its analysis and its report.
 * @param {Omit<Order, 'profilesFolder' | 'against'> & { out: string, baselines: AskedBaselines, labs?: KnownLabs }} asked `out`: the folder of all runs;
 *   `labs`: those whose runs are listed beside it
 * @returns {Promise<Measured>}
 * @throws {WorkshopError} ERR_NO_BASELINE, ERR_OTHER_ENVIRONMENT and those of `runExperiment`, before anything was measured; ERR_RUN_REMOVED
 */
export async function measureAndSave({ out, baselines, labs, ...asked }) {
  const order = { ...asked, profilesFolder: path.resolve(out) }
  const against = await baselineFor(baselines, order)
  const { folder, problem } = await runExperiment({ ...order, against })
  return reportEndedRun(folder, reportRun)

  /** @returns {Promise<Measured>} */
  async function reportRun() {
    const measured = folder.read()
    const ending = problem && withLeft(problem, folder, measured)
    // run.json has the interruption alone: what it left is read later.
    const run = ending === null || ending === problem ? measured : withProblem(measured, toSaved(ending))
    const analysed = analyse(run)
    const analysis = await saveSources(folder, run, analysed.analysis)
    const saved = await saveReport(folder, run, { ...analysed, analysis }, labs)
    return { analysis, saved, problem: ending ?? (await keepAsBaseline(run)) }
  }

  /** @param {SavedRun} run */
  async function keepAsBaseline(run) {
    const { save } = baselines
    return save === undefined ? null : problemOf(() => saveBaseline(save, folder, run), folder)
  }
}

/** @param {SavedRun} run @param {SavedProblem} problem @returns {SavedRun} */
function withProblem(run, problem) {
  return { ...run, manifest: { ...run.manifest, problem } }
}
