import { otherThreadsLabel } from '../../profile/tree/thread-tree.js'
import { formatCounted, formatExactPercent, formatFigure, formatMicros, formatPercentTick } from './format.js'

/** @import { BlamedLine, OtherThreadsName, TickRow } from '../../blame/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { VmState } from '../../profile/types.js' */
/** @import { Artifact, ArtifactKind, LabMetricName, Machine, RunManifest, RunStatus } from '../../runs/types.js' */
/** @import { RowName } from '../../verdict/slices/launch-metrics.js' */
/** @import { Verdict } from '../../verdict/types.js' */

/**
 * @typedef {object} MetricWords
 * @property {string} label in a table of metrics, indented below the metric that it is part of
 * @property {string} name where nothing around it says what it is part of
 * @property {string} more
 * @property {string} less
 * @property {(value: number) => string} format
 */

/** The names of threads beside the main one. @type {Record<OtherThreadsName, string>} */
export const otherThreadsWords = {
  pool: otherThreadsLabel('pool'),
  helpers: otherThreadsLabel('helpers'),
  workers: 'worker threads'
}

/** What the range of git revisions did to a line. @type {Record<NonNullable<BlamedLine['inRange']>, string>} */
export const rangeWords = {
  changed: 'changed in this range',
  called: 'called from a changed line',
  unchanged: 'not in the diff'
}

/** @type {Record<RowName, MetricWords>} */
export const metricWords = {
  cpuPerRequest: metric('CPU per request'),
  cpuMainThread: metric('main-thread CPU per request', { label: '  main thread' }),
  cpuOtherThreads: metric('CPU on other threads per request', { label: '  other threads' }),
  cpuPool: metric('thread-pool CPU per request', { label: `    ${otherThreadsWords.pool}` }),
  cpuHelpers: metric('CPU of V8 helper threads per request', { label: `    ${otherThreadsWords.helpers}` }),
  gcCount: metric('GC runs per 1,000 requests', { format: formatFigure }),
  gcPause: metric('GC pause per request (wall time)'),
  requestsPerSecond: metric('requests/s', { less: 'fewer', format: formatFigure }),
  latencyP50: metric('p50 latency', { label: 'latency p50', more: 'longer', less: 'shorter' }),
  latencyP95: metric('p95 latency', { label: 'latency p95', more: 'longer', less: 'shorter' }),
  latencyP99: metric('p99 latency', { label: 'latency p99', more: 'longer', less: 'shorter' })
}

/** @type {(name: string, others?: Partial<MetricWords>) => MetricWords} */
function metric(name, others = {}) {
  return { label: name, name, more: 'more', less: 'less', format: formatMicros, ...others }
}

/** @param {RowName} metric */
export function metricInWords(metric) {
  return metricWords[metric].name
}

/**
 * Returns the words of what a listed verdict is on: those of a metric of experiments, or of a time that a lab names.
 * @param {string} metric
 * @param {string} [name] of a time
 * @returns {MetricWords}
 */
export function decidingWords(metric, name = metric) {
  const known = Object.hasOwn(metricWords, metric) ? metricWords[/** @type {RowName} */ (metric)] : null
  return known ?? { label: name, name, more: 'longer', less: 'shorter', format: formatMicros }
}

/** How the ends of an axis of changes are named, worse to the right. @param {{ low: number, high: number }} axis */
export function axisEndsInWords({ low, high }) {
  return [formatPercentTick(low), `${formatPercentTick(high)} worse`]
}

/** @type {Record<Verdict['slices'], string>} */
export const slicesWords = { 'shared-core': 'shared-core slices', separate: 'separate slices' }

/**
 * Returns what the change of a verdict is of: the metric, and the kind of slices.
 * @param {{ what: string, slices: Verdict['slices'] | null }} verdict `what`: the metric in words; `slices`: null where it is not known
 */
export function decidedInWords({ what, slices }) {
  return slices === null ? what : `${what}, ${slicesWords[slices]}`
}

/** @param {RowName} metric */
export function metricAxis(metric) {
  const { name, format } = metricWords[metric]
  return format === formatMicros ? `${name}, µs` : name
}

