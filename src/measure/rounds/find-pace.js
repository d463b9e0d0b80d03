import { getOrAdd } from '../../stats/group-by.js'
import { median } from '../../stats/means.js'
import { generatorShare, isDisturbed, serverShare } from '../../verdict/slices/limits.js'

/** @import { SliceRecord } from '../../runs/types.js' */

/**
 * @typedef {ReturnType<typeof findPace>} PaceFinder
 * @typedef {Record<'ratesPerSecond' | 'busyShares' | 'warmUpShares' | 'quietShares', number[]>} SeenServer by slice; shares of a core, the last
 *   two of the warm-up, quiet where no other work disturbed it
 */

/**
 * Where neither the server nor the generator is busy for this share of a core, the server waits for something else. The event loop of one
 * that other processes keep from its core is busy all the same.
 */
const IDLE_SHARE = 0.5
/** A hook that follows requests makes cheap ones cost up to twice as much CPU: half of the capacity would then be all of it. */
const FOLLOWED_COST = 2

/** Returns a function that returns the finder of a request, or of the load of the experiment, always the same one. */
export function findPaces() {
  /** @type {Map<string | undefined, PaceFinder>} */
  const finders = new Map()
  return (/** @type {string | undefined} */ request) => getOrAdd(finders, request, findPace)
}

/**
 * Finds what the servers can do from their unprofiled separate slices in closed loop. The capacity of a variant is the median of its
 * requests/s. Whether it waits is taken from the slices of the warm-up, which are in no figure: those that no other work disturbed, where
 * there are any, since an event loop that is kept from its core looks idle or busy. Without a warm-up it is taken from all slices.
 */
export function findPace() {
  /** @type {Map<string, SeenServer>} by variant */
  const known = new Map()
  /** @type {Map<string, number>} */
  const fixed = new Map()
  return { add, rateAt, isServerLimit }

  /**
   * Adds a separate slice in closed loop. Failed requests do not count as served, except where every request fails: at a rate of 0 no other
   * server would get a request either, and its responses would look as bad.
   * @param {SliceRecord} slice
   */
  function add(slice) {
    const { variant, profiler, completed, non2xx, durationMs, isWarmUp = false } = slice
    if (profiler !== 'none') return
    const seen = getOrAdd(known, variant, noneSeen)
    const share = Math.max(serverShare(slice), generatorShare(slice))
    const shares = isWarmUp ? seen.warmUpShares : seen.busyShares
    shares.push(share)
    if (isWarmUp && !isDisturbed(slice)) seen.quietShares.push(share)
    if (!isWarmUp) seen.ratesPerSecond.push(((completed - non2xx || completed) / durationMs) * 1e3)
  }

  /** Returns whether no server waits in a closed loop, as far as it is known. */
  function isServerLimit() {
    return [...known.values()].every(isBusy)
  }

  /**
   * Returns requests/s at a share of the slower variant's capacity. The first rate holds for the rest of the run, so
   * that rounds can be compared.
   * @param {number} capacityShare @param {boolean} [isFollowed] whether a hook follows requests, and shall keep no variant busy
   */
  function rateAt(capacityShare, isFollowed = false) {
    return getOrAdd(fixed, `${capacityShare} ${isFollowed}`, function lowestRate() {
      const rates = [...known.values()].map(function rateOf(seen) {
        const cost = isFollowed && isBusy(seen) ? FOLLOWED_COST : 1
        return (capacityShare / cost) * (median(seen.ratesPerSecond) ?? 0)
      })
      return Math.min(...rates)
    })
  }
}

/** @returns {SeenServer} */
function noneSeen() {
  return { ratesPerSecond: [], busyShares: [], warmUpShares: [], quietShares: [] }
}

/** @param {SeenServer} seen */
function isBusy({ busyShares, warmUpShares, quietShares }) {
  return (median(quietShares) ?? median(warmUpShares) ?? median(busyShares) ?? 1) >= IDLE_SHARE
}
