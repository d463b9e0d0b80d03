import { keepToOneCore, letGo } from './share-core.js'

/**
 * @import { Load, LoadResult } from '../load/types.js'
 * @import { ServerReading, SliceRecord } from '../runs/types.js'
 * @import { Launch } from './launch.js'
 * @import { Session } from './measure.js'
 * @import { PlannedLaunch, PlannedSlice } from './types.js'
 */

/**
 * Plays the slices of a block in their order, and saves each the moment it ends.
 * @param {Session} session
 * @param {PlannedSlice[]} slices
 * @param {Map<string, Launch>} launches by id
 */
export async function playSlices(session, slices, launches) {
  /** @type {Map<string, number>} */
  const played = new Map()
  const sharers = { cores: session.cores, servers: [...launches.values()], generators: session.generators }
  let areKept = false
  for (const slice of slices) {
    const loaded = slice.launches.map(id => /** @type {Launch} */ (launches.get(id)))
    const isTogether = loaded.length > 1
    if (isTogether !== areKept) await (isTogether ? keepToOneCore(sharers) : letGo(sharers))
    areKept = isTogether
    session.notify({ type: 'step', text: `${slice.launches.join(' beside ')} under ${slice.load.generator}` })
    await Promise.all(loaded.map((launch, place) => playOn(launch, place)))

    /**
     * @param {Launch} launch
     * @param {number} place
     */
    async function playOn(launch, place) {
      const { id } = launch.planned
      const index = played.get(id) ?? 0
      played.set(id, index + 1)
      await launch.startSlice()
      // Generators take turns: what one of them does better than another must not look like the server.
      const result = await playLoad(session, launch, { ...slice, index, place: isTogether ? place + index : 0 })
      const server = await launch.stopSlice()
      const beside = slice.launches.filter(other => other !== id)
      const record = sliceRecord({ planned: launch.planned, index, load: slice.load, beside, result, server })
      session.run.appendSlice(record)
      session.precision.add(record)
      if (slice.load.mode === 'closed' && !isTogether) session.pace.add(launch.planned, result)
      session.timing.loadMs += result.durationMs / loaded.length
    }
  }
  if (areKept) await letGo(sharers)
}

/**
 * @param {Session} session
 * @param {Launch} launch
 * @param {{ load: Load, durationMs: number, index: number, place?: number }} slice
 */
export function playLoad(
  { experiment, design, generators, pace, signal },
  launch,
  { load, durationMs, index, place = 0 }
) {
  const { path, headers } = experiment.request
  const request = { ...load, url: `${launch.origin}${path}`, headers, durationMs }
  // The same moments for all variants: what differs between them then is not the luck of arrivals.
  const seed = design.seed + launch.planned.round * 1000 + index
  const paced = load.mode === 'open' ? { pace: { ratePerSecond: pace.rateAt(load.capacityShare), seed } } : {}
  return launch.whileAlive(generators.at(load.generator, place).play({ ...request, ...paced }, { signal }))
}

/**
 * Joins what the generator and the server say of one slice.
 * @param {object} parts
 * @param {PlannedLaunch} parts.planned
 * @param {number} parts.index
 * @param {Load} parts.load
 * @param {string[]} parts.beside
 * @param {LoadResult} parts.result
 * @param {ServerReading} parts.server
 * @returns {SliceRecord}
 */
function sliceRecord({ planned, index, load, beside, result, server }) {
  const { toolResult, ...figures } = result
  return {
    variant: planned.variant,
    launch: planned.id,
    round: planned.round,
    index,
    profiler: planned.profiler,
    load,
    beside,
    ...figures,
    achievedRatePerSecond: (result.completed / result.durationMs) * 1000,
    server,
    toolResult
  }
}
