import { metricOf } from '../metrics.js'
import { discardWholes, rateReasons, responseReasons } from './discard-reasons.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { RowName } from './launch-metrics.js' */
/** @import { DiscardedSlice, DiscardReason } from '../types.js' */

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
 * @type {(slices: SliceRecord[], experiment: Experiment) => CheckedSlices}
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
 * @type {(slices: CheckedSlices) => CheckedSlices}
 */
export function unprofiledOf(slices) {
  return onlyOf(slices, isUnprofiled)
}

/**
 * Returns some of the slices, as they were checked.
 * @type {(slices: CheckedSlices, isWanted: (slice: SliceRecord) => boolean) => CheckedSlices}
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
 * @type {(metric: RowName, load: Load, slices: Pick<CheckedSlices, 'all' | 'valid' | 'forRates'>) => SliceRecord[]}
 */
export function slicesFor(metric, load, { all, valid, forRates }) {
  if (!isRate(metric) && load.mode === 'closed' && all.some(isEqualRate)) return valid.filter(isEqualRate)
  const fromSeparate = isRate(metric) || under(load, all).every(isSeparate)
  return under(load, isRate(metric) ? forRates : valid).filter(slice => isSeparate(slice) === fromSeparate)
}

/**
 * Returns the slices under one load that a metric would be taken from, discarded ones included.
 * @type {(metric: RowName, load: Load, slices: Pick<CheckedSlices, 'all'>) => SliceRecord[]}
 */
export function playedFor(metric, load, { all }) {
  return slicesFor(metric, load, { all, valid: all, forRates: all })
}

/** Returns whether a metric depends on what the bottleneck was. @param {RowName} metric */
export function isRate(metric) {
  return metricOf(metric).perRequest === undefined
}

/** Returns the separate slices of one load. @param {Load} load @param {SliceRecord[]} slices */
export function separateUnder(load, slices) {
  return under(load, slices).filter(isSeparate)
}

/** Returns the slices of one load. @param {Load} load @param {SliceRecord[]} slices */
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

/** Returns whether no other launch was loaded during the slice. @param {SliceRecord} slice */
export function isSeparate({ beside }) {
  return beside.length === 0
}

/** @type {(slice: SliceRecord, experiment: Experiment, isServerLimit: boolean) => DiscardReason[]} */
function discardReasons(slice, experiment, isServerLimit) {
  const reasons = isSeparate(slice) || isEqualRate(slice) ? rateReasons(slice) : []
  const counted = isServerLimit ? reasons : reasons.filter(({ code }) => code !== 'server-not-saturated')
  return [...responseReasons(slice, experiment), ...counted]
}

/** @param {SliceRecord} slice */
export function isUnprofiled({ profiler }) {
  return profiler === 'none'
}
