import { median } from '../../stats/means.js'
import { generatorShare, otherProcessesShare, serverShare } from '../../verdict/slices/limits.js'

/** @import { SliceRecord } from '../../runs/types.js' */

/** @typedef {ReturnType<typeof findPace>} PaceFinder */

/**
 * Where neither the server nor the generator nor other processes are busy for this share of a core, the server waits for something
 * else. Beside busy other processes a server may be idle because these keep it, or its generator, from a core.
 */
const IDLE_SHARE = 0.5

/** Returns a function that returns the finder of a request, or of the load of the experiment, always the same one. */
export function findPaces() {
  /** @type {Map<string | undefined, PaceFinder>} */
  const finders = new Map()
  return function paceOf(/** @type {string | undefined} */ request) {
    const finder = finders.get(request) ?? findPace()
    finders.set(request, finder)
    return finder
  }
}

/**
 * Finds what the servers can do from their unprofiled separate slices in closed loop. The capacity of a variant is the
 * median of its requests/s.
 */
export function findPace() {
  /** @type {Map<string, number[]>} */
  const ratesPerSecond = new Map()
  /** @type {Map<string, number[]>} */
  const shares = new Map()
  /** @type {Map<number, number>} */
  const fixed = new Map()
  return { add, rateAt, isServerLimit }

  /**
   * Adds a slice in closed loop. Failed requests do not count as served, except where every request fails: at a rate of 0 no other
   * server would get a request either, and its responses would look as bad.
   * @param {SliceRecord} slice
   */
  function add(slice) {
    const { variant, profiler, completed, non2xx, durationMs } = slice
    if (profiler !== 'none') return
    push(ratesPerSecond, variant, ((completed - non2xx || completed) / durationMs) * 1e3)
    push(shares, variant, Math.max(serverShare(slice), generatorShare(slice), otherProcessesShare(slice) ?? 0))
  }

  /** Returns whether no server waits in a closed loop, as far as it is known. */
  function isServerLimit() {
    return [...shares.values()].every(values => (median(values) ?? 1) >= IDLE_SHARE)
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

/** @param {Map<string, number[]>} values @param {string} key @param {number} value */
function push(values, key, value) {
  values.set(key, [...(values.get(key) ?? []), value])
}
