import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { toSaved } from '../errors.js'
import { playCopies } from '../load/copies.js'
import { createLabRun } from '../runs/write-run.js'
import { keepTo } from '../system/cores.js'
import { workshopRoot } from '../system/workshop-root.js'
import { measureBystanders } from './bystanders.js'
import { estimateCellsMs, plannedBystanders, plannedCells } from './lab-plan.js'
import { describeMachine, describeVersions, measureBusyShare, preflight, readGitCommit } from './machine.js'
import { problemOf } from './problem-of.js'
import { copiesFolder, sampleFile } from './sample-files.js'

/**
 * @import { WorkshopError } from '../errors.js'
 * @import { Lab } from '../experiments/lab-types.js'
 * @import { Finding, LabManifest, LabPlan, PlannedCell, RunStatus } from '../runs/types.js'
 * @import { SampleFile } from './sample-files.js'
 */

/**
 * @typedef {object} LabOrder
 * @property {Lab} lab
 * @property {LabPlan} plan
 * @property {string} profilesFolder
 * @property {string} reproduce the command that repeats the run
 * @property {AbortSignal} signal
 * @property {(event: LabEvent) => void} notify
 *
 * @typedef {{ type: 'preflight', findings: Finding[] } | { type: 'samples' | 'server' } | CellEvent} LabEvent
 * @typedef {{ type: 'cell', done: number, of: number, next: PlannedCell | null, leftMs: number }} CellEvent `leftMs`: an estimate,
 *   corrected by how long the cells so far took
 */

/** Where the sample files stay from run to run. */
const SAMPLES = path.join(workshopRoot, 'node_modules', '.cache', 'profiling-workshop', 'samples')

/** By the magic number that statfs(2) reports. */
const fileSystems = new Map([
  [0xef53, 'ext4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x01021994, 'tmpfs'],
  [0x794c7630, 'overlayfs'],
  [0x2fc12fc1, 'zfs'],
  [0x6969, 'nfs'],
  [0x1a, 'apfs']
])

/**
 * Runs a lab, from the preflight to a run folder that can be analysed even when the run fails.
 * @param {LabOrder} order
 * @returns {Promise<{ root: string, problem: WorkshopError | null }>} `problem` is why the run did not complete
 * @throws {WorkshopError} ERR_RUN_FOLDER, before anything was measured
 */
export async function runLab(order) {
  const { profilesFolder, signal, notify } = order
  const manifest = await describeLab(order)
  notify({ type: 'preflight', findings: manifest.preflight })
  const run = await createLabRun(profilesFolder, manifest)
  const problem = await problemOf(async function measureAll() {
    await measureCells(run, manifest, order)
    notify({ type: 'server' })
    await measureBystanders({
      command: manifest.lab.server.command,
      cells: plannedBystanders(manifest.lab, manifest.plan),
      logPath: run.layout.serverLog,
      signal,
      onMeasured: run.appendBystander
    })
  })
  /** @type {RunStatus} */
  const status = problem === null ? 'complete' : signal.aborted ? 'interrupted' : 'failed'
  const ending = { status, problem: problem && toSaved(problem), endedAt: new Date().toISOString() }
  const concluded = await problemOf(() => run.update(ending))
  return { root: run.layout.root, problem: concluded ?? problem }
}

/**
 * Measures all cells, and saves each the moment it is measured.
 * @param {Awaited<ReturnType<typeof createLabRun>>} run
 * @param {LabManifest} manifest
 * @param {LabOrder} order
 */
async function measureCells(run, { lab, plan, core }, { signal, notify }) {
  notify({ type: 'samples' })
  const cells = plannedCells(lab, plan)
  const samples = await sampleFiles(cells, signal)
  const strategies = new Map(lab.variants.map(({ name, strategy }) => [name, strategy]))
  const copies = cells.map(({ variant, sizeBytes }) => {
    const { path: source = '', sha256 = '' } = samples.get(sizeBytes) ?? {}
    return { strategy: strategies.get(variant) ?? '', source, sha256 }
  })
  const folder = await copiesFolder(SAMPLES)
  const totalMs = estimateCellsMs(lab, cells)
  const startedMs = performance.now()
  try {
    notifyAfter(0)
    await playCopies(
      { module: path.join(workshopRoot, lab.module), folder: folder.path, copies },
      { logPath: run.layout.cellsLog, signal, beforeFirst, onCopied }
    )
  } finally {
    await folder.remove()
  }

  /** @param {number} pid */
  async function beforeFirst(pid) {
    if (core !== null && !(await keepTo([pid], [core]))) await run.update({ core: null })
  }

  /** @param {Parameters<Parameters<typeof playCopies>[1]['onCopied']>[0]} copied @param {number} index */
  function onCopied(copied, index) {
    const cell = cells[index]
    if (cell) run.appendCell({ ...cell, ...copied })
    notifyAfter(index + 1)
  }

  /** @param {number} done */
  function notifyAfter(done) {
    const left = estimateCellsMs(lab, cells.slice(done))
    const isKnown = totalMs - left > totalMs / 20
    const pace = isKnown ? (performance.now() - startedMs) / (totalMs - left) : 1
    notify({ type: 'cell', done, of: cells.length, next: cells[done] ?? null, leftMs: left * pace })
  }
}

/** @param {PlannedCell[]} cells @param {AbortSignal} signal @returns {Promise<Map<number, SampleFile>>} by size */
async function sampleFiles(cells, signal) {
  const samples = new Map()
  for (const bytes of new Set(cells.map(({ sizeBytes }) => sizeBytes))) {
    signal.throwIfAborted()
    samples.set(bytes, await sampleFile(SAMPLES, bytes))
  }
  return samples
}

/** @param {LabOrder} order @returns {Promise<LabManifest>} */
async function describeLab({ lab, plan, reproduce }) {
  const machine = await describeMachine()
  return {
    schemaVersion: 6,
    status: 'running',
    startedAt: new Date().toISOString(),
    pid: process.pid,
    endedAt: null,
    problem: null,
    lab,
    plan,
    reproduce,
    folder: workshopRoot,
    versions: await describeVersions([]),
    machine,
    gitCommit: await readGitCommit(workshopRoot),
    // Those on cores are about servers that share one.
    preflight: (await preflight(machine, await measureBusyShare(), [])).filter(
      ({ code }) => !/core|pinning/.test(code)
    ),
    core: machine.pinnableCores.at(-1) ?? null,
    fileSystem: await fileSystemOf(workshopRoot)
  }
}

/** @param {string} folder */
async function fileSystemOf(folder) {
  const { type } = await statfs(folder)
  return fileSystems.get(type) ?? null
}
