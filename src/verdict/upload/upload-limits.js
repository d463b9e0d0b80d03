/**
 * @import { LimitProbe } from '../../runs/types.js'
 * @import { FoundLimit, UploadLimit } from '../types.js'
 */

/**
 * Returns what each strategy survived, by the steps of the search.
 * @param {string[]} variants
 * @param {LimitProbe[]} probes
 * @returns {UploadLimit[]} those that were searched
 */
export function uploadLimits(variants, probes) {
  return variants.flatMap(variant => {
    const own = probes.filter(probe => probe.variant === variant)
    if (own.length === 0) return []
    const [size, running] = /** @type {const} */ (['size', 'running']).map(limit =>
      own.filter(probe => probe.limit === limit)
    )
    return [
      {
        variant,
        size: foundLimit(size ?? [], ({ sizeMiB }) => sizeMiB),
        running: foundLimit(running ?? [], probe => probe.running)
      }
    ]
  })
}

/**
 * Returns the largest value that was survived, and the least one above it that was not.
 * @param {LimitProbe[]} probes
 * @param {(probe: LimitProbe) => number} readValue
 * @returns {FoundLimit}
 */
function foundLimit(probes, readValue) {
  const failures = probes.filter(({ outcome }) => outcome !== 'stored').map(readValue)
  const failed = failures.length > 0 ? Math.min(...failures) : null
  // Near the limit the outcome is by chance: what was survived above a failure does not count.
  const survivors = probes.filter(probe => probe.outcome === 'stored' && readValue(probe) < (failed ?? Infinity))
  const best = survivors.sort((one, other) => readValue(other) - readValue(one))[0]
  return { survived: best ? readValue(best) : null, failed, peakBytes: best?.peakBytes ?? null }
}
