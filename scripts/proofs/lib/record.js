import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { makeDesign } from '../../../src/measure/rounds/design.js'
import { sizesOf } from '../../../src/measure/rounds/presets.js'
import { runExperiment } from '../../../src/measure/rounds/run-experiment.js'
import { RunFolder } from '../../../src/runs/run-folder.js'

/** @import { Experiment } from '../../../src/experiments/types.js' */
/** @import { Design } from '../../../src/measure/types.js' */

/** @satisfies {Partial<Design>} of a recording that verdicts are drawn from: slices on a shared core only, in all rounds */
export const sharedCoreOnly = {
  detailRounds: 0,
  endsWhenClear: false,
  slices: { ...sizesOf({ isShort: false, hasManyVariants: false, servers: 2 }).slices, separate: 0 },
  loadRounds: { unprofiled: 0, profiled: 0 }
}

/**
 * Reads the complete runs below a folder, in the order they were recorded.
 * @param {string} folder
 * @param {string} [experiment] its name; all experiments when left out
 */
export function completeRuns(folder, experiment) {
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  return names
    .map(name => path.join(folder, name))
    .filter(root => existsSync(path.join(root, 'run.json')))
    .map(root => ({ root, ...new RunFolder(root).read() }))
    .filter(
      ({ manifest }) =>
        manifest.status === 'complete' && (experiment ?? manifest.experiment.name) === manifest.experiment.name
    )
}

/**
 * Records a run of a series unless the folder has it, so that an interrupted recording continues where it stopped.
 * @param {number} run its number, from 0, which is its seed @param {Omit<Parameters<typeof recordRun>[0], 'seed'>} order
 */
export async function recordNext(run, order) {
  if (completeRuns(order.folder, order.experiment.name).length <= run) await recordRun({ ...order, seed: run })
}

/**
 * Records one run into a folder of its own. The seed is the number of the run, so that a repeated recording repeats it.
 * @param {object} order
 * @param {string} order.label what is recorded, for the progress line
 * @param {Experiment} order.experiment
 * @param {number} order.seed
 * @param {string} order.folder
 * @param {string} order.reproduce
 * @param {AbortSignal} order.signal
 * @param {Partial<Parameters<typeof makeDesign>[0]>} [order.design] where it differs from a run without a profiler
 * @param {Partial<Design>} [order.changes] to the design that was made
 * @returns {Promise<string>} the run folder
 */
export async function recordRun({ label, experiment, seed, folder, reproduce, signal, design = {}, changes = {} }) {
  console.error(label)
  const made = makeDesign({ profilers: [], loads: experiment.loads, seed, ...design })
  const {
    folder: { root },
    problem
  } = await runExperiment({
    experiment,
    design: { ...made, ...changes },
    profilesFolder: folder,
    reproduce,
    signal,
    notify: () => undefined
  })
  if (problem) throw problem
  console.error(`  ${path.relative('', root)}`)
  return root
}
