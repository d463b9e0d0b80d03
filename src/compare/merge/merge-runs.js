import path from 'node:path'
import { analyse } from '../../analyse.js'
import { begunRun } from '../../measure/project/begun-run.js'
import { reportEndedRun } from '../../measure/project/problem-of.js'
import { createRun } from '../../runs/create-run.js'
import { groupBy } from '../../stats/group-by.js'
import { sum } from '../../stats/means.js'
import { gatesOf } from '../ask/budgets.js'
import { saveReport } from '../save/save-report.js'
import { writeRecords } from './merged-records.js'
import { readShards } from './read-shards.js'

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
  const machines = manifests.map(({ machine }) => machine)
  const isOneMetric = new Set(manifests.map(({ experiment }) => experiment.primaryMetric)).size === 1
  const findings = new Map(manifests.flatMap(({ preflight }) => preflight).map(each => [JSON.stringify(each), each]))
  return {
    ...shared,
    ...begunRun(),
    startedAt: manifests.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.startedAt,
    // Where machines chose different metrics, on that of all threads.
    experiment: { ...first.experiment, primaryMetric: isOneMetric ? first.experiment.primaryMetric : 'cpuPerRequest' },
    design: mergedDesign(manifests, failIfSlower),
    machine: {
      ...first.machine,
      cpuModel: [...new Set(machines.map(({ cpuModel }) => cpuModel))].join(', '),
      cores: Math.max(...machines.map(({ cores }) => cores))
    },
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
  const own = gatesOf(failIfSlower, experiment.marginRatio, budgets)
  return {
    ...planned,
    profilers: [...profilers.values()].flatMap(([profiler]) => profiler ?? []),
    ...(own.length > 0 && { budgets: own }),
    untilHalfWidth: null,
    maxMs: null
  }
}

/** @param {RunManifest[]} manifests @returns {RunTiming} of all machines together */
function mergedTiming(manifests) {
  const names = /** @type {(keyof RunTiming)[]} */ (Object.keys(manifests[0]?.timing ?? {}))
  const sums = names.map(name => [name, sum(manifests.map(({ timing }) => timing[name]))])
  return Object.fromEntries(sums)
}
