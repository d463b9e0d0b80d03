import { performance } from 'node:perf_hooks'
import { toSaved } from '../../errors/errors.js'
import { profilers } from '../../profilers/index.js'
import { readCalibration } from '../../runs/calibrations.js'
import { createRun } from '../../runs/create-run.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { collectProfiles } from '../launch/collect-profiles.js'
import {
  begunRun,
  describeMachine,
  describeVersions,
  measureBusyShare,
  preflight,
  readGitCommit,
  savedExperiment
} from '../project/begun-run.js'
import { problemOf } from '../project/problem-of.js'
import { readChanges } from '../project/read-changes.js'
import { saveTexts } from '../project/save-texts.js'
import { addTime } from './add-time.js'
import { fitToMachine } from './design.js'
import { measure } from './measure.js'

/** @import { WorkshopError } from '../../errors/errors.js' */
/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Answers, CompanionCpu, Finding, RunManifest, RunStatus } from '../../runs/types.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */
/** @import { Baseline, Calibration } from '../../verdict/types.js' */
/** @import { MeasureEvent, Setup } from './measure.js' */
/** @import { Design } from '../types.js' */

/** Those of the app of the workshop: servers of a user have their own. */
const APP_PACKAGES = ['express', 'compression', 'ejs']
const TOOL_PACKAGES = ['autocannon', 'artillery', '0x', 'clinic']

/**
 * @typedef {object} Order
 * @property {Experiment} experiment
 * @property {Design} design
 * @property {string} profilesFolder
 * @property {string} reproduce the command that repeats the run
 * @property {Answers[]} [answers] of the servers of a user, before the run
 * @property {Baseline} [against] what the run is compared with
 * @property {() => CompanionCpu[]} [readCompanions] returns the CPU of processes beside the servers
 * @property {(setup: Setup) => Promise<void>} [play] measures in place of {@link measure}: processes that run already
 * @property {AbortSignal} signal
 * @property {(event: MeasureEvent | Preflight | { type: 'folder', path: string }) => void} notify
 *
 * @typedef {{ type: 'preflight', findings: Finding[], calibration: Calibration | null }} Preflight
 */

/**
 * Runs an experiment, from the preflight to a run folder that can be analysed even when the run fails.
 * @param {Order} order
 * @returns {Promise<{ folder: RunFolder, problem: WorkshopError | null }>} `problem` is why the run did not complete
 * @throws {WorkshopError} ERR_RUN_FOLDER, or that a profiler cannot run here, before anything was measured
 */
export async function runExperiment(order) {
  const { experiment, profilesFolder, readCompanions, play = measure, signal, notify } = order
  const startedMs = performance.now()
  const manifest = await describeRun(order)
  const { design, machine } = manifest
  for (const { name } of design.profilers) await profilers.get(name)?.check?.()
  notify({ type: 'preflight', findings: manifest.preflight, calibration: manifest.calibration })
  const name = [experiment.name, ...design.profilers.map(profiler => profiler.name)].join('-')
  const run = await createRun(profilesFolder, name, manifest)
  notify({ type: 'folder', path: run.root })
  const timing = { ...manifest.timing }
  const setup = { experiment, design, cores: machine.pinnableCores, run, readCompanions, signal, timing, notify }
  const measured = await problemOf(() => play(setup), run)
  const collected = await problemOf(collect, run)
  const problem = measured ?? collected
  timing.wallMs = performance.now() - startedMs
  /** @type {RunStatus} */
  const status = problem === null ? 'complete' : problem.code === 'ERR_INTERRUPTED' ? 'interrupted' : 'failed'
  const ending = { status, timing, problem: problem && toSaved(problem), endedAt: new Date().toISOString() }
  const concluded = await problemOf(() => run.update(ending), run)
  const saved = await problemOf(() => saveTexts(run, run.read()).then(() => run.saveChecksums()), run)
  // A full disk also kills servers: the error that prevents the last update is the cause.
  return { folder: run, problem: concluded ?? problem ?? saved }

  async function collect() {
    await addTime(timing, 'collectMs', collectProfiles({ run, saved: run.read(), signal, notify }))
  }
}

/** Returns what is recorded of a run before its first round. @param {Order} order @returns {Promise<RunManifest>} */
async function describeRun({ experiment, reproduce, profilesFolder, answers, against, ...order }) {
  const machine = await describeMachine()
  const design = fitToMachine(order.design, machine.pinnableCores)
  const folder = experiment.folder ?? workshopRoot
  const { variants } = experiment
  const programs = design.profilers.flatMap(({ name }) => profilers.get(name)?.needs ?? [])
  const isOwnApp = experiment.folder === undefined
  const changes = await readChanges(variants, folder)
  return {
    ...begunRun(),
    experiment: savedExperiment(experiment),
    design,
    reproduce,
    folder,
    versions: describeVersions(isOwnApp ? [...APP_PACKAGES, ...TOOL_PACKAGES] : TOOL_PACKAGES),
    machine,
    // Where each variant is a revision, none of them need be the one of the working tree.
    gitCommit: variants.some(({ commit }) => commit) ? null : await readGitCommit(folder),
    preflight: await preflight(machine, await measureBusyShare(), programs),
    calibration: readCalibration(profilesFolder, machine, process.version),
    ...(answers && { answers }),
    ...(against && { against }),
    ...(changes && { changes }),
    timing: { loadMs: 0, warmupMs: 0, startMs: 0, stopMs: 0, keptMs: 0, collectMs: 0, wallMs: 0 }
  }
}
