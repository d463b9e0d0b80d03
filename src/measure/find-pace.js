import { median } from '../stats/means.js'

/** @import { PlannedLaunch } from './types.js' */

/**
 * @typedef {object} PaceFinder
 * @property {(launch: PlannedLaunch, result: { completed: number, non2xx: number, durationMs: number }) => void} add
 *   adds a slice in closed loop; failed requests do not count as served
 * @property {(capacityShare: number) => number} rateAt returns requests/s at that share of the slower variant's
 *   capacity; the first rate holds for the rest of the run, so that rounds can be compared
 */

/**
 * Finds the rate of an open loop. The capacity of a variant is the median of its unprofiled slices in closed loop.
 * @returns {PaceFinder}
 */
export function findPace() {
  /** @type {Map<string, number[]>} */
  const ratesPerSecond = new Map()
  /** @type {Map<number, number>} */
  const fixed = new Map()
  return { add, rateAt }

  /** @type {PaceFinder['add']} */
  function add({ variant, profiler }, { completed, non2xx, durationMs }) {
    if (profiler !== 'none') return
    const rates = ratesPerSecond.get(variant) ?? []
    ratesPerSecond.set(variant, [...rates, ((completed - non2xx) / durationMs) * 1e3])
  }

  /** @type {PaceFinder['rateAt']} */
  function rateAt(capacityShare) {
    const capacities = [...ratesPerSecond.values()].map(rates => median(rates) ?? 0)
    const rate = fixed.get(capacityShare) ?? Math.min(...capacities) * capacityShare
    fixed.set(capacityShare, rate)
    return rate
  }
}
