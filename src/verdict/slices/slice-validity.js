import { metricOf } from '../metrics.js'
import { discardWholes } from './discard-wholes.js'

/**
 * @import { Experiment } from '../../experiments/types.js'
 * @import { Load } from '../../load/types.js'
 * @import { SliceRecord } from '../../runs/types.js'
 * @import { RowName } from './launch-metrics.js'
 * @import { DiscardedSlice, DiscardReason, ResponseReason } from '../types.js'
 */

/** Above this share of a core the generator measures itself. */
export const BUSY_GENERATOR_SHARE = 0.85
/** A saturated server keeps its event loop, or its threads together, busy for all of a core. */
export const BUSY_SERVER_SHARE = 0.9
/** An open loop that sends later than this does not keep its schedule. */
export const LATE_SEND_MICROS = 5000
/**
 * Above this share of a core, CPU that went to other processes or to other machines changes rates. On a quiet machine both
 * stay below in all but a few slices: docs/counters.md has the shares.
 */
export const OTHER_PROCESSES_SHARE = 0.1
export const STOLEN_SHARE = 0.05

/**
 * @typedef {object} CheckedSlices
 * @property {SliceRecord[]} all
 * @property {{ slice: SliceRecord, reasons: DiscardReason[] }[]} discarded from all figures, or from rates alone
 * @property {SliceRecord[]} valid for CPU per request
 * @property {SliceRecord[]} forRates valid for requests/s and latency too, which depend on what the bottleneck was
 *
 * @typedef {CheckedSlices['discarded'][0]} CheckedSlice
 */

/**
 * Checks every slice of a run, once: which figures it can be used for, and why not for others.
 * @param {SliceRecord[]} slices
 * @param {Experiment} experiment
 * @returns {CheckedSlices}
 */
export function checkSlices(slices, experiment) {
  const isServerLimit = !slices.some(isEqualRate)
  const reasonsOf = (/** @type {SliceRecord} */ slice) => discardReasons(slice, experiment, isServerLimit)
  const checked = discardWholes(slices.map(slice => ({ slice, reasons: reasonsOf(slice) })))
  const valid = checked.filter(({ reasons }) => !reasons.some(({ discards }) => discards === 'everything'))
  return {
    all: slices,
    discarded: checked.filter(({ reasons }) => reasons.length > 0),
    valid: valid.map(({ slice }) => slice),
    forRates: valid.filter(({ reasons }) => reasons.length === 0).map(({ slice }) => slice)
  }
}

/**
 * Returns a slice that is not used for all figures as an analysis has it.
 * @type {(checked: CheckedSlice) => DiscardedSlice}
 */
export function toDiscarded({ slice: { launch, variant, round, index, load }, reasons }) {
  return { launch, variant, round, index, generator: load.generator, reasons }
}

/**
 * Returns the slices of unprofiled launches, which alone are compared.
 * @param {CheckedSlices} slices
 * @returns {CheckedSlices}
 */
export function unprofiledOf(slices) {
  return onlyOf(slices, isUnprofiled)
}

/**
 * Returns some of the slices, as they were checked.
 * @param {CheckedSlices} slices
 * @param {(slice: SliceRecord) => boolean} isWanted
 * @returns {CheckedSlices}
 */
export function onlyOf({ all, discarded, valid, forRates }, isWanted) {
  return {
    all: all.filter(isWanted),
    discarded: discarded.filter(({ slice }) => isWanted(slice)),
    valid: valid.filter(isWanted),
    forRates: forRates.filter(isWanted)
  }
}

/**
 * Returns the slices under one load that a metric is taken from: rates from separate slices, CPU per request from shared-core
 * slices where the load has them. Where it leaves a server idle, CPU per request is compared at one rate for all variants.
 * @param {RowName} metric
 * @param {Load} load
 * @param {Pick<CheckedSlices, 'all' | 'valid' | 'forRates'>} slices
 */
export function slicesFor(metric, load, { all, valid, forRates }) {
  if (!isRate(metric) && load.mode === 'closed' && all.some(isEqualRate)) return valid.filter(isEqualRate)
  const fromSeparate = isRate(metric) || under(load, all).every(isSeparate)
  return under(load, isRate(metric) ? forRates : valid).filter(slice => isSeparate(slice) === fromSeparate)
}

/**
 * Returns whether a metric depends on what the bottleneck was.
 * @param {RowName} metric
 */
export function isRate(metric) {
  return metricOf(metric).perRequest === undefined
}

/**
 * Returns the slices of one load.
 * @param {Load} load
 * @param {SliceRecord[]} slices
 */
