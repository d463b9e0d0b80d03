import { keepToOneCore, letGo } from './share-core.js'

/**
 * @import { Load } from '../load/types.js'
 * @import { SliceRecord } from '../runs/types.js'
 * @import { Launch } from './launch.js'
 * @import { Session } from './measure.js'
 * @import { PlannedSlice } from './types.js'
 */

/**
 * Plays the slices of a block in their order, and saves each the moment it ends.
 * @param {Session} session
 * @param {PlannedSlice[]} slices
 * @param {Map<string, Launch>} launches by id
 */
export async function playSlices(session, slices, launches) {
  /** @type {Map<Launch, number>} */
  const played = new Map()
  const sharers = { cores: session.cores, servers: [...launches.values()], generators: session.generators }
  let areKept = false
  for (const slice of slices) {
    const loaded = slice.launches.map(id => /** @type {Launch} */ (launches.get(id)))
    if (sharesCore(slice) !== areKept) await (areKept ? letGo(sharers) : keepToOneCore(sharers))
    areKept = sharesCore(slice)
    const { generator } = slice.load
    session.notify({ type: 'step', step: 'load', launches: slice.launches, generator })
    await Promise.all(
      loaded.map((launch, place) => playSlice(session, slice, { launch, place, index: indexOf(launch) }))
    )
  }
  if (areKept) await letGo(sharers)

  /** @param {Launch} launch */
  function indexOf(launch) {
    const index = played.get(launch) ?? 0
    played.set(launch, index + 1)
    return index
  }
}

/** @param {PlannedSlice} slice */
function sharesCore({ launches }) {
  return launches.length > 1
}

/**
 * Plays and records a slice of one launch.
 * @param {Session} session
 * @param {PlannedSlice} slice
 * @param {{ launch: Launch, place: number, index: number }} on `place` among the launches of the slice, `index` among
 *   the slices of the launch
 */
async function playSlice(session, slice, { launch, place, index }) {
  await launch.startSlice()
  // Generators take turns, so that a difference between them does not look like one between the servers.
  const result = await playLoad(session, launch, { ...slice, index, place: sharesCore(slice) ? place + index : 0 })
  const server = await launch.stopSlice()
  const { id, round, variant, profiler } = launch.planned
  const { toolResult, ...figures } = result
  /** @type {SliceRecord} */
  const record = {
    variant,
    launch: id,
    round,
    index,
    profiler,
    load: slice.load,
    beside: slice.launches.filter(other => other !== id),
    ...figures,
    achievedRatePerSecond: (result.completed / result.durationMs) * 1000,
    server,
    toolResult
  }
  session.run.appendSlice(record)
  session.precision.add(record)
  if (slice.load.mode === 'closed' && !sharesCore(slice)) session.pace.add(launch.planned, result)
  session.timing.loadMs += result.durationMs / slice.launches.length
}

/**
 * Plays one load on a launch.
 * @param {Session} session
 * @param {Launch} launch
 * @param {{ load: Load, durationMs: number, index: number, place: number }} slice
 */
export function playLoad({ experiment, design, generators, pace, signal }, launch, { load, durationMs, index, place }) {
  const { path, headers } = experiment.request
  const request = { ...load, url: `${launch.origin}${path}`, headers, durationMs }
  // Requests arrive at the same moments for all variants, so that chance does not make them differ.
  const seed = design.seed + launch.planned.round * 1000 + index
  const paced = load.mode === 'open' ? { pace: { ratePerSecond: pace.rateAt(load.capacityShare), seed } } : {}
  return launch.whileAlive(generators.at(load.generator, place).play({ ...request, ...paced }, { signal }))
}
