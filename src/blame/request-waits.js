import { getOrAdd } from '../stats/group-by.js'
import { sum } from '../stats/means.js'

/** @import { WaitPart } from '../profile/types.js' */
/** @import { Evidence } from './evidence.js' */
/** @import { VariantWaits } from './types.js' */

const sums = /** @type {const} */ (['startMicros', 'requests'])
const rates = /** @type {const} */ (['micros', 'times', 'waitingMicros', 'queueingMicros', 'concurrentMicros'])

/**
 * Returns where an average request of each variant waits, by line, in order. A line that waits several times in a request is one part of it.
 * @param {Evidence} evidence @param {string[]} variants
 * @returns {VariantWaits[]} none of a variant without launches that follow requests
 */
export function requestWaits(evidence, variants) {
  const launches = evidence.get('waits')?.launches ?? []
  return variants.flatMap(function waitsOf(variant) {
    const own = launches.filter(launch => launch.variant === variant)
    const followed = own.flatMap(({ threads }) => threads.flatMap(({ tree }) => (tree.waits ? tree : [])))
    const requests = sum(followed.map(({ sampleCount }) => sampleCount))
    if (requests === 0) return []
    const parts = inOrder(mergeParts(followed.flatMap(({ waits = [] }) => waits)), requests)
    const latencyMicros = sum(parts.map(({ kind, micros }) => (kind === 'concurrent' ? 0 : micros)))
    return [{ variant, launches: own.length, requests, latencyMicros, parts }]
  })
}

/** Returns the parts of all launches, each once; quantiles are means by the number of waits. @param {WaitPart[]} parts */
function mergeParts(parts) {
  /** @type {Map<string, WaitPart>} */
  const merged = new Map()
  for (const part of parts) {
    const known = getOrAdd(merged, `${part.kind} ${part.file}:${part.line}`, () => emptyPart(part))
    const times = known.times + part.times
    for (const name of /** @type {const} */ (['p50Micros', 'p99Micros']))
      known[name] = times === 0 ? 0 : (known[name] * known.times + part[name] * part.times) / times
    for (const name of [...sums, ...rates]) known[name] += part[name]
    for (const [name, micros] of Object.entries(part.resources))
      known.resources[name] = (known.resources[name] ?? 0) + micros
  }
  return [...merged.values()]
}

/** @param {WaitPart} part @returns {WaitPart} */
function emptyPart(part) {
  const none = Object.fromEntries([...sums, ...rates].map(name => [name, 0]))
  return { ...part, ...none, resources: {} }
}

/**
 * Returns parts of an average request, per request. Those that add up to the latency begin one after the other.
 * @param {WaitPart[]} parts @param {number} requests
 */
function inOrder(parts, requests) {
  let at = 0
  return parts
    .map(part => ({ ...part, startMicros: part.startMicros / (part.requests || 1) }))
    .sort((a, b) => a.startMicros - b.startMicros)
    .map(function place(part) {
      const own = { ...part, ...Object.fromEntries(rates.map(name => [name, part[name] / requests])) }
      if (part.kind === 'concurrent') return own
      at += own.micros
      return { ...own, startMicros: at - own.micros }
    })
}
