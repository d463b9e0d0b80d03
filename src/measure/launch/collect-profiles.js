import { availableParallelism } from 'node:os'
import { toSaved, WorkshopError } from '../../errors/errors.js'
import { moveTree } from '../../profile/tree/file-in-folder.js'
import { profilers } from '../../profilers/index.js'
import { groupBy } from '../../stats/group-by.js'
import { installedNode, isNode } from '../../system/node-binaries.js'
import { mayFail } from '../rounds/design.js'

/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { RunFolder } from '../../runs/run-folder.js' */
/** @import { LaunchRecord, SliceRecord } from '../../runs/types.js' */
/** @import { MeasureEvent } from '../rounds/measure.js' */

/**
 * Reads the profiles of a run when all load is over: to process a log takes a core for a second or more. Each launch is
 * read by itself, so one broken log costs one launch; the first failure is thrown at the end.
 * @param {object} session @param {RunFolder} session.run @param {SavedRun} session.saved
 * @param {AbortSignal} session.signal @param {(event: MeasureEvent) => void} session.notify
 * @param {{ isCopy: boolean }} [session.later] of a run that ended before it read them, and may be someone else's: each failure is
 *   recorded and the others are read, and a program that run.json names is run only where it is a node binary of this machine. Of a
 *   copy 0x and clinic draw no page
 */
export async function collectProfiles({ run, saved, signal, notify, later }) {
  signal.throwIfAborted()
  const launches = saved.launches.filter(launch => launch.profiler !== 'none')
  const typical = typicalLaunches({ ...saved, launches })
  /** @type {unknown[]} */
  const failures = []
  const waiting = [...launches]
  let done = 0
  await Promise.all(Array.from({ length: availableParallelism() }, collectWaiting))
  signal.throwIfAborted()
  if (failures.length > 0) throw failures[0]

  async function collectWaiting() {
    for (let launch = waiting.shift(); launch && !signal.aborted; launch = waiting.shift()) {
      notify({ type: 'collect', left: launches.length - done, of: launches.length })
      try {
        await collectLaunch(launch)
      } catch (error) {
        noteFailure(launch, error)
      }
      done++
    }
  }

  /** @param {LaunchRecord} launch @param {unknown} error */
  function noteFailure({ id, round, variant, profiler }, error) {
    if (signal.aborted) return
    const isOptional = later !== undefined || mayFail(saved.manifest.design, profiler)
    if (!isOptional || !(error instanceof WorkshopError)) return void failures.push(error)
    run.appendProblem({ id, round, variant, profiler, ...toSaved(error) })
  }

  /** @param {string} program */
  function nodeOf(program) {
    if (!isNode(program)) return process.execPath
    return later ? installedNode(program) : program
  }

  /** @param {LaunchRecord} launch */
  async function collectLaunch({ id, variant, profiler: name, command: [program = ''], nodePath = program }) {
    const profiler = profilers.get(name)
    if (!profiler) throw new TypeError(`unknown profiler ${name}`)
    const { folder, stderr } = run.launch(id)
    const slices = saved.slices.filter(slice => slice.launch === id)
    const { ticks, artifacts, trees } = await profiler.collect({
      folder,
      stderr,
      nodeBinary: nodeOf(nodePath),
      slices,
      isTypical: !later?.isCopy && typical.has(id),
      isCopy: later?.isCopy ?? false,
      signal
    })
    const kept = artifacts.map(artifact => ({ ...artifact, path: run.relative(artifact.path) }))
    await run.writeProfile({ launch: id, variant, profiler: name, ticks, artifacts: kept, threads: trees.length })
    const { folder: project, experiment } = saved.manifest
    const { root = project } = experiment.variants.find(each => each.name === variant) ?? {}
    const named = trees.map(tree => moveTree(tree, root, project))
    if (trees.length > 0) await run.writeTrees({ launch: id, variant, profiler: name, trees: named })
  }
}

/**
 * Returns, for each variant and profiler, the launch with the median CPU per request.
 * @param {SavedRun} saved
 * @returns {Set<string>} launch ids
 */
function typicalLaunches({ manifest, launches, slices }) {
  const kinds = groupBy(launches, ({ variant, profiler }) => `${variant} ${profiler}`)
  const ids = [...kinds.values()].map(function middleOf(own) {
    const sorted = own.map(({ id }) => ({ id, cost: costOf(slices.filter(isDetailOf(id))) }))
    sorted.sort((a, b) => a.cost - b.cost)
    return sorted[sorted.length >> 1]?.id
  })
  return new Set(ids.filter(id => id !== undefined))

  /** @param {string} id @returns {(slice: SliceRecord) => boolean} */
  function isDetailOf(id) {
    return ({ launch, load }) => launch === id && load.generator === manifest.design.detailLoad.generator
  }
}

/** @param {SliceRecord[]} slices */
function costOf(slices) {
  const requests = slices.reduce((sum, slice) => sum + slice.completed, 0)
  return slices.reduce((sum, slice) => sum + slice.server.cpuMicros, 0) / requests
}
