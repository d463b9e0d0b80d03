import { toSaved } from '../errors.js'
import { createLabRun } from '../runs/write-run.js'
import { workshopRoot } from '../system/workshop-root.js'
import { begunRun } from './begun-run.js'
import { describeMachine, describeVersions, measureBusyShare, preflight, readGitCommit } from './machine.js'
import { problemOf } from './problem-of.js'

/**
 * @import { WorkshopError } from '../errors.js'
 * @import { Lab } from '../experiments/lab-types.js'
 * @import { Finding, LabManifest, LabPlan, PlannedCell, RunStatus } from '../runs/types.js'
 */

/**
 * @typedef {object} LabOrder
 * @property {Lab} lab
 * @property {LabPlan} plan
 * @property {(session: LabSession) => Promise<void>} measure measures the cells of the plan, and saves each the moment it is measured
 * @property {string} profilesFolder
 * @property {string} reproduce the command that repeats the run
 * @property {AbortSignal} signal
 * @property {(event: LabEvent) => void} notify
 *
 * @typedef {object} LabSession what a lab needs while it measures
 * @property {LabRun} run
 * @property {LabManifest} manifest
 * @property {AbortSignal} signal
 * @property {LabOrder['notify']} notify
 *
 * @typedef {Awaited<ReturnType<typeof createLabRun>>} LabRun
 *
 * @typedef {{ type: 'preflight', findings: Finding[] } | { type: 'samples' | 'server' } | CellEvent} LabEvent
 * @typedef {{ type: 'cell', done: number, of: number, next: PlannedCell | null, leftMs: number }} CellEvent `leftMs`: an estimate,
 *   corrected by how long the cells so far took
 */

/** Findings about servers and profilers, which a lab does not measure with. @type {Set<Finding['code']>} */
const NOT_OF_LABS = new Set(['no-nm', 'one-core', 'no-pinning'])

/**
 * Runs a lab, from the preflight to a run folder that can be analysed even when the run fails.
 * @param {LabOrder} order
 * @returns {Promise<{ root: string, problem: WorkshopError | null }>} `problem` is why the run did not complete
 * @throws {WorkshopError} ERR_RUN_FOLDER, before anything was measured
 */
export async function runLab(order) {
  const { measure, profilesFolder, signal, notify } = order
  const manifest = await manifestOf(order)
  notify({ type: 'preflight', findings: manifest.preflight })
  const run = await createLabRun(profilesFolder, manifest)
  const problem = await problemOf(() => measure({ run, manifest, signal, notify }))
  /** @type {RunStatus} */
  const status = problem === null ? 'complete' : signal.aborted ? 'interrupted' : 'failed'
  const ending = { status, problem: problem && toSaved(problem), endedAt: new Date().toISOString() }
  const concluded = await problemOf(() => run.update(ending))
  return { root: run.layout.root, problem: concluded ?? problem }
}

/** @param {LabOrder} order @returns {Promise<LabManifest>} */
async function manifestOf({ lab, plan, reproduce }) {
  const machine = await describeMachine()
  return {
    ...begunRun(),
    lab,
    plan,
    reproduce,
    folder: workshopRoot,
    versions: await describeVersions([]),
    machine,
    gitCommit: await readGitCommit(workshopRoot),
    preflight: (await preflight(machine, await measureBusyShare(), [])).filter(({ code }) => !NOT_OF_LABS.has(code)),
    core: machine.pinnableCores.at(-1) ?? null,
    // Known once the sample files are there.
    fileSystem: null
  }
}
