import { getOrAdd } from '../stats/group-by.js'
import { ALPHA } from '../stats/levels.js'
import { sum } from '../stats/means.js'
import { mergeOrders } from '../stats/merge-orders.js'

/** @import { WaitPart } from '../profile/types.js' */
/** @import { LaunchCosts } from './costs/launch-costs.js' */
/** @import { ComparedLaunches, Evidence } from './evidence.js' */
/** @import { Blame, VariantWaits } from './types.js' */

/** As read-waits.js names what other code keeps busy. */
export const EVENT_LOOP = 'event loop'
/** Of the change of the latency, and per request: requests that queue less longer have no sentence. */
const LEAST_QUEUED = { share: 0.05, micros: 1000 }

const sums = /** @type {const} */ (['startMicros', 'requests'])
const rates = /** @type {const} */ (['micros', 'times', 'waitingMicros', 'queueingMicros', 'concurrentMicros'])
const none = Object.fromEntries([...sums, ...rates].map(name => [name, 0]))

/**
 * Returns where an average request of each variant waits, by line, in order. A line that waits several times in a request is one part of it.
 * @param {Evidence} evidence @param {string[]} variants
 * @returns {VariantWaits[]} none of a variant without launches that follow requests
 */
export function requestWaits(evidence, variants) {
  const launches = evidence.get('waits')?.launches ?? []
  return variants.flatMap(function waitsOf(variant) {
    const own = launches.filter(launch => launch.variant === variant)
    const average = averageOf(own)
    return average.requests === 0 ? [] : [{ variant, launches: own.length, ...average }]
  })
}

/**
 * Returns where requests queue longer for the event loop, as a property of a blame of latency: its row has no line of a request.
 * @param {Pick<Blame, 'rows' | 'total'>} blame @param {Pick<ComparedLaunches, 'launches' | 'compare'>} measured
 * @returns {Pick<Blame, 'queueing'>} none where they do not, or not notably
 */
export function queueingOf({ rows, total }, { launches, compare }) {
  const least = Math.max(LEAST_QUEUED.share * Math.abs(total.difference), LEAST_QUEUED.micros)
  const row = rows.findIndex(({ owner }) => owner?.name === EVENT_LOOP && owner.file === '')
  if ((rows[row]?.cost.difference ?? 0) < least) return {}
  const lines = launches.map(launch =>
    averageOf([launch]).parts.filter(({ kind, file }) => kind === EVENT_LOOP && file)
  )
  const places = [...new Map(lines.flat().map(part => [`${part.file}:${part.line}`, part])).values()]
  const [most] = places
    .map(function growthAt({ file, line }) {
      const costs = lines.map(own => own.find(part => part.file === file && part.line === line)?.micros ?? 0)
      return { file, line, cost: compare(costs) }
    })
    .sort((a, b) => b.cost.difference - a.cost.difference)
  const isCertain = most && most.cost.difference > 0 && most.cost.pValue <= ALPHA / places.length
  return { queueing: { row, at: isCertain ? most : null } }
}

/** Returns an average request that launches followed, with its parts. @param {LaunchCosts[]} launches */
function averageOf(launches) {
  const followed = launches.flatMap(({ threads }) => threads.flatMap(({ tree }) => (tree.waits ? tree : [])))
  const requests = sum(followed.map(({ sampleCount }) => sampleCount))
  const parts = mergeParts(followed.map(({ waits = [] }) => waits))
  const latencyMicros = sum(parts.map(({ kind, micros }) => (kind === 'concurrent' ? 0 : micros))) / requests
  return { requests, latencyMicros, parts: inOrder(parts, requests, latencyMicros) }
}

/** Returns the parts of all launches in order, each once; quantiles are means by the number of waits. @param {WaitPart[][]} launches */
function mergeParts(launches) {
  /** @type {Map<string, WaitPart>} */
  const merged = new Map()
  return mergeOrders(launches.map(parts => parts.map(add)))

  /** @param {WaitPart} part */
  function add(part) {
    const key = `${part.kind} ${part.file}:${part.line}`
    const known = getOrAdd(merged, key, () => /** @type {WaitPart} */ ({ ...part, ...none, resources: {} }))
    const times = known.times + part.times
    for (const name of /** @type {const} */ (['p50Micros', 'p99Micros']))
      known[name] = times === 0 ? 0 : (known[name] * known.times + part[name] * part.times) / times
    for (const name of [...sums, ...rates]) known[name] += part[name]
    for (const [name, micros] of Object.entries(part.resources))
      known.resources[name] = (known.resources[name] ?? 0) + micros
    return known
  }
}

/**
 * Returns parts of an average request, per request. Those that add up to the latency begin one after the other, the others beside one.
 * @param {WaitPart[]} parts @param {number} requests @param {number} latencyMicros of a request
 */
function inOrder(parts, requests, latencyMicros) {
  let last = { startMicros: 0, micros: 0, begins: 0 }
  return parts.map(function place(part) {
    const own = { ...part, ...Object.fromEntries(rates.map(name => [name, part[name] / requests])) }
    const begins = part.startMicros / (part.requests || 1)
    const after = Math.min(Math.max(0, begins - last.begins), last.micros)
    const fitting = Math.max(0, Math.min(last.startMicros + after, latencyMicros - own.micros))
    if (part.kind === 'concurrent') return { ...own, startMicros: fitting }
    last = { startMicros: last.startMicros + last.micros, micros: own.micros, begins }
    return { ...own, startMicros: last.startMicros }
  })
}
