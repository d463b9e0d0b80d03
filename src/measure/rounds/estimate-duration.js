/** @import { ProfilerName } from '../../profile/types.js' */
/** @import { Design, Round } from '../types.js' */

/** Rough costs of a run besides its load, on a machine of two cores, for the time left that is shown: means of saved runs. */
const LAUNCH_MS = 450
const BATCH_MS = 1000
const COLD_MS = 1500
/** To read the counters before and after a slice, and to let the server come to rest. */
const SLICE_MS = 110
const WARM_SHARE = 0.6
/** Of one launch: 0.4 to 0.85 s of fast servers, and up to 1.5 s of slow ones, whose load ends then. */
const KEPT_MS = 1450
/** @type {Partial<Record<ProfilerName, number>>} */
const AFTER_LAUNCH_MS = {
  prof: 3000,
  '0x': 5000,
  perf: 1000,
  'clinic-doctor': 4000,
  'clinic-flame': 6000,
  'clinic-heap': 2000,
  'clinic-bubble': 8000
}
const AFTER_ANY_LAUNCH_MS = 300
/** So many requests distinguish a wait that most of them have from chance, though at most half of them are followed. */
const FOLLOWED_REQUESTS = 200
/** A slice lasts at most so many times as long as planned, where a server takes few requests per second. */
const MOST_TIMES_LONGER = 8

/** Returns how long a round will take. @param {Round} round @param {Design} design @returns {number} milliseconds */
export function estimateRoundMs(round, design) {
  const slices = round.blocks.flatMap(block => block.slices)
  const loadMs = slices.reduce(
    (sum, slice) => sum + SLICE_MS + (slice.requests ? COLD_MS : slice.durationMs || BATCH_MS),
    0
  )
  const kept = round.blocks.flatMap(({ measuresKept, launches }) => (measuresKept ? launches : [])).length
  return round.blocks.length * (LAUNCH_MS + warmUpMs(round, design)) + kept * KEPT_MS + loadMs
}

/** Returns how long a slice lasts in which enough requests are followed. @type {(leastMs: number, ratePerSecond: number) => number} */
export function lastingMs(leastMs, ratePerSecond) {
  return Math.min(Math.max(leastMs, (FOLLOWED_REQUESTS * 1e3) / ratePerSecond), MOST_TIMES_LONGER * leastMs)
}

/**
 * Returns how long the warm-up of a block takes: to the limit in the first round, and about 60% of it after that.
 * @param {Round} round @param {Design} design
 */
function warmUpMs({ index }, { warmUp, coldRequests }) {
  if (coldRequests !== null) return 0
  return index === 0 ? warmUp.mostMs : warmUp.mostMs * WARM_SHARE
}

/** Returns how long it will take to read the profiles of a round, in milliseconds. @param {Round} round */
export function estimateCollectMs(round) {
  const launches = round.blocks.flatMap(block => block.launches)
  const profiled = launches.filter(launch => launch.profiler !== 'none')
  return profiled.reduce((sum, launch) => sum + (AFTER_LAUNCH_MS[launch.profiler] ?? AFTER_ANY_LAUNCH_MS), 0)
}
