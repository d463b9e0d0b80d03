import { WorkshopError } from '../../errors/errors.js'
import { savedExperiment } from '../../measure/project/begun-run.js'
import { describeMachine, describeVersions } from '../../measure/project/machine.js'
import { fitToMachine } from '../../measure/rounds/design.js'
import { readBaseline, writeBaseline } from '../../runs/baselines.js'
import { baselineOf, differencesOf, environmentOf } from '../../verdict/gates/against-baseline.js'
import { checkSlices, unprofiledOf } from '../../verdict/slices/slice-validity.js'

/** @import { Order } from '../../measure/rounds/run-experiment.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */
/** @import { Baseline } from '../../verdict/types.js' */

/** An interval needs two values. */
const FEWEST_LAUNCHES = 2

/**
 * @typedef {object} AskedBaselines
 * @property {string} [save] the name that the run is saved under as a baseline
 * @property {string} [against] the baseline that the run is compared with
 * @property {boolean} force whether it is compared in another environment too
 */

/**
 * Returns the baseline that a run is compared with, before it is measured.
 * @param {AskedBaselines} asked @param {Pick<Order, 'experiment' | 'design' | 'profilesFolder' | 'answers'>} order
 * @returns {Promise<Baseline | undefined>} undefined where none is asked for
 * @throws {WorkshopError} ERR_NO_BASELINE, ERR_OTHER_ENVIRONMENT
 */
export async function baselineFor({ against: name, force }, { experiment, design, profilesFolder, answers }) {
  if (name === undefined) return undefined
  const baseline = readBaseline(profilesFolder, name, experiment.name)
  const machine = await describeMachine()
  const versions = await describeVersions([])
  const now = environmentOf({
    experiment: savedExperiment(experiment),
    design: fitToMachine(design, machine.pinnableCores),
    machine,
    versions,
    answers
  })
  const differences = differencesOf(baseline.environment, now)
  if (differences.length > 0 && !force) throw new WorkshopError('ERR_OTHER_ENVIRONMENT', { name, differences })
  return baseline
}

/**
 * Saves a run as a baseline.
 * @param {string} name
 * @param {RunFolder} folder of the run
 * @param {SavedRun} run what is in it
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
