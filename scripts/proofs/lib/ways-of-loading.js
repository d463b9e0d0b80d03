import path from 'node:path'
import { startGenerators } from '../../../src/measure/generator-pool.js'
import { keepToOneCore, letGo } from '../../../src/measure/share-core.js'

/**
 * @import { Experiment } from '../../../src/experiments/types.js'
 * @import { Launch } from '../../../src/measure/launch.js'
 * @import { Design } from '../../../src/measure/types.js'
 */

/**
 * Ways to load two running servers, each for the same time.
 *
 * @typedef {object} Way
 * @property {string} name
 * @property {number} sliceMs
 * @property {boolean} isSharedTime both servers loaded at the same time
 * @property {boolean} isPinned both servers pinned to one core, the generators to the others
 * @property {boolean} [collects] whether garbage is collected before each slice
 *
 * @typedef {object} WaySlice
 * @property {number} cpuMainThread microseconds per request
 * @property {number} cpuPerRequest microseconds per request
 * @property {number} requestsPerSecond
 * @property {number} involuntarySwitches
 * @property {number} stolenMicros
 */

/** Load on each server under each way. */
export const LOAD_MS = 2000
const GARBAGE_MS = 100

/** @type {Way[]} */
export const ways = [
  { name: 'separate, 0.5 s', sliceMs: 500, isSharedTime: false, isPinned: false },
  { name: 'separate, 0.25 s', sliceMs: 250, isSharedTime: false, isPinned: false },
  { name: 'separate, 1 s', sliceMs: 1000, isSharedTime: false, isPinned: false },
  {
    name: 'separate, 0.5 s, GC before each slice',
    sliceMs: 500,
    isSharedTime: false,
    isPinned: false,
    collects: true
  },
  { name: 'separate, 0.5 s, one shared core', sliceMs: 500, isSharedTime: false, isPinned: true },
  { name: 'separate, 0.25 s, one shared core', sliceMs: 250, isSharedTime: false, isPinned: true },
  { name: 'both at once, one core each', sliceMs: 1000, isSharedTime: true, isPinned: false },
  { name: 'both at once, one shared core', sliceMs: 1000, isSharedTime: true, isPinned: true }
]

/**
 * @param {object} setup
 * @param {Design} setup.design
 * @param {Experiment['request']} setup.request
 * @param {number[]} setup.cores
 * @param {string} setup.folder
 * @param {AbortSignal} setup.signal
 */
export async function openLoader({ design, request, cores, folder, signal }) {
  const [load] = design.loads
  const logPathOf = (/** @type {string} */ name) => path.join(folder, `${name}.log`)
  const generators = await startGenerators({ design, variants: 2, logPathOf, signal })
  return { play, warmUp, end: generators.end }

  /**
   * @param {Way} way
   * @param {Launch[]} launches two, the first one first
   * @returns {Promise<WaySlice[][]>} of each launch
   */
  async function play({ sliceMs, isSharedTime, isPinned, collects = false }, launches) {
    const sharers = { cores, servers: launches, generators }
    if (isPinned) await keepToOneCore(sharers)
    /** @type {WaySlice[][]} */
    const slices = launches.map(() => [])
    for (let pass = 0; pass < LOAD_MS / sliceMs; pass++) {
      const order = pass % 2 === 0 ? [0, 1] : [1, 0]
      if (isSharedTime) await Promise.all(order.map(place => playOne(place, place + pass)))
      else for (const place of order) await playOne(place, 0)
    }
    if (isPinned) await letGo(sharers)
    return slices

    /**
     * @param {number} place of the launch
     * @param {number} by which generator
     */
    async function playOne(place, by) {
      const launch = /** @type {Launch} */ (launches[place])
      if (collects) await collectGarbage(launch)
      slices[place]?.push(await slice(launch, by, sliceMs))
    }
  }

  /**
   * @param {Launch} launch
   * @param {number} place
   * @param {number} durationMs
   * @returns {Promise<WaySlice>}
   */
  async function slice(launch, place, durationMs) {
    await launch.startSlice()
    const result = await ask(launch, place, durationMs)
    const server = await launch.stopSlice()
    return {
      cpuMainThread: (server.cpuMainThreadMicros ?? Number.NaN) / result.completed,
      cpuPerRequest: server.cpuMicros / result.completed,
      requestsPerSecond: (result.completed / result.durationMs) * 1e3,
      involuntarySwitches: server.involuntarySwitches,
      stolenMicros: server.stolenMicros ?? 0
    }
  }

  /**
   * @param {Launch} launch
   * @param {number} place
   * @param {number} durationMs
   */
  function ask(launch, place, durationMs) {
    const url = launch.origin + request.path
    return launch.whileAlive(
      generators.at(load.generator, place).play({ ...load, url, headers: request.headers, durationMs })
    )
  }

  /**
   * @param {Launch} launch
   * @param {number} place
   */
  function warmUp(launch, place) {
    return ask(launch, place, design.warmupMs)
  }
}

/**
 * The servers collect on this signal; a full collection takes a few milliseconds.
 * @param {Launch} launch
 */
async function collectGarbage(launch) {
  for (const pid of launch.pids()) process.kill(pid, 'SIGUSR2')
  await new Promise(resolve => setTimeout(resolve, GARBAGE_MS))
}