/** @type {Record<RunStatus, string>} */
export const statusWords = {
  running: 'is still in progress',
  unknown: 'began in another container, on another machine or before a restart, and may still be in progress there',
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

/** What V8 was doing. @type {Record<VmState, string>} */
export const stateWords = {
  javascript: 'V8 state: JavaScript',
  gc: 'V8 state: garbage collection',
  compile: 'V8 state: parser and compilers',
  native: 'V8 state: native code of Node.js, kernel',
  idle: 'V8 state: idle',
  other: 'V8 state: other'
}

/** What a reader of the tick tables would otherwise get wrong. */
export const tickNotes = {
  wall: 'A tick is about 1 ms in which the main thread was running or waiting for a core. A busy load generator (artillery) increases the ticks for the same CPU time: compare ticks within one table only.',
  cpp: 'C++: compiled code of Node.js and V8, with its system calls. The write of a console.log counts here, not as JavaScript.',
  'counted-twice':
    'The sum of the rows exceeds the total, because a tick during garbage collection counts twice: as GC and as the running code.',
  unaccounted:
    'Unaccounted: ticks at addresses without a V8 log entry, such as code that V8 generates for itself. Node 20 has far more of them than Node 24. Kernel time counts for the function that called it.',
  'shared-libraries':
    'Shared libraries: libc, the vdso, and the parts of the node binary without symbols. nonlib: share of the ticks outside shared libraries.',
  'no-nm': 'nm (binutils) is not installed, so all C++ of the node binary counts as Shared libraries.'
}

/** Where the CPU rows come from when the load leaves a server idle. */
export const equalRateNote =
  'CPU and GC: slices at one rate for all variants, because this load leaves a server idle. Requests/s and latency: separate slices.'

/**
 * Returns where the rows come from when processes can be kept on one core.
 * @param {number} costRounds @param {number} rateRounds
 */
export function sharedCoreNote(costRounds, rateRounds) {
  const rates =
    rateRounds === 0 ? '' : ` Requests/s and latency: separate slices, ${formatCounted(rateRounds, 'round')}.`
  return `CPU and GC: changes of shared-core slices, ${formatCounted(costRounds, 'round')}, which have narrower intervals. A request costs more there, so the costs are those of separate slices, as are GC pauses and their change: wall time.${rates}`
}

/** What the figures under a load do not show. @type {Record<Load['mode'], string>} */
export const loadNotes = {
  closed:
    'In a closed loop, latency follows from throughput. p99 includes the opening of connections at the start of each slice.',
  open: 'The request rate is fixed, so requests/s is not a result. CPU per request is that of a server below saturation.',
  batch: 'Artillery limits the rate here: requests/s and latency depend on artillery as much as on the server.',
  existing:
    'The rate is that of the clients, so requests/s is no result. Latency: inside the server, from the start of a request to the end of its response.'
}

/** @type {Record<Load['mode'], string>} */
export const modeNotes = {
  closed:
    'A slice has a fixed duration, so a slower variant has as many ticks for fewer requests. Compare the ticks per 1,000 requests.',
  open: 'The number of requests is about the same for all variants.',
  batch: 'The number of requests is fixed, so the ticks can be compared directly.',
  existing: 'The number of requests is that of the clients. Compare the ticks per 1,000 requests.'
}

/** @param {Load} load */
export function loadInWords(load) {
  if (load.mode === 'closed') return `${load.generator}, ${load.connections} connections, closed loop`
  if (load.mode === 'existing') return 'the load of its clients'
  if (load.mode === 'open') {
    const arrivals = load.arrivals === 'poisson' ? 'Poisson arrivals' : 'constant arrivals'
    return `${load.generator}, ${arrivals} at ${formatExactPercent(load.capacityShare)} of capacity, open loop`
  }
  return `${load.generator}, ${load.users} virtual users x ${load.requestsPerUser} requests, batch`
}

/** @type {Record<ArtifactKind, string>} */
const artifactWords = {
  ticks: 'node --prof-process output',
  flame: 'flame graph',
  table: 'table printed by the load generator',
  cpuprofile: 'CPU profile for DevTools and speedscope',
  heapprofile: 'heap profile for DevTools',
  clinic: 'HTML page'
}

/** Returns what a file is, without its variant. @param {Pick<Artifact, 'kind' | 'profiler' | 'generator'>} artifact */
export function fileInWords({ kind, profiler, generator }) {
  return [artifactWords[kind], profiler, generator].filter(word => word !== null).join(', ')
}

/** @param {Pick<Artifact, 'kind' | 'variant'>} artifact @param {number} most lines of a section */
export function tickTextInWords({ kind, variant }, most) {
  return `${artifactWords[kind]}: ${variant} (at most ${formatCounted(most, 'line')} per section)`
}

/** @param {number} left */
export function linesLeftInWords(left) {
  return `  ... ${formatCounted(left, 'more line')} in the whole file`
}

/** What the files of a run are, each kind once. @param {Pick<Artifact, 'kind'>[]} artifacts */
export function filesInWords(artifacts) {
  if (artifacts.length === 0) return 'server output of each launch'
  const kinds = [...new Set(artifacts.map(({ kind }) => artifactWords[kind]))]
  return `${formatCounted(artifacts.length, 'file')}: ${kinds.join(', ')}`
}

/** @param {Pick<Machine, 'cpuModel' | 'cores' | 'memoryBytes' | 'platform' | 'release'>} machine */
export function machineInWords({ cpuModel, cores, memoryBytes, platform, release }) {
  return `${cores} cores (${cpuModel}), ${Math.round(memoryBytes / 2 ** 30)} GiB, ${platform} ${release}`
}

/**
 * Returns the versions of Node.js that ran the servers, such as `v20.20.2 and v24.1.0`.
 * @param {Pick<RunManifest, 'versions' | 'answers'>} manifest
 */
export function nodeVersionsInWords({ versions, answers = [] }) {
  const known = new Set(answers.flatMap(({ nodeVersion }) => nodeVersion ?? []))
  return known.size === 0 ? (versions.node ?? 'unknown') : [...known].join(' and ')
}

/** Whose code a function is. */
export const ownerWords = {
  app: 'the app',
  package: 'packages',
  core: 'Node.js',
  native: 'native code',
  gc: 'garbage collector'
}
