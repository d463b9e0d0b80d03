/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */

/**
 * A condition of a valid measurement. Shares are of one core.
 * @typedef {object} Limit
 * @property {number} limit
 * @property {(slice: SliceRecord, usualSize?: number) => number | null} read null where it is not known
 * @property {true} [isFloor] whether it is a minimum
 * @property {Load['mode'][]} [modes] of the loads that it applies to; all when left out
 * @property {true} [isOfSeparate] whether its check leaves out slices in which other servers share the core
 */

/** Which of these discard a slice is in discard-reasons.js. */
export const limits = /** @satisfies {Record<string, Limit>} */ ({
  /** Above this the generator measures itself. */
  generatorShare: { limit: 0.85, read: generatorShare, modes: ['closed', 'open'], isOfSeparate: true },
  generatorDelayMicros: {
    limit: 50_000,
    read: ({ generatorProcess }) => generatorProcess.eventLoopDelayP99Micros,
    modes: ['closed', 'open']
  },
  /** A saturated server keeps its event loop, or its threads together, busy for all of a core. */
  serverShare: { limit: 0.9, read: serverShare, isFloor: true, modes: ['closed'], isOfSeparate: true },
  failedRequests: { limit: 0, read: ({ errors, non2xx }) => errors + non2xx, modes: ['closed', 'open', 'batch'] },
  clockStepMs: { limit: 20, read: ({ clockStepMs }) => Math.abs(clockStepMs) },
  /**
   * Above these, CPU that went to other machines or to other processes changes rates. On a quiet machine both stay below in all but
   * a few slices: docs/counters.md has the shares.
   */
  stolenShare: { limit: 0.05, read: stolenShare },
  otherProcessesShare: { limit: 0.1, read: otherProcessesShare },
  sizeDeviation: { limit: 0.05, read: sizeDeviation },
  /** An open loop that sends later than this does not keep its schedule. */
  sendDelayMicros: { limit: 5000, read: ({ pace }) => pace?.sendDelayP99Micros ?? null, modes: ['open'] }
})

/** Returns whether an experiment is of servers that ran already. @param {Pick<Experiment, 'loads'>} experiment */
export function isAttached({ loads }) {
  return loads.some(({ mode }) => mode === 'existing')
}

/**
 * Returns whether a value of a slice is beyond a limit: above it, or below its minimum.
 * @type {(limit: Limit, value: number) => boolean}
 */
export function isBeyond({ limit, isFloor }, value) {
  return isFloor ? value < limit : value > limit
}

/** @type {(limit: Limit, slice: SliceRecord) => boolean} whether a limit is one of the slice's load */
export function appliesTo({ modes }, { load }) {
  return modes?.includes(load.mode) ?? true
}

/** @type {(limit: Limit, slice: SliceRecord) => number | null} the value of the slice where it is beyond the limit */
export function beyond(limit, slice) {
  const value = appliesTo(limit, slice) ? limit.read(slice) : null
  return value !== null && isBeyond(limit, value) ? value : null
}

/** Returns whether other processes or machines may have kept a slice from its cores. @param {SliceRecord} slice */
export function isDisturbed(slice) {
  return [limits.otherProcessesShare, limits.stolenShare].some(limit => beyond(limit, slice) !== null)
}

/**
 * Returns how much of a core the generator had work for: the share of time its event loop was not waiting, or the CPU of its
 * threads, whichever is larger. A generator that other processes keep from its core uses little CPU and is still the
 * bottleneck.
 * @param {SliceRecord} slice
 */
export function generatorShare({ generatorProcess, durationMs }) {
  const { cpuUserMicros, cpuSystemMicros, eventLoopUtilization } = generatorProcess
  return Math.max(eventLoopUtilization, (cpuUserMicros + cpuSystemMicros) / (durationMs * 1e3))
}

/**
 * Returns how much of a core the server had work for, by the same rule: an event loop that waits for its own thread pool is
 * still saturated.
 * @param {SliceRecord} slice
 */
export function serverShare({ server, durationMs }) {
  return Math.max(server.eventLoopUtilization, server.cpuMicros / (durationMs * 1e3))
}

/**
 * Returns the CPU of processes that are not part of the run as a share of one core, null where it was not measured.
 * @param {SliceRecord} slice
 */
function otherProcessesShare({ otherProcessesMicros = null, durationMs }) {
  return otherProcessesMicros === null ? null : otherProcessesMicros / (durationMs * 1e3)
}

/**
 * Returns the time that the host gave to other machines as a share of one core, null where it is not reported.
 * @param {SliceRecord} slice
 */
function stolenShare({ server, durationMs }) {
  return server.stolenMicros === null ? null : server.stolenMicros / (durationMs * 1e3)
}

/** @param {SliceRecord} slice */
export function responseSize({ bytesRead, completed }) {
  return bytesRead / Math.max(1, completed)
}

/** @param {SliceRecord} slice @param {number} [usual] of the middle slice of the same variant under the same load */
function sizeDeviation(slice, usual) {
  return usual ? Math.abs(responseSize(slice) / usual - 1) : null
}
