import { withServed } from '../../measure/launch/companions.js'
import { installLabPackages } from '../../measure/project/lab-packages.js'
import { measureAndSave } from './measure-and-save.js'

/** @import { CompanionEvent } from '../../measure/launch/companions.js' */
/** @import { LabPackagesProgress } from '../../measure/project/lab-packages.js' */
/** @import { Order } from '../../measure/rounds/run-experiment.js' */
/** @import { KnownLabs } from '../../runs/lab-types.js' */
/** @import { AskedBaselines } from '../ask/baselines.js' */
/** @import { Measured } from './measure-and-save.js' */

/** @typedef {{ type: 'packages' } & LabPackagesProgress} PackagesEvent */

/**
 * @typedef {Omit<Order, 'profilesFolder' | 'against' | 'readCompanions' | 'notify'> & {
 *   out: string,
 *   baselines: AskedBaselines,
 *   labs?: KnownLabs,
 *   notify: (event: Parameters<Order['notify']>[0] | CompanionEvent | PackagesEvent) => void
 * }} ExperimentOrder `out`: the folder of all runs
 */

/**
 * Measures a built-in experiment with what it needs: the packages of the labs, and processes beside its servers.
 * @param {ExperimentOrder} order
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
