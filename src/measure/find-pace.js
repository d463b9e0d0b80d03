import { median } from '../stats/means.js'

/** @import { PlannedLaunch } from './types.js' */

/** @typedef {ReturnType<typeof findPace>} PaceFinder */

/**
 * Finds the rate of an open loop. The capacity of a variant is the median of its unprofiled slices in closed loop.
 */
export function findPace() {
  /** @type {Map<string, number[]>} */
  const ratesPerSecond = new Map()
  /** @type {Map<number, number>} */
  const fixed = new Map()
  return { add, rateAt }

  /**
   * Adds a slice in closed loop. Failed requests do not count as served.
   * @param {PlannedLaunch} launch
   * @param {{ completed: number, non2xx: number, durationMs: number }} result
   */
  function add({ variant, profiler }, { completed, non2xx, durationMs }) {
    if (profiler !== 'none') return
    const rates = ratesPerSecond.get(variant) ?? []
    ratesPerSecond.set(variant, [...rates, ((completed - non2xx) / durationMs) * 1e3])
  }

  /**
   * Returns requests/s at a share of the slower variant's capacity. The first rate holds for the rest of the run, so
   * that rounds can be compared.
   * @param {number} capacityShare
   */
  function rateAt(capacityShare) {
    const capacities = [...ratesPerSecond.values()].map(rates => median(rates) ?? 0)
    const rate = fixed.get(capacityShare) ?? Math.min(...capacities) * capacityShare
    fixed.set(capacityShare, rate)
    return rate
  }
}
