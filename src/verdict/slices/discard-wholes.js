/**
 * @import { SliceRecord } from '../../runs/types.js'
 * @import { CheckedSlice } from './slice-validity.js'
 * @import { DiscardReason } from '../types.js'
 */

/** @type {DiscardReason} */
const otherHalf = { code: 'other-half-discarded', discards: 'everything' }
/** @type {DiscardReason} */
const wholeLaunch = { code: 'launch-excluded', discards: 'rates' }

/**
 * Returns the checked slices, with those discarded too that would be compared with a discarded one.
 *
 * The halves of a shared-core slice compete for one core: what one of them loses, the other gains. So all halves are discarded
 * with one. A launch whose slice is not used for rates is not used for rates at all, and then its round has no pair: without
 * its slow slices alone a launch would look faster than it is.
 * @param {CheckedSlice[]} checked
 * @returns {CheckedSlice[]}
 */
export function discardWholes(checked) {
  return discardAlike(discardAlike(checked, sharedSliceOf(checked), otherHalf), launchUnderLoad, wholeLaunch)
}

/**
 * Adds a reason to the slices that have none and belong to the same whole as a slice with a reason of that kind.
 * @param {CheckedSlice[]} checked
 * @param {(slice: SliceRecord) => string | null} wholeOf null: part of nothing
 * @param {DiscardReason} added
 * @returns {CheckedSlice[]}
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
 * @param {CheckedSlice[]} checked
 * @returns {(slice: SliceRecord) => string | null}
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

/** @param {SliceRecord} slice */
function launchUnderLoad({ launch, load, beside }) {
  return beside.length > 0 ? null : `${load.generator} ${launch}`
}
