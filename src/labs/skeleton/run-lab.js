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
import { createLabRun } from '../../runs/write-run.js'
import { workshopRoot } from '../../system/files/workshop-root.js'

/**
 * @import { WorkshopError } from '../../errors/errors.js'
 * @import { LabManifests, LabName } from './types.js'
 * @import { Finding, LabPlan, RunOrigin, RunStatus } from '../../runs/types.js'
 * @import { LabRunWriter } from '../../runs/write-run.js'
 * @import { LabPackagesProgress } from '../../measure/project/lab-packages.js'
 */

/**
 * @template {LabName} Name
 * @typedef {object} LabOrder
 * @property {LabManifests[Name]['lab']} lab
 * @property {LabPlan} plan
 * @property {(origin: LabOrigin<Name>) => LabManifests[Name]} manifestOf adds what run.json of this lab has of its own
 * @property {(session: LabSession<Name>) => Promise<void>} measure measures the cells of the plan, and saves each the moment it is measured
 * @property {string} profilesFolder
 * @property {string} reproduce the command that repeats the run
 * @property {AbortSignal} signal
 * @property {(event: LabEvent) => void} notify
 */

/**
 * @template {LabName} Name
 * @typedef {RunOrigin & { lab: LabManifests[Name]['lab'], plan: LabPlan }} LabOrigin what run.json of every lab has
 */

/**
 * @template {LabName} Name
 * @typedef {object} LabSession what a lab needs while it measures
 * @property {LabRunWriter<Name>} run
 * @property {LabManifests[Name]} manifest
 * @property {AbortSignal} signal
 * @property {(event: LabEvent) => void} notify
 */

/**
 * @typedef {{ type: 'preflight', findings: Finding[] } | PackagesEvent | { type: 'stage', stage: LabStage } | CellEvent} LabEvent
 * @typedef {{ type: 'packages' } & LabPackagesProgress} PackagesEvent what a lab installs before its first run
 * @typedef {'samples' | 'other-requests' | 'upstream' | 'store-data' | 'capacity' | 'task-cost' | 'search'} LabStage work before and after the cells
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
 * @template {LabName} Name
 * @param {LabOrder<Name>} order
 * @returns {Promise<{ root: string, problem: WorkshopError | null }>} `problem` is why the run did not complete
 * @throws {WorkshopError} ERR_RUN_FOLDER, before anything was measured
 */
export async function runLab(order) {
  const { measure, profilesFolder, signal, notify } = order
  const manifest = await describeRun(order)
  notify({ type: 'preflight', findings: manifest.preflight })
  /** @type {LabRunWriter<Name>} */
  const run = await createLabRun(profilesFolder, manifest)
  const { root } = run.layout
  const problem = await problemOf(() => measure({ run, manifest, signal, notify }), root)
  /** @type {RunStatus} */
  const status = problem === null ? 'complete' : signal.aborted ? 'interrupted' : 'failed'
  const ending = { status, problem: problem && toSaved(problem), endedAt: new Date().toISOString() }
  const concluded = await problemOf(() => run.update(/** @type {Partial<LabManifests[Name]>} */ (ending)), root)
  return { root, problem: concluded ?? problem }
}

/**
 * @template {LabName} Name
 * @param {LabOrder<Name>} order
 */
async function describeRun({ lab, plan, reproduce, manifestOf }) {
  const machine = await describeMachine()
  return manifestOf({
    ...begunRun(),
    lab,
    plan,
    reproduce,
    folder: workshopRoot,
    versions: await describeVersions([]),
    machine,
    gitCommit: await readGitCommit(workshopRoot),
    preflight: (await preflight(machine, await measureBusyShare(), [])).filter(({ code }) => !NOT_OF_LABS.has(code))
  })
}
