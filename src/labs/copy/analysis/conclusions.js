import { ALPHA } from '../../../stats/levels.js'
import { MIB, sizesOf } from '../../skeleton/file-sizes.js'
import { meanRatio } from '../../skeleton/means.js'
import { timeRatios } from './cells.js'
import { copyGrowth } from './growth.js'

/**
 * @import { CallPair, CellRecord, Conclusion, CopyCell, CopyClaims, PaperSizes, SpeedUp } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

/** Time that grows with a power of the size this near to 1 is called linear. */
const LINEAR_WITHIN = 0.05

/**
 * Returns the conclusions of the paper, each checked with the intervals of this run at the sizes that the paper has; one without
 * figures is left out.
 * @param {CopyClaims} claims
 * @param {{ kept: CellRecord[], cells: CopyCell[], speedUp: SpeedUp }} measured
 * @returns {Conclusion[]}
 */
export function copyConclusions(claims, { kept, cells, speedUp }) {
  const paperBytes = claims.sizesMiB.map(mib => mib * MIB)
  return [
    ...bufferIsFaster(speedUp),
    ...growthIsLinear(speedUp.slow, kept, paperBytes),
    ...speedUpIsTheSame(claims.speedUp, speedUp),
    ...fewerCallsAreFaster(kept, cells)
  ]
}

/** @param {SpeedUp} speedUp @returns {Conclusion[]} */
function bufferIsFaster({ atPaperSizes }) {
  if (!atPaperSizes) return []
  const { rows } = atPaperSizes
  const faster = rows.filter(({ ratio }) => (ratio.low ?? 0) > 1).length
  const slower = rows.filter(({ ratio }) => ratio.high !== null && ratio.high < 1).length
  const sizes = measuredOf(rows)
  const outcome = slower > 0 ? 'does not hold' : faster === rows.length ? 'holds' : 'cannot tell'
  return [{ code: 'buffer-faster', outcome: decided(outcome, sizes), sizes, faster, slower }]
}

/**
 * Checks the growth at the sizes of the paper. Without all of them it is not decided: a line through smaller files cannot show that
 * larger ones are on it.
 * @param {string} slow
 * @param {CellRecord[]} kept
 * @param {number[]} paperBytes
 * @returns {Conclusion[]}
 */
function growthIsLinear(slow, kept, paperBytes) {
  const own = kept.filter(({ variant }) => variant === slow)
  const atPaperSizes = own.filter(({ sizeBytes }) => paperBytes.includes(sizeBytes))
  const sizes = { all: paperBytes.length, measured: sizesOf(atPaperSizes).length }
  const isComplete = sizes.measured === sizes.all
  const fitted = isComplete ? atPaperSizes : own
  const { exponent } = copyGrowth(slow, fitted, []) ?? {}
  if (!exponent) return []
  const [fromBytes = 0] = sizesOf(fitted)
  const toBytes = sizesOf(fitted).at(-1) ?? 0
  const outcome = isComplete ? linearOutcome(exponent) : 'cannot tell'
  return [{ code: 'linear', outcome, sizes, exponent, fromBytes, toBytes }]
}

/** @param {Mean} exponent @returns {Conclusion['outcome']} */
function linearOutcome({ low, high }) {
  if (low === null || high === null) return 'cannot tell'
  const [least, most] = [1 - LINEAR_WITHIN, 1 + LINEAR_WITHIN]
  if (low >= least && high <= most) return 'holds'
  return high < least || low > most ? 'does not hold' : 'cannot tell'
}

/** @param {number} claimed @param {SpeedUp} speedUp @returns {Conclusion[]} */
function speedUpIsTheSame(claimed, { atPaperSizes }) {
  if (!atPaperSizes) return []
  const { overall, rows } = atPaperSizes
  const { low, high } = overall
  const outcome =
    low === null || high === null ? 'cannot tell' : low <= claimed && claimed <= high ? 'holds' : 'does not hold'
  const sizes = measuredOf(rows)
  return [{ code: 'speed-up', outcome: decided(outcome, sizes), sizes, claimed, overall }]
}

/**
 * Returns an outcome, undecided where no size was measured: the lines end far from every measured time.
 * @type {(outcome: Conclusion['outcome'], sizes: PaperSizes) => Conclusion['outcome']}
 */
function decided(outcome, { measured }) {
  return measured === 0 ? 'cannot tell' : outcome
}

/** @param {{ isMeasured: boolean }[]} rows @returns {PaperSizes} */
function measuredOf(rows) {
  return { all: rows.length, measured: rows.filter(({ isMeasured }) => isMeasured).length }
}

/**
 * Compares every two strategies at the largest size that both have: the paper concludes that fewer calls are always faster. One
 * pair that contradicts it is enough, so the intervals are those of all pairs together; the pair whose calls differ most is returned.
 * @param {CellRecord[]} kept
 * @param {CopyCell[]} cells
 * @returns {Conclusion[]}
 */
function fewerCallsAreFaster(kept, cells) {
  const names = [...new Set(cells.map(({ variant }) => variant))]
  const planned = names.flatMap((one, index) => names.slice(index + 1).flatMap(other => pairOf(one, other) ?? []))
  const comparisons = planned.length
  const pairs = planned.flatMap(withRatio)
  if (pairs.length === 0) return []
  const slower = pairs
    .filter(({ ratio }) => (ratio.low ?? 0) > 1)
    .sort((a, b) => b.moreCalls / b.fewerCalls - a.moreCalls / a.fewerCalls)
  const isClear = pairs.every(({ ratio }) => ratio.high !== null && ratio.high < 1)
  const outcome = slower.length > 0 ? 'does not hold' : isClear ? 'holds' : 'cannot tell'
  const against = slower[0] ?? null
  const confidence = 1 - ALPHA / comparisons
  return [{ code: 'fewer-calls', outcome, pairs: pairs.length, slower: slower.length, confidence, against }]

  /** @type {(one: string, other: string) => Omit<CallPair, 'ratio'> | null} */
  function pairOf(one, other) {
    const own = cells.filter(({ variant }) => variant === one)
    const shared = own.findLast(({ sizeBytes }) => cellOf(other, sizeBytes))
    const [first, second] = [shared, shared && cellOf(other, shared.sizeBytes)]
    const [firstCalls, secondCalls] = [first, second].map(callsOf)
    if (!shared || !firstCalls || !secondCalls || firstCalls === secondCalls) return null
    const [fewer, more] = firstCalls < secondCalls ? [one, other] : [other, one]
    const [fewerCalls, moreCalls] = [Math.min(firstCalls, secondCalls), Math.max(firstCalls, secondCalls)]
    return { sizeBytes: shared.sizeBytes, fewer, more, fewerCalls, moreCalls }
  }

  /** @param {Omit<CallPair, 'ratio'>} pair @returns {CallPair[]} one, or none without a repeat that has both */
  function withRatio(pair) {
    const { fewer, more, sizeBytes } = pair
    const ratios = timeRatios(kept, { one: fewer, other: more, sizeBytes })
    const ratio = meanRatio([...ratios.values()], { comparisons })
    return ratio ? [{ ...pair, ratio }] : []
  }

  /** @type {(name: string, sizeBytes: number) => CopyCell | undefined} */
  function cellOf(name, sizeBytes) {
    return cells.find(cell => cell.variant === name && cell.sizeBytes === sizeBytes)
  }
}

/** @param {CopyCell} [cell] @returns {number | null} */
function callsOf({ reads = null, writes = null } = /** @type {any} */ ({})) {
  return reads && writes && reads.median + writes.median
}