export function under(load, slices) {
  return slices.filter(slice => slice.load.generator === load.generator && !isEqualRate(slice))
}

/**
 * Returns whether a slice has all variants at one rate: a run has such slices where the deciding load leaves a server idle.
 * @param {Pick<SliceRecord, 'load' | 'beside'>} slice
 */
export function isEqualRate({ load, beside }) {
  return load.mode === 'open' && beside.length > 0
}

/**
 * Returns whether no other launch was loaded during the slice.
 * @param {SliceRecord} slice
 */
export function isSeparate({ beside }) {
  return beside.length === 0
}

/** @type {(slice: SliceRecord, experiment: Experiment, isServerLimit: boolean) => DiscardReason[]} */
function discardReasons(slice, experiment, isServerLimit) {
  const reasons = isSeparate(slice) || isEqualRate(slice) ? rateReasons(slice) : []
  const counted = isServerLimit ? reasons : reasons.filter(({ code }) => code !== 'server-not-saturated')
  return [...responseReasons(slice, experiment), ...counted]
}

/**
 * Returns what is wrong with the responses themselves: such a slice is used for no figure.
 * @param {Pick<SliceRecord, 'variant' | 'completed' | 'errors' | 'timeouts' | 'non2xx' | 'contentEncodings'>} slice
 * @param {Experiment} experiment
 * @returns {ResponseReason[]}
 */
export function responseReasons({ variant, completed, errors, timeouts, non2xx, contentEncodings }, { variants }) {
  const expected = variants.find(({ name }) => name === variant)?.contentEncoding ?? null
  const seen = expected === null ? [] : Object.keys(contentEncodings).filter(encoding => encoding !== expected)
  const discards = /** @type {const} */ ('everything')
  /** @type {ResponseReason[]} */
  const reasons = []
  if (completed === 0) reasons.push({ code: 'no-responses', discards })
  if (errors > 0) reasons.push({ code: 'failed-requests', discards, requests: errors })
  if (timeouts > 0) reasons.push({ code: 'timeouts', discards, requests: timeouts })
  if (non2xx > 0) reasons.push({ code: 'wrong-status', discards, responses: non2xx })
  if (seen.length > 0) reasons.push({ code: 'wrong-encoding', discards, expected, seen })
  return reasons
}

/**
 * Returns why requests/s and latency are not the server's: CPU per request depends far less on what the bottleneck was.
 * @param {SliceRecord} slice
 */
function rateReasons(slice) {
  const { load, pace } = slice
  const discards = /** @type {const} */ ('rates')
  const [others, stolen] = [otherProcessesShare(slice) ?? 0, stolenShare(slice) ?? 0]
  /** @type {DiscardReason[]} */
  const reasons = []
  if (load.mode !== 'batch' && generatorShare(slice) > BUSY_GENERATOR_SHARE)
    reasons.push({ code: 'generator-busy', discards, share: generatorShare(slice), limit: BUSY_GENERATOR_SHARE })
  if (load.mode === 'closed' && serverShare(slice) < BUSY_SERVER_SHARE)
    reasons.push({ code: 'server-not-saturated', discards, share: serverShare(slice), limit: BUSY_SERVER_SHARE })
  if (others > OTHER_PROCESSES_SHARE)
    reasons.push({ code: 'other-processes', discards, share: others, limit: OTHER_PROCESSES_SHARE })
  if (stolen > STOLEN_SHARE) reasons.push({ code: 'stolen', discards, share: stolen, limit: STOLEN_SHARE })
  if (pace && pace.sendDelayP99Micros > LATE_SEND_MICROS)
    reasons.push({
      code: 'late-sends',
      discards,
      sendDelayP99Micros: pace.sendDelayP99Micros,
      limitMicros: LATE_SEND_MICROS
    })
  if (pace?.isSaturated) reasons.push({ code: 'server-saturated', discards, ratePerSecond: pace.intendedRatePerSecond })
  return reasons
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
export function otherProcessesShare({ otherProcessesMicros = null, durationMs }) {
  return otherProcessesMicros === null ? null : otherProcessesMicros / (durationMs * 1e3)
}

/**
 * Returns the time that the host gave to other machines as a share of one core, null where it is not reported.
 * @param {SliceRecord} slice
 */
export function stolenShare({ server, durationMs }) {
  return server.stolenMicros === null ? null : server.stolenMicros / (durationMs * 1e3)
}

/** @param {SliceRecord} slice */
export function isUnprofiled({ profiler }) {
  return profiler === 'none'
}
