import { beyond, limits } from './limits.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { Limit } from './limits.js' */
/** @import { CheckedSlice } from './slice-validity.js' */
/** @import { DiscardReason, ResponseReason } from '../types.js' */

/**
 * @typedef {Pick<SliceRecord, 'completed' | 'errors' | 'timeouts' | 'non2xx' | 'contentEncodings'>} Responses
 * @typedef {Exclude<DiscardReason, ResponseReason | { code: 'other-half-discarded' | 'launch-excluded' }>} RateReason
 */

/**
 * What a reason says of a slice, by its code; null where the slice has none.
 * @template {DiscardReason} Reason
 * @template {unknown[]} Read
 * @typedef {{ [Code in Reason['code']]: (...read: Read) => DetailsOf<Reason, Code> | null }} Rows
 */

/**
 * @template Reason
 * @template Code
 * @typedef {Reason extends { code: unknown } ? Code extends Reason['code'] ? Omit<Reason, 'code' | 'discards'> : never : never} DetailsOf
 */

/** What is wrong with the responses themselves: such a slice is used for no figure. @type {Rows<ResponseReason, [Responses, string | null]>} */
const responseRows = {
  'no-responses': ({ completed }) => (completed === 0 ? {} : null),
  'failed-requests': ({ errors }) => (errors > 0 ? { requests: errors } : null),
  timeouts: ({ timeouts }) => (timeouts > 0 ? { requests: timeouts } : null),
  'wrong-status': ({ non2xx }) => (non2xx > 0 ? { responses: non2xx } : null),
  'wrong-encoding': otherEncodings
}

/**
 * Why requests/s and latency are not the server's: CPU per request depends far less on what the bottleneck was.
 * @type {Rows<RateReason, [SliceRecord]>}
 */
const rateRows = {
  'generator-busy': slice => shareBeyond(limits.generatorShare, slice),
  'server-not-saturated': slice => shareBeyond(limits.serverShare, slice),
  'other-processes': slice => shareBeyond(limits.otherProcessesShare, slice),
  stolen: slice => shareBeyond(limits.stolenShare, slice),
  'late-sends': lateSends,
  'server-saturated': ({ pace }) => (pace?.isSaturated ? { ratePerSecond: pace.intendedRatePerSecond } : null)
}

/**
 * Why a slice is discarded because of another one: `naming` gives the whole that both are part of.
 * @type {{ reason: DiscardReason, naming: (checked: CheckedSlice[]) => (slice: SliceRecord) => string | null }[]}
 */
const wholes = [
  { reason: { code: 'other-half-discarded', discards: 'everything' }, naming: sharedSliceOf },
  { reason: { code: 'launch-excluded', discards: 'rates' }, naming: launchUnderLoad }
]

/**
 * Returns what is wrong with the responses of a slice.
 * @param {Responses & { variant: string }} slice @param {Experiment} experiment
 */
export function responseReasons(slice, experiment) {
  const expected = experiment.variants.find(({ name }) => name === slice.variant)?.contentEncoding ?? null
  return /** @type {ResponseReason[]} */ (reasonsIn(responseRows, 'everything', slice, expected))
}

/** Returns why a slice is not used for rates. @param {SliceRecord} slice */
export function rateReasons(slice) {
  return /** @type {RateReason[]} */ (reasonsIn(rateRows, 'rates', slice))
}

/**
 * @template {unknown[]} Read
 * @param {Record<string, (...read: Read) => object | null>} rows @param {DiscardReason['discards']} discards
 * @param {Read} read
 */
function reasonsIn(rows, discards, ...read) {
  return Object.entries(rows).flatMap(function reasonOf([code, detailsOf]) {
    const details = detailsOf(...read)
    return details ? [{ code, discards, ...details }] : []
  })
}

/** @param {Responses} responses @param {string | null} expected null: any */
function otherEncodings({ contentEncodings }, expected) {
  const seen = Object.keys(contentEncodings).filter(encoding => encoding !== expected)
  return expected === null || seen.length === 0 ? null : { expected, seen }
}

/** @param {Limit} limit of a share of one core @param {SliceRecord} slice */
function shareBeyond(limit, slice) {
  const share = beyond(limit, slice)
  return share === null ? null : { share, limit: limit.limit }
}

/** @param {SliceRecord} slice */
function lateSends(slice) {
  const sendDelayP99Micros = beyond(limits.sendDelayMicros, slice)
  return sendDelayP99Micros === null ? null : { sendDelayP99Micros, limitMicros: limits.sendDelayMicros.limit }
}

/**
 * Returns the checked slices, with those discarded too that would be compared with a discarded one.
 *
 * The halves of a shared-core slice compete for one core: what one of them loses, the other gains. So all halves are discarded
 * with one. A launch whose slice is not used for rates is not used for rates at all, and then its round has no pair: without
 * its slow slices alone a launch would look faster than it is.
 * @type {(checked: CheckedSlice[]) => CheckedSlice[]}
 */
export function discardWholes(checked) {
  return wholes.reduce((known, { reason, naming }) => discardAlike(known, naming(known), reason), checked)
}

/**
 * Adds a reason to the slices that have none and belong to the same whole as a slice with a reason of that kind.
 * @param {CheckedSlice[]} checked
 * @param {(slice: SliceRecord) => string | null} wholeOf null: part of nothing
 * @param {DiscardReason} added @returns {CheckedSlice[]}
 */
function discardAlike(checked, wholeOf, added) {
  const discarded = new Set(checked.filter(isDiscarded).map(({ slice }) => wholeOf(slice)))
  return checked.map(function addReason(each) {
    const whole = wholeOf(each.slice)
    if (whole === null || !discarded.has(whole) || isDiscarded(each)) return each
    return { slice: each.slice, reasons: [...each.reasons, added] }
  })

  /** @param {CheckedSlice} slice */
  function isDiscarded({ reasons }) {
    return reasons.some(({ discards }) => discards === 'everything' || discards === added.discards)
  }
}

/**
 * Returns a function that names the shared-core slice of a record: its launches, and its place among their shared-core slices.
 * @type {(checked: CheckedSlice[]) => (slice: SliceRecord) => string | null}
 */
function sharedSliceOf(checked) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  /** @type {Map<SliceRecord, string>} */
  const names = new Map()
  const shared = checked.map(({ slice }) => slice).filter(({ beside }) => beside.length > 0)
  for (const slice of shared.sort((one, other) => one.index - other.index)) {
    const launches = [slice.launch, ...slice.beside].sort().join(' ')
    const own = `${slice.launch} of ${launches}`
    counts.set(own, (counts.get(own) ?? 0) + 1)
    names.set(slice, `${launches} ${counts.get(own)}`)
  }
  return slice => names.get(slice) ?? null
}

/** @returns {(slice: SliceRecord) => string | null} a function that names the launch of a separate slice under its load */
function launchUnderLoad() {
  return ({ launch, load, beside }) => (beside.length > 0 ? null : `${load.generator} ${launch}`)
}
