import path from 'node:path'
import { analyse } from '../../analyse.js'
import { toSaved, WorkshopError } from '../../errors/errors.js'
import { withServed } from '../../measure/launch/companions.js'
import { describeMachine, describeVersions, savedExperiment } from '../../measure/project/begun-run.js'
import { installLabPackages } from '../../measure/project/lab-packages.js'
import { problemOf, reportEndedRun } from '../../measure/project/problem-of.js'
import { fitToMachine } from '../../measure/rounds/design.js'
import { runExperiment } from '../../measure/rounds/run-experiment.js'
import { readBaseline, writeBaseline } from '../../runs/baselines.js'
import { baselineOf, differencesOf, environmentOf } from '../../verdict/gates/against-baseline.js'
import { checkSlices, unprofiledOf } from '../../verdict/slices/slice-validity.js'
import { withLeft } from './read-left-profiles.js'
import { addPackageLines, saveReport, saveSources } from './save-report.js'

/** @import { CompanionEvent } from '../../measure/launch/companions.js' */
/** @import { LabPackagesProgress } from '../../measure/project/lab-packages.js' */
/** @import { Order } from '../../measure/rounds/run-experiment.js' */
/** @import { KnownLabs } from '../../runs/lab-types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Baseline } from '../../verdict/types.js' */
/** @import { SavedReport } from './save-report.js' */

/** An interval needs two values. */
const FEWEST_LAUNCHES = 2

/**
 * @typedef {object} AskedBaselines
 * @property {string} [save] the name that the run is saved under as a baseline
 * @property {string} [against] the baseline that the run is compared with
 * @property {boolean} force whether it is compared in another environment too
 *
 * @typedef {Omit<Order, 'profilesFolder' | 'against'> & { out: string, baselines: AskedBaselines, labs?: KnownLabs }} Asked `out`: the
 *   folder of all runs; `labs`: those whose runs are listed beside it
 *
 * @typedef {object} Measured
 * @property {Analysis} analysis
 * @property {SavedReport} saved
 * @property {WorkshopError | null} problem why the run did not complete; what was measured before is analysed all the same
 *
 * @typedef {{ type: 'packages' } & LabPackagesProgress} PackagesEvent
 * @typedef {{ notify: (event: Parameters<Order['notify']>[0] | CompanionEvent | PackagesEvent) => void }} Notified
 */

/**
 * Measures a built-in experiment with what it needs: the packages of the labs, and processes beside its servers.
 * @param {Omit<Asked, 'readCompanions' | 'notify'> & Notified} asked
 * @returns {Promise<Measured>} rejects with ERR_LAB_PACKAGES or ERR_COMPANION_EXITED too
 */
export async function measureExperiment({ experiment: asked, signal: caller, notify, ...others }) {
  const { needsLabPackages = false, ...needed } = asked
  if (needsLabPackages)
    await installLabPackages({ signal: caller, notify: progress => notify({ type: 'packages', ...progress }) })
  return withServed(needed, { signal: caller, notify }, (experiment, { signal, readCpu }) =>
    measureAndSave({ ...others, experiment, readCompanions: readCpu, signal, notify })
  )
}

/**
 * Measures an experiment in a run folder of its own, and saves its analysis and its report.
 * @param {Asked} asked @returns {Promise<Measured>}
 * @throws {WorkshopError} ERR_NO_BASELINE, ERR_OTHER_ENVIRONMENT and those of `runExperiment`, before anything was measured; ERR_RUN_REMOVED
 */
export async function measureAndSave({ out, baselines, labs, ...asked }) {
  const order = { ...asked, profilesFolder: path.resolve(out) }
  const against = await baselineFor(baselines, order)
  const { folder, problem } = await runExperiment({ ...order, against })
  return reportEndedRun(folder, reportRun)

  /** @returns {Promise<Measured>} */
  async function reportRun() {
    const measured = await addPackageLines(folder, folder.read())
    const ending = problem && withLeft(problem, folder, measured)
    const manifest = { ...measured.manifest, problem: ending && toSaved(ending) }
    // run.json has the interruption alone: what it left is read later.
    const run = ending === problem ? measured : { ...measured, manifest }
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

/**
 * Returns the baseline that a run is compared with, before it is measured; undefined where none is asked for.
 * @param {AskedBaselines} asked @param {Pick<Order, 'experiment' | 'design' | 'profilesFolder' | 'answers'>} order
 * @throws {WorkshopError} ERR_NO_BASELINE, ERR_OTHER_ENVIRONMENT
 */
async function baselineFor({ against: name, force }, { experiment, design, profilesFolder, answers }) {
  if (name === undefined) return undefined
  const baseline = readBaseline(profilesFolder, name, experiment.name)
  const machine = await describeMachine()
  const now = environmentOf({
    experiment: savedExperiment(experiment),
    design: fitToMachine(design, machine.pinnableCores),
    machine,
    versions: describeVersions([]),
    answers
  })
  const differences = differencesOf(baseline.environment, now)
  if (differences.length > 0 && !force) throw new WorkshopError('ERR_OTHER_ENVIRONMENT', { name, differences })
  return baseline
}

/**
 * Saves a run as a baseline.
 * @param {string} name @param {RunFolder} folder of the run @param {SavedRun} run what is in it
 * @throws {WorkshopError} ERR_BASELINE_UNSAVED, ERR_SMALL_BASELINE
 */
export async function saveBaseline(name, folder, { manifest, slices }) {
  const unprofiled = unprofiledOf(checkSlices(slices, manifest.experiment))
  const baseline = baselineOf(name, manifest, unprofiled, folder.name)
  for (const [variant, values] of Object.entries(baseline.values))
    if (mostLaunchesIn(values) < FEWEST_LAUNCHES) throw new WorkshopError('ERR_SMALL_BASELINE', { name, variant })
  await writeBaseline(folder.profilesFolder, baseline)
}

/** @param {Baseline['values'][string]} values by metric: not all systems have all */
function mostLaunchesIn(values) {
  return Math.max(...Object.values(values).map(({ length }) => length))
}
