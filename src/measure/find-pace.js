/** @import { PlannedLaunch } from './types.js' */

/**
 * @typedef {object} PaceFinder
 * @property {(launch: PlannedLaunch, result: { completed: number, non2xx: number, durationMs: number }) => void} add
 *   tells it what a launch has served as fast as it could; failures are not served
 * @property {(capacityShare: number) => number} rateAt requests a second at that share of what the slower variant can
 *   serve; what it has said once it says for the rest of the run, or rounds could not be compared
 */

/**
 * Finds at which rate an open loop is played. A variant can serve what its middle slice has, without a profiler.
 * @returns {PaceFinder}
 */
export function findPace() {
  /** @type {Map<string, number[]>} */
  const ratesPerSecond = new Map()
  /** @type {Map<number, number>} */
  const said = new Map()
  return { add, rateAt }

  /** @type {PaceFinder['add']} */
  function add({ variant, profiler }, { completed, non2xx, durationMs }) {
    if (profiler !== 'none') return
    const rates = ratesPerSecond.get(variant) ?? []
    ratesPerSecond.set(
      variant,
      [...rates, ((completed - non2xx) / durationMs) * 1e3].sort((a, b) => a - b)
    )
  }

  /** @type {PaceFinder['rateAt']} */
  function rateAt(capacityShare) {
    const middles = [...ratesPerSecond.values()].map(rates => rates[(rates.length - 1) >> 1] ?? 0)
    const rate = said.get(capacityShare) ?? Math.min(...middles) * capacityShare
    said.set(capacityShare, rate)
    return rate
  }
}
