import { groupBy } from '../../stats/group-by.js'
import { meanInterval } from '../../stats/intervals.js'
import { ALPHA } from '../../stats/levels.js'
import { sum } from '../../stats/means.js'
import { sideOf } from '../decide/comparisons.js'
import { beyond, limits } from '../slices/limits.js'
import { isSeparate } from '../slices/slice-validity.js'
import { unitOf } from '../slices/unit-of.js'

/** @import { Load } from '../../load/types.js' */
/** @import { Design } from '../../measure/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { RowName } from '../slices/launch-metrics.js' */
/** @import { Limit } from '../slices/limits.js' */
/** @import { Compared } from '../types.js' */

/** From this share of disturbed slices on a verdict has a warning. */
const WARNED_SHARE = 0.1
/** From this share of disturbed separate slices on there is no verdict: a first choice, which no planted disturbance has tested. */
export const REFUSED_SHARE = 0.4
const watched = /** @type {const} */ ([
  { code: 'other-processes', row: limits.otherProcessesShare },
  { code: 'stolen', row: limits.stolenShare },
  { code: 'generator-busy', row: limits.generatorShare }
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
  const [onesByRound, othersByRound] = [one, other].map(own => groupBy(own ?? [], unitOf))
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
 * Returns whether the servers of a run are not warmed up as usual: its verdicts say so.
 * @param {Pick<Design, 'quick' | 'coldRequests'>} design
 */
export function isCold({ quick, coldRequests }) {
  return quick || coldRequests !== null
}

/**
 * Returns what disturbed the slices of a verdict, where at least a tenth of them is disturbed by anything.
 * @param {SliceRecord[]} slices of both variants, discarded ones included
 */
export function disturbancesOf(slices) {
  const found = watched.map(({ code, row }) => ({ code, row, own: slices.filter(slice => isOver(row, slice)) }))
  const disturbed = new Set(found.flatMap(({ own }) => own)).size
  if (slices.length === 0 || disturbed / slices.length < WARNED_SHARE) return []
  return found.flatMap(({ code, row, own }) =>
    own.length > 0 ? [{ code, beyond: own.length, slices: slices.length, limit: row.limit }] : []
  )
}

/** In a slice of several servers a generator plays for all of them. @type {(row: Limit, slice: SliceRecord) => boolean} */
function isOver(row, slice) {
  return (!row.isOfSeparate || isSeparate(slice)) && beyond(row, slice) !== null
}
