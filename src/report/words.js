import { formatCount, formatMicros } from './format.js'

/** What each metric is called, and how its values are written. */

/**
 * @typedef {import('../types.js').MetricRow['metric']} RowMetric
 * @type {Record<RowMetric, { label: string, more: string, less: string, format: (value: number) => string }>}
 */
export const metricWords = {
  cpuPerRequest: words('CPU per request', formatMicros),
  cpuMainThread: words('  of it main thread', formatMicros),
  cpuOtherThreads: words('  of it other threads', formatMicros),
  requestsPerSecond: { label: 'requests/s', more: 'more requests/s', less: 'fewer requests/s', format: formatCount },
  latencyP50: { label: 'latency p50', more: 'longer p50 latency', less: 'shorter p50 latency', format: formatMicros },
  latencyP99: { label: 'latency p99', more: 'longer p99 latency', less: 'shorter p99 latency', format: formatMicros }
}

/** @type {Record<import('../types.js').TickRow['name'], string>} */
export const tickWords = {
  javascript: 'JavaScript',
  cpp: 'C++',
  gc: 'GC',
  sharedLibraries: 'Shared libraries',
  unaccounted: 'Unaccounted',
  total: 'all ticks'
}

/**
 * @param {string} label
 * @param {(value: number) => string} format
 */
function words(label, format) {
  return { label, more: `more ${label}`, less: `less ${label}`, format }
}

/** @param {import('../types.js').Load} load */
export function loadInWords(load) {
  if (load.mode === 'closed') return `${load.generator}, ${load.connections} connections, closed loop`
  return `${load.generator}, ${load.users} users x ${load.requestsPerUser} requests, batch`
}
