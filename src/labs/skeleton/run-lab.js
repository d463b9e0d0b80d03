import { toSaved } from '../../errors/errors.js'
import { begunRun } from '../../measure/project/begun-run.js'
import {
  describeMachine,
  describeVersions,
  measureBusyShare,
  preflight,
  readGitCommit
} from '../../measure/project/machine.js'
import { problemOf } from '../../measure/project/problem-of.js'
import { createLabRun } from '../../runs/create-run.js'
import { workshopRoot } from '../../system/files/workshop-root.js'

/** @import { WorkshopError } from '../../errors/errors.js' */
/** @import { LabPackagesProgress } from '../../measure/project/lab-packages.js' */
/** @import { LabPlan } from '../../runs/lab-types.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */
/** @import { Finding, RunStatus } from '../../runs/types.js' */
/** @import { Lab, LabOrigin, LabTypes, LabWork } from './types.js' */

/**
 * @template {LabTypes} Types
 * @typedef {object} LabOrder
 * @property {Lab<Types>} lab
 * @property {LabPlan} plan
 * @property {string} profilesFolder
 * @property {string} reproduce the command that repeats the run
 * @property {AbortSignal} signal
 * @property {(event: LabEvent) => void} notify
 */

/**
 * @typedef {{ type: 'preflight', findings: Finding[] } | PackagesEvent | { type: 'stage', stage: string } | CellEvent} LabEvent `stage`: work before and after the cells, one of those of the lab
 * @typedef {{ type: 'packages' } & LabPackagesProgress} PackagesEvent what a lab installs before its first run
 * @typedef {object} CellEvent
 * @property {'cell'} type
 * @property {number} done
 * @property {number} of
 * @property {{ variant: string, repeat: number } | null} next
 * @property {number} leftMs an estimate, corrected by how long the cells so far took
 */

/** Findings about servers and profilers, which a lab does not measure with. @type {Set<Finding['code']>} */
const NOT_OF_LABS = new Set(['no-nm', 'one-core', 'no-pinning'])

/**
 * Runs a lab, from the preflight to a run folder that can be analysed even when the run fails.
 * @template {LabTypes} Types
 * @param {LabOrder<Types>} order @param {LabWork<Types>} work
 * @returns {Promise<{ folder: RunFolder, problem: WorkshopError | null }>} `problem` is why the run did not complete
 * @throws {WorkshopError} ERR_RUN_FOLDER, before anything was measured
 */
export async function runLab(order, { manifestOf, measure }) {
  const { lab, profilesFolder, signal, notify } = order
  const manifest = manifestOf(await describeRun(order))
  notify({ type: 'preflight', findings: manifest.preflight })
  const run = await createLabRun(profilesFolder, manifest, lab.records)
  const problem = await problemOf(() => measure({ run, manifest, signal, notify }), run)
  /** @type {RunStatus} */
  const status = problem === null ? 'complete' : signal.aborted ? 'interrupted' : 'failed'
  const ending = { status, problem: problem && toSaved(problem), endedAt: new Date().toISOString() }
  const concluded = await problemOf(() => run.update(/** @type {Partial<Types['manifest']>} */ (ending)), run)
  return { folder: run, problem: concluded ?? problem }
}

/**
 * @template {LabTypes} Types
 * @param {LabOrder<Types>} order @returns {Promise<LabOrigin<Types>>}
 */
async function describeRun({ lab, plan, reproduce }) {
  const machine = await describeMachine()
  return {
    ...begunRun(),
    lab: lab.question,
    plan,
    reproduce,
    folder: workshopRoot,
    versions: await describeVersions([]),
    machine,
    gitCommit: await readGitCommit(workshopRoot),
    preflight: (await preflight(machine, await measureBusyShare(), [])).filter(({ code }) => !NOT_OF_LABS.has(code))
  }
}
