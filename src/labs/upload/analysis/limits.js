/**
 * @import { FoundLimit, LimitProbe, UploadLimit, UploadLimits } from '../types.js'
 */

/** @typedef {{ least: number, most: number, nearRatio: number }} Ends of a search, and when it is finished */

/**
 * Returns what each strategy stores within its memory, by the steps of the search.
 * @param {string[]} variants
 * @param {LimitProbe[]} probes
 * @param {UploadLimits} searched
 * @returns {UploadLimit[]} those that were searched
 */
export function uploadLimits(variants, probes, { size, running, nearRatio }) {
  const sizes = { least: size.leastMiB, most: size.mostMiB, nearRatio }
  return variants.flatMap(variant => {
    const own = probes.filter(probe => probe.variant === variant)
    if (own.length === 0) return []
    const [ofSize, ofRunning] = [
      own.filter(({ limit }) => limit === 'size'),
      own.filter(({ limit }) => limit !== 'size')
    ]
    return [
      {
        variant,
        size: foundLimit(ofSize, ({ sizeMiB }) => sizeMiB, sizes),
        running: foundLimit(ofRunning, probe => probe.running, { ...running, nearRatio })
      }
    ]
  })
}

/**
 * Returns the largest value that was stored, and the least one that passed the limit. A step that failed for another reason is no bound.
 * @param {LimitProbe[]} probes
 * @param {(probe: LimitProbe) => number} readValue
 * @param {Ends} ends
 * @returns {FoundLimit}
 */
function foundLimit(probes, readValue, ends) {
  const beyond = probes.filter(({ outcome }) => outcome === 'over limit').map(readValue)
  const over = beyond.length > 0 ? Math.min(...beyond) : null
  // Near the limit the outcome is by chance: what was stored above a value that passed it does not count.
  const kept = probes.filter(probe => probe.outcome === 'stored' && readValue(probe) < (over ?? Infinity))
  const best = kept.sort((one, other) => readValue(other) - readValue(one))[0]
  const stored = best ? readValue(best) : null
  const isFailed = probes.some(({ outcome }) => outcome === 'failed')
  const ending = isFailed ? 'failed' : isFinished(stored, over, ends) ? 'finished' : 'interrupted'
  return { stored, over, peakBytes: best?.peakBytes ?? null, ending }
}

/** @type {(stored: number | null, over: number | null, ends: Ends) => boolean} */
function isFinished(stored, over, { least, most, nearRatio }) {
  if (over === null) return stored !== null && stored >= most
  if (stored === null) return over <= least
  return over <= stored + 1 || over / stored <= nearRatio
}
