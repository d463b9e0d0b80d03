import { meanRatio, timeRatios } from './copy-cells.js'

/**
 * @import { CopyClaims } from '../../experiments/lab-types.js'
 * @import { CellRecord } from '../../runs/types.js'
 * @import { CallPair, Conclusion, CopyCell, CopyGrowth, Mean, SpeedUp } from '../types.js'
 */

/** Time that grows with a power of the size this near to 1 is called linear. */
const LINEAR_WITHIN = 0.05

/**
 * Returns the conclusions of the paper, each checked with the intervals of this run; one without figures is left out.
 * @param {CopyClaims} claims
 * @param {{ kept: CellRecord[], cells: CopyCell[], growths: CopyGrowth[], speedUp: SpeedUp }} measured
 * @returns {Conclusion[]}
 */
export function copyConclusions(claims, { kept, cells, growths, speedUp }) {
  const exponent = growths.find(({ variant }) => variant === speedUp.slow)?.exponent
  return [
    ...bufferIsFaster(speedUp),
    ...(exponent ? [{ code: /** @type {const} */ ('linear'), exponent, outcome: linearOutcome(exponent) }] : []),
    ...speedUpIsTheSame(claims.speedUp, speedUp),
    ...fewerCallsAreFaster(kept, cells)
  ]
}

/** @param {SpeedUp} speedUp @returns {Conclusion[]} */
function bufferIsFaster({ rows }) {
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return []
  const faster = rows.filter(({ ratio }) => (ratio.low ?? 0) > 1).length
  const slower = rows.some(({ ratio }) => ratio.high !== null && ratio.high < 1)
  const outcome = slower ? 'does not hold' : faster === rows.length ? 'holds' : 'cannot tell'
  const sizes = { smallestBytes: first.sizeBytes, largestBytes: last.sizeBytes }
  return [{ code: 'buffer-faster', outcome, sizes: rows.length, faster, ...sizes }]
}

/** @param {Mean} exponent @returns {Conclusion['outcome']} */
function linearOutcome({ low, high }) {
  if (low === null || high === null) return 'cannot tell'
  const [least, most] = [1 - LINEAR_WITHIN, 1 + LINEAR_WITHIN]
  if (low >= least && high <= most) return 'holds'
  return high < least || low > most ? 'does not hold' : 'cannot tell'
}

/** @param {number} claimed @param {SpeedUp} speedUp @returns {Conclusion[]} */
function speedUpIsTheSame(claimed, { overall, ofLargeFiles }) {
  if (!overall) return []
  const { low, high } = overall
  const outcome =
    low === null || high === null ? 'cannot tell' : low <= claimed && claimed <= high ? 'holds' : 'does not hold'
  return [{ code: 'speed-up', outcome, claimed, overall, ofLargeFiles }]
}

/**
 * Compares every two strategies at the largest size that both have: the paper concludes that fewer calls are always faster. One
 * pair that contradicts it is enough; the one whose calls differ most is returned.
 * @param {CellRecord[]} kept
 * @param {CopyCell[]} cells
 * @returns {Conclusion[]}
 */
function fewerCallsAreFaster(kept, cells) {
  const names = [...new Set(cells.map(({ variant }) => variant))]
  const pairs = names.flatMap((one, index) => names.slice(index + 1).flatMap(other => pairOf(one, other) ?? []))
  if (pairs.length === 0) return []
  const against = pairs
    .filter(({ ratio }) => (ratio.low ?? 0) > 1)
    .sort((a, b) => b.moreCalls / b.fewerCalls - a.moreCalls / a.fewerCalls)
    .at(0)
  const isClear = pairs.every(({ ratio }) => ratio.high !== null && ratio.high < 1)
  const outcome = against ? 'does not hold' : isClear ? 'holds' : 'cannot tell'
  return [{ code: 'fewer-calls', outcome, pairs: pairs.length, against: against ?? null }]

  /** @type {(one: string, other: string) => CallPair | null} */
  function pairOf(one, other) {
    const own = cells.filter(({ variant }) => variant === one)
    const shared = own.findLast(({ sizeBytes }) => cellOf(other, sizeBytes))
    const [first, second] = [shared, shared && cellOf(other, shared.sizeBytes)]
    const [firstCalls, secondCalls] = [first, second].map(callsOf)
    if (!shared || !firstCalls || !secondCalls || firstCalls === secondCalls) return null
    const [fewer, more] = firstCalls < secondCalls ? [one, other] : [other, one]
    const { sizeBytes } = shared
    const ratio = meanRatio([...timeRatios(kept, { one: fewer, other: more, sizeBytes }).values()])
    const [fewerCalls, moreCalls] = [Math.min(firstCalls, secondCalls), Math.max(firstCalls, secondCalls)]
    return ratio && { sizeBytes, fewer, more, fewerCalls, moreCalls, ratio }
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
