import { availableParallelism } from 'node:os'
import { profilers } from '../profilers/index.js'
import { inParallel } from '../system/in-parallel.js'

/**
 * @typedef {import('../types.js').SliceRecord} SliceRecord
 * @typedef {import('../types.js').LaunchRecord} LaunchRecord
 */

/**
 * Reads what the profilers left, after all load is over: processing a log takes a core for a second or more.
 * Each launch is read for itself, so one broken log costs one launch; the first failure is thrown at the end.
 * @param {object} session
 * @param {import('../runs/write-run.js').RunWriter} session.run
 * @param {import('../runs/read-run.js').SavedRun} session.saved
 * @param {AbortSignal} session.signal
 * @param {(event: import('./measure.js').MeasureEvent) => void} session.notify
 */
export async function collectProfiles({ run, saved, signal, notify }) {
  signal.throwIfAborted()
  const launches = saved.launches.filter(launch => launch.profiler !== 'none')
  const typical = typicalLaunches(saved)
  /** @type {unknown[]} */
  const failures = []
  let done = 0
  await inParallel(launches, availableParallelism(), async function collect(launch) {
    notify({ type: 'collect', left: launches.length - done, of: launches.length })
    try {
      await collectLaunch(launch)
    } catch (error) {
      signal.throwIfAborted()
      failures.push(error)
    }
    done++
  })
  if (failures.length > 0) throw failures[0]

  /** @param {LaunchRecord} launch */
  async function collectLaunch({ id, variant, profiler: name }) {
    const profiler = profilers.get(name)
    if (!profiler) throw new TypeError(`unknown profiler ${name}`)
    const { folder, stderr } = run.layout.launch(id)
    const slices = saved.slices.filter(slice => slice.launch === id)
    const isTypical = typical.has(id)
    const { ticks, artifacts } = await profiler.collect({
      folder,
      stderr,
      nodeBinary: process.execPath,
      slices,
      isTypical,
      signal
    })
    const kept = artifacts.map(artifact => ({ ...artifact, path: run.layout.relative(artifact.path) }))
    await run.writeProfile({ launch: id, variant, profiler: name, ticks, artifacts: kept })
  }
}

/**
 * For each variant, the profiled launch whose CPU per request lies in the middle.
 * @param {import('../runs/read-run.js').SavedRun} saved
 * @returns {Set<string>} launch ids
 */
function typicalLaunches({ manifest, launches, slices }) {
  const ids = manifest.experiment.variants.map(function middleOf({ name }) {
    const own = launches.filter(launch => launch.variant === name && launch.profiler !== 'none')
    const sorted = own.map(({ id }) => ({ id, cost: costOf(slices.filter(slice => slice.launch === id)) }))
    sorted.sort((a, b) => a.cost - b.cost)
    return sorted[sorted.length >> 1]?.id
  })
  return new Set(ids.filter(id => id !== undefined))
}

/** @param {SliceRecord[]} slices */
function costOf(slices) {
  const requests = slices.reduce((sum, slice) => sum + slice.completed, 0)
  return slices.reduce((sum, slice) => sum + slice.server.cpuMicros, 0) / requests
}
