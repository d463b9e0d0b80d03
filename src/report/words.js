import { formatCount, formatMicros, formatTenths } from './format.js'

/**
 * @import { TickRow } from '../blame/types.js'
 * @import { Load } from '../load/types.js'
 * @import { Artifact, ArtifactKind, RunStatus } from '../runs/types.js'
 * @import { MetricRow } from '../verdict/types.js'
 */

/** What each metric is called, and how its values are written. */

/**
 * @typedef {MetricRow['metric']} RowMetric
 * @type {Record<RowMetric, { label: string, more: string, less: string, format: (value: number) => string }>}
 */
export const metricWords = {
  cpuPerRequest: words('CPU per request', formatMicros),
  cpuMainThread: {
    label: '  of it main thread',
    more: 'more main-thread CPU per request',
    less: 'less main-thread CPU per request',
    format: formatMicros
  },
  cpuOtherThreads: {
    label: '  of it other threads',
    more: 'more CPU on other threads per request',
    less: 'less CPU on other threads per request',
    format: formatMicros
  },
  cpuPool: words('    thread pool', formatMicros),
  cpuHelpers: words("    V8's helpers", formatMicros),
  gcCount: words('collections per 1,000', formatTenths),
  gcPause: words('paused by them, per request', formatMicros),
  requestsPerSecond: { label: 'requests/s', more: 'more requests/s', less: 'fewer requests/s', format: formatCount },
  latencyP50: { label: 'latency p50', more: 'longer p50 latency', less: 'shorter p50 latency', format: formatMicros },
  latencyP95: { label: 'latency p95', more: 'longer p95 latency', less: 'shorter p95 latency', format: formatMicros },
  latencyP99: { label: 'latency p99', more: 'longer p99 latency', less: 'shorter p99 latency', format: formatMicros }
}

/** @param {RowMetric} metric as it is called after `more` */
export function metricInWords(metric) {
  return metricWords[metric].more.replace(/^\S+ /, '')
}

/** @type {Record<RunStatus, string>} */
export const statusWords = {
  running: 'is still going on',
  complete: 'is complete',
  interrupted: 'was interrupted',
  failed: 'failed'
}

/** @type {Record<TickRow['name'], string>} */
export const tickWords = {
  javascript: 'JavaScript',
  cpp: 'C++',
  gc: 'GC',
  sharedLibraries: 'Shared libraries',
  unaccounted: 'Unaccounted',
  total: 'all ticks'
}

/** What is odd about the tick tables, each in a sentence. */
export const tickNotes = {
  wall: 'A tick is about a millisecond in which the main thread had work, waiting for a core included: beside a generator that keeps a core busy, as artillery does, the same CPU takes more ticks. Compare within a table.',
  cpp: 'C++ is the compiled code of node and V8 with its system calls: the write of a console.log counts here, not under JavaScript.',
  'counted-twice':
    'The rows add up to more than all ticks: a tick during garbage collection counts as GC and again in the row of the code that was running.',
  unaccounted:
    'Unaccounted are ticks at addresses V8 wrote no entry for, such as code it generates for itself; Node 20 has far more of them than 24. Time in the kernel counts for the function that called it.',
  'shared-libraries':
    'Shared libraries are libc, the vdso and what of the node binary has no symbol of its own; nonlib is the share of the ticks outside them.',
  'no-nm': 'There is no nm here to look up the symbols of the node binary: all its C++ counts as Shared libraries.'
}

/** Where the rows of CPU come from when processes can be kept to a core. */
export const sharedCoreNote =
  'CPU is of slices in which both were loaded at once on one core, which compares them best and makes requests dearer; requests/s and latency are of slices in which each was alone.'

/**
 * What the figures under a load are not.
 * @type {Record<Load['mode'], string>}
 */
export const loadNotes = {
  closed:
    'In a closed loop latency restates throughput, and p99 holds the burst in which each slice opens its connections.',
  open: 'Requests come at set times, so requests/s says nothing here; CPU per request is that of a server with time to spare.',
  batch:
    'A batch is bounded by artillery itself: its requests/s and latency say as much about artillery as about the server.'
}

/** @type {Record<Load['mode'], string>} */
export const modeNotes = {
  closed:
    'The time is fixed, so a dearer variant gets no more ticks but serves fewer requests: compare ticks per 1,000 requests.',
  open: 'The number of requests is about the same for all.',
  batch: 'The number of requests is fixed, so here the ticks themselves can be compared.'
}

/**
 * @param {string} label
 * @param {(value: number) => string} format
 */
function words(label, format) {
  return { label, more: `more ${label}`, less: `less ${label}`, format }
}

/** @param {Load} load */
export function loadInWords(load) {
  if (load.mode === 'closed') return `${load.generator}, ${load.connections} connections, closed loop`
  if (load.mode === 'open') {
    const arrivals = load.arrivals === 'poisson' ? 'Poisson arrivals' : 'constant arrivals'
    return `${load.generator}, ${arrivals} at ${Math.round(load.capacityShare * 100)} % of capacity, open loop`
  }
  return `${load.generator}, ${load.users} users x ${load.requestsPerUser} requests, batch`
}

/** @type {Record<ArtifactKind, string>} */
const artifactWords = {
  ticks: 'text of --prof-process',
  flame: 'flame graph',
  table: 'own table',
  cpuprofile: 'CPU profile for DevTools and speedscope',
  heapprofile: 'heap profile for DevTools',
  clinic: 'page'
}

/** @param {Artifact} artifact */
export function artifactInWords({ kind, variant, profiler, generator }) {
  return [artifactWords[kind], profiler, generator, variant].filter(word => word !== null).join(', ')
}
