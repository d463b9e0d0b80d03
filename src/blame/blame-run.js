import { onePair } from '../verdict/decide/comparisons.js'
import { totalOf } from '../verdict/decide/size-of.js'
import { compareCounters, differingCounters } from '../verdict/slices/counters.js'
import { isEqualRate } from '../verdict/slices/slice-validity.js'
import { transferOf } from '../verdict/slices/transfer.js'
import { withAllocating } from './allocating-rows.js'
import { locatedBlames, withoutSources } from './blame.js'
import { cardOf, waitingOf } from './card.js'
import { withRange } from './changed-lines.js'
import { sameCalls } from './counted-calls.js'
import { withPackageLines } from './places.js'

/** @import { Prepared } from '../analyse.js' */
/** @import { SavedRun } from '../runs/read-run.js' */
/** @import { ComparedRun } from '../verdict/decide/compare-run.js' */
/** @import { CheckedSlices } from '../verdict/slices/slice-validity.js' */
/** @import { Verdict } from '../verdict/types.js' */

/** Other tools' profiles have no verdict. */
const UNDECIDED = /** @type {const} */ ('cannot tell')

/**
 * Returns which functions cause what the verdicts of a run found, also with where in the call trees their cost is, and the summary cards of
 * the verdicts.
 * @param {Pick<SavedRun, 'manifest' | 'launches' | 'trees' | 'packageLines'>} run
 * @param {Pick<Prepared, 'baseline' | 'pairSizes' | 'evidence' | 'threadChanges' | 'isIncomplete'>} prepared of the same run
 * @param {CheckedSlices} unprofiled
 * @param {Pick<ComparedRun, 'comparisons' | 'verdicts' | 'sizes' | 'counters'>} compared
 */
export function blameRun(run, prepared, unprofiled, { comparisons, verdicts, sizes, counters }) {
  const { launches, trees, packageLines = [] } = run
  const { experiment, design } = run.manifest
  const { baseline, pairSizes, evidence, threadChanges, isIncomplete } = prepared
  const isIdle = unprofiled.all.some(isEqualRate)
  const hasWorkers = trees.some(launch => launch.trees.some(({ threadId }) => threadId !== 0))
  const { imported } = run.manifest
  const asked = imported ? comparisons.map(({ candidate }) => ({ candidate, verdict: UNDECIDED })) : verdicts
  const located = asked.flatMap(function blameOf({ candidate, verdict }) {
    const counted = countersOn(candidate)
    return locatedBlames(candidate, baseline, evidence, {
      total: totalOf(sizeOfPair(candidate)?.all ?? null),
      threads: threadChanges.get(candidate),
      differing: differingCounters(counted),
      same: sameCalls(counted.rows),
      verdict: isIdle ? 'cannot tell' : verdict,
      isIncomplete
    })
  })
  const blames = located.map(withoutSources).map(blame => ({
    ...blame,
    rows: blame.rows.map(row => withPackageLines(row, packageLines))
  }))
  const cards = verdicts.filter(({ change }) => change !== null).map(cardOn)
  return { located, blames, cards: withRange(cards, blames, run.manifest) }

  /** @param {string} candidate @returns the counters of the pair that blame compares, which without toggles are known */
  function countersOn(candidate) {
    const known = experiment.toggles ? null : counters.find(each => each.candidate === candidate)
    return known ?? compareCounters(onePair(candidate, baseline), design.loads[0], unprofiled, launches)
  }

  /** @param {string} candidate @returns the size of the same pair */
  function sizeOfPair(candidate) {
    return pairSizes.find(each => each.candidate === candidate)
  }

  /**
   * Returns the summary card: its totals are those of the verdict, of a toggle the means over the other one's levels. Steps and bytes
   * are of the variants that blame compares.
   * @param {Verdict} verdict
   */
  function cardOn(verdict) {
    const { candidate } = verdict
    const size = sizes.find(each => each.candidate === candidate)
    const own = blames.filter(blame => blame.candidate === candidate)
    const card = cardOf({
      verdict,
      size,
      pairSize: sizeOfPair(candidate),
      blame: own.find(({ unit }) => unit === 'micros'),
      hasWorkers,
      transfer: transferOf({ candidate, baseline }, design.detailLoad, unprofiled.valid, size?.all ?? null)
    })
    const waiting = waitingOf(own.find(({ unit }) => unit === 'latency'))
    return { ...card, places: card.places.map(place => withAllocating(place, own)), ...(waiting && { waiting }) }
  }
}
