import { OTHER_PROCESSES_SHARE, otherProcessesShare, STOLEN_SHARE, stolenShare } from '../slices/slice-validity.js'

/**
 * @import { SliceRecord } from '../../runs/types.js'
 * @import { VerdictWarning } from '../types.js'
 */

/** A few disturbed slices only make the interval wider. */
const MOST_BEYOND_SHARE = 0.25

/** @type {{ code: VerdictWarning['code'], limit: number, read: (slice: SliceRecord) => number | null }[]} */
const limits = [
  { code: 'other-processes', limit: OTHER_PROCESSES_SHARE, read: otherProcessesShare },
  { code: 'stolen', limit: STOLEN_SHARE, read: stolenShare }
]

/**
 * Returns what the machine did during more than a quarter of the slices of a verdict.
 * @param {SliceRecord[]} slices of both variants, discarded ones included
 * @returns {VerdictWarning[]}
 */
export function verdictWarnings(slices) {
  return limits.flatMap(function overLimit({ code, limit, read }) {
    const beyond = slices.filter(slice => (read(slice) ?? 0) > limit).length
    return beyond > slices.length * MOST_BEYOND_SHARE ? [{ code, beyond, slices: slices.length, limit }] : []
  })
}
