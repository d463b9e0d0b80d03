import path from 'node:path'
import { analyse } from '../../analyse.js'
import { begunRun } from '../../measure/project/begun-run.js'
import { reportEndedRun } from '../../measure/project/problem-of.js'
import { createRun } from '../../runs/create-run.js'
import { groupBy } from '../../stats/group-by.js'
import { sum } from '../../stats/means.js'
import { saveReport } from '../save/save-report.js'
import { writeRecords } from './merged-records.js'
import { readShards } from './read-shards.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Design } from '../../measure/types.js' */
/** @import { KnownLabs } from '../../runs/lab-types.js' */
/** @import { MergedShards, RunManifest, RunTiming } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { SavedReport } from '../save/save-report.js' */
/** @import { Shard } from './read-shards.js' */

/**
 * @typedef {object} AskedMerge
 * @property {string[]} paths of the run folders
 * @property {string} out the folder of all runs
 * @property {{ marginRatio: number | null }} [failIfSlower] a gate on the verdict
 * @property {string} reproduce the command that repeats it
 * @property {KnownLabs} [labs] whose runs are listed beside it
 */

/**
 * Makes one run of several of the same question, each of a machine of its own, and saves its analysis and its report.
 * @param {AskedMerge} asked @returns {Promise<{ analysis: Analysis, saved: SavedReport }>}
 * @throws {WorkshopError} ERR_NOT_MERGEABLE, ERR_FEW_SHARDS, those of reading a run, ERR_RUN_FOLDER
 */
export async function mergeRuns({ paths, out, failIfSlower, reproduce, labs }) {
  const { shards, leftOut } = readShards(paths)
  const manifest = mergedManifest(shards, leftOut, { reproduce, failIfSlower })
  const folder = await createRun(path.resolve(out), `${manifest.experiment.name}-merged`, manifest)
  return reportEndedRun(folder, async function mergeInto() {
    await writeRecords(folder, shards)
    const ends = shards.flatMap(({ run }) => run.manifest.endedAt ?? [])
    await folder.update({ status: 'complete', endedAt: ends.toSorted().at(-1) ?? null })
    const run = folder.read()
    const analysed = analyse(run)
    return { analysis: analysed.analysis, saved: await saveReport(folder, run, analysed, labs) }
  })
}

/** @type {(shards: Shard[], leftOut: MergedShards['leftOut'], asked: Pick<AskedMerge, 'reproduce' | 'failIfSlower'>) => RunManifest} */
function mergedManifest(shards, leftOut, { reproduce, failIfSlower }) {
  const manifests = shards.map(({ run }) => run.manifest)
  const [first] = manifests
  if (!first) throw new TypeError('nothing to merge')
  const { checksum: _, checksums: _sums, against: _against, clearAfter: _clear, ...shared } = first
  const findings = new Map(manifests.flatMap(({ preflight }) => preflight).map(each => [JSON.stringify(each), each]))
  return {
    ...shared,
    ...begunRun(),
    startedAt: manifests.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.startedAt,
    experiment: mergedExperiment(manifests.map(({ experiment }) => experiment)),
    design: mergedDesign(manifests, failIfSlower),
    machine: mergedMachine(manifests),
    preflight: [...findings.values()],
    calibration: null,
    timing: mergedTiming(manifests),
    reproduce,
    merged: {
      count: first.design.shard?.count ?? shards.length,
      shards: shards.map(({ index: shard, name, run: { manifest } }) => ({
        shard,
        run: name,
        startedAt: manifest.startedAt,
        machine: manifest.machine,
        boot: manifest.pidPlace?.boot ?? null
      })),
      leftOut
    }
  }
}

/** Returns the experiment, on the CPU of all threads where machines chose different metrics. @param {Experiment[]} experiments */
function mergedExperiment(experiments) {
  const [first] = /** @type {[Experiment]} */ (experiments)
  const isSame = new Set(experiments.map(({ primaryMetric }) => primaryMetric)).size === 1
  return isSame ? first : { ...first, primaryMetric: /** @type {const} */ ('cpuPerRequest') }
}

/**
 * Returns the design without what ended the rounds of each shard, with the profilers that any of them added.
 * @type {(manifests: RunManifest[], failIfSlower: AskedMerge['failIfSlower']) => Design}
 */
function mergedDesign(manifests, failIfSlower) {
  const [{ design, experiment }] = /** @type {[RunManifest]} */ (manifests)
  const { shard: _, budgets = [], ...planned } = design
  const profilers = groupBy(
    manifests.flatMap(each => each.design.profilers),
    ({ name }) => name
  )
  const amount = failIfSlower && (failIfSlower.marginRatio ?? experiment.marginRatio)
  const own =
    amount === undefined
      ? budgets
      : [
          { name: /** @type {const} */ ('slower'), kind: /** @type {const} */ ('relative'), amount },
          ...budgets.filter(({ name }) => name !== 'slower')
        ]
  return {
    ...planned,
    profilers: [...profilers.values()].flatMap(([profiler]) => profiler ?? []),
    ...(own.length > 0 && { budgets: own }),
    untilHalfWidth: null,
    maxMs: null
  }
}

/** Returns the machines as one, for what names the machine of a run. @param {RunManifest[]} manifests */
function mergedMachine(manifests) {
  const machines = manifests.map(({ machine }) => machine)
  const [first] = /** @type {[RunManifest['machine']]} */ (machines)
  return {
    ...first,
    cpuModel: [...new Set(machines.map(({ cpuModel }) => cpuModel))].join(', '),
    cores: Math.max(...machines.map(({ cores }) => cores))
  }
}

/** @param {RunManifest[]} manifests @returns {RunTiming} of all machines together */
function mergedTiming(manifests) {
  const names = /** @type {(keyof RunTiming)[]} */ (Object.keys(manifests[0]?.timing ?? {}))
  const sums = names.map(name => [name, sum(manifests.map(({ timing }) => timing[name]))])
  return Object.fromEntries(sums)
}
