import { groupBy } from '../../stats/group-by.js'
import { meanInterval } from '../../stats/intervals.js'
import { ALPHA } from '../../stats/levels.js'
import { sum } from '../../stats/means.js'
import { sideOf } from '../decide/comparisons.js'
import { limits } from '../slices/limits.js'

/** @import { Load } from '../../load/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { RowName } from '../slices/launch-metrics.js' */
/** @import { Compared } from '../types.js' */

/** A few disturbed slices only make the interval wider. */
const MOST_BEYOND_SHARE = 0.1
const warned = /** @type {const} */ ([
  { code: 'other-processes', ...limits.otherProcessesShare },
  { code: 'stolen', ...limits.stolenShare }
])

/**
 * Returns how many requests failed on both sides of a comparison, and whether the candidate fails significantly more often. The launch is
 * the unit: requests of one launch often fail together.
 * @param {Compared} compared
 * @param {SliceRecord[]} slices of unprofiled launches, discarded ones included
 * @param {number} comparisons how many candidates are compared with the baseline
 * @returns null without a failure, or with fewer than two rounds
 */
export function failuresOf({ pairs }, slices, comparisons) {
  const [one, other] = [sideOf(pairs, 'baseline'), sideOf(pairs, 'candidate')].map(names =>
    slices.filter(({ variant }) => names.includes(variant))
  )
  const totals = { baseline: countFailures(one ?? []), candidate: countFailures(other ?? []) }
  if (totals.baseline.failed + totals.candidate.failed === 0) return null
  const [onesByRound, othersByRound] = [one, other].map(own => groupBy(own ?? [], ({ round }) => round))
  const differences = [...(onesByRound?.keys() ?? [])].flatMap(function differenceIn(round) {
    const [before, after] = [onesByRound, othersByRound].map(own => countFailures(own?.get(round) ?? []))
    return before?.sent && after?.sent ? [after.failed / after.sent - before.failed / before.sent] : []
  })
  if (differences.length < 2) return null
  const { mean: share, low, high } = meanInterval(differences, 1 - ALPHA / comparisons)
  return {
    ...totals,
    /** Share of failed requests of the candidate minus that of the baseline, by round, with its interval. */
    difference: { share, low, high },
    /** Whether the candidate fails significantly more often. */
    isHigher: low > 0
  }
}

/** @param {SliceRecord[]} slices */
function countFailures(slices) {
  return {
    failed: sum(slices.map(({ errors, non2xx }) => errors + non2xx)),
    sent: sum(slices.map(({ sent }) => sent))
  }
}

/**
 * Returns what the machine did during more than a tenth of the slices of a verdict.
 * @param {SliceRecord[]} slices of both variants, discarded ones included
 */
export function verdictWarnings(slices) {
  return warned.flatMap(function overLimit({ code, limit, read }) {
    const beyond = slices.filter(slice => (read(slice) ?? 0) > limit).length
    return beyond > slices.length * MOST_BEYOND_SHARE ? [{ code, beyond, slices: slices.length, limit }] : []
  })
}
