import { formatBinarySize, formatCount, formatCounted, formatFigure } from '../../report/words/format.js'
import { ALPHA } from '../../stats/levels.js'
import { sum } from '../../stats/means.js'
import { formatMeanInText } from '../skeleton/figures.js'
import { MIB, sizesOf } from '../skeleton/file-sizes.js'
import { meanRatio } from '../skeleton/means.js'
import { conclusion, outcomeOf } from '../skeleton/paper.js'
import { copyGrowth, timeRatios } from './figures.js'

/** @import { Claim, Outcome } from '../skeleton/types.js' */
/** @import { CellRecord, CopyCell, CopyGrowth, SpeedUp } from './types.js' */

/**
 * @typedef {{ kept: CellRecord[], cells: CopyCell[], growths: CopyGrowth[], speedUp: SpeedUp }} Measured
 * @typedef {{ all: number, measured: number }} PaperSizes how many sizes the paper has, and this run measured with both of its strategies
 */

/** The files of the paper, whose megabyte has 1,048,576 bytes, and its buffer. */
export const PAPER_BYTES = [1, 2, 4, 8, 16, 32, 64].map(mib => mib * MIB)
export const BUFFER_BYTES = 8192
const SPEED_UP = 322

/** The figures of the paper (docs/labs/copy.md), in its order. @type {Claim<Measured>[]} */
export const claims = [
  {
    id: 'cores',
    quote: 'cores of its Intel Core i7-7700HQ',
    section: '2.3',
    claimed: [8, 'cores'],
    right: 4,
    why: 'The processor has 4 cores with 2 threads each: 8 logical processors.'
  },
  {
    id: 'byte-time',
    quote: 'without a buffer: time per megabyte',
    section: '3.1',
    claimed: [2000, 'ms'],
    measured: measured => msPerMiB(measured, 'slow'),
    why: 'A measurement on another machine, in another language.'
  },
  {
    id: 'byte-reads',
    quote: 'without a buffer: reads for all 127 MB, and as many writes',
    section: '3.1',
    claimed: [133_169_152, 'calls'],
    right: 127 * MIB,
    why: 'Right. One more read per file finds its end.'
  },
  {
    id: 'byte-formula',
    quote: 'without a buffer: reads per megabyte',
    section: '3.1',
    claimed: [1_048_576, 'calls'],
    right: MIB,
    measured: measured => callsPerMiB(measured, 'slow')?.reads,
    why: 'Right for reads. A copy makes as many writes.'
  },
  {
    id: 'buffer-time',
    quote: 'with a buffer: time per megabyte',
    section: '3.2',
    claimed: [6, 'ms'],
    measured: measured => msPerMiB(measured, 'fast'),
    why: 'The text has the unit reversed, "time per millisecond": 6 ms per megabyte are meant.'
  },
  {
    id: 'buffer-formula',
    quote: 'with a buffer: calls per megabyte, "16256 * x"',
    section: '3.2',
    claimed: [16_256, 'calls'],
    right: MIB / BUFFER_BYTES,
    measured: measured => callsPerMiB(measured, 'fast')?.reads,
    why: '1,048,576 / 8,192 is 128. 16,256 = 128 x 127 are the calls for all 127 MB. Section 3.3 of the paper has the right figure.'
  },
  {
    id: 'buffer-total',
    quote: 'with a buffer: calls for all 127 MB',
    section: '3.2',
    claimed: [2_064_512, 'calls'],
    right: (2 * 127 * MIB) / BUFFER_BYTES,
    measured: allCallsWithBuffer,
    why: '16,256 x 127 counts the 127 MB twice, and reads only: 16,256 reads and as many writes are right. The figure without a buffer has both.'
  },
  {
    id: 'call-ratio',
    quote: 'how many times fewer calls with a buffer',
    section: '3.2',
    claimed: [129, 'ratio'],
    right: BUFFER_BYTES,
    measured: callRatio,
    why: '266,338,304 / 2,064,512: reads and writes divided by a wrong number of reads. A buffer of 8,192 bytes makes 8,192 times fewer calls.'
  },
  {
    id: 'other-formula',
    quote: 'with a buffer: calls per megabyte',
    section: '3.3',
    claimed: [128, 'calls'],
    right: MIB / BUFFER_BYTES,
    measured: measured => callsPerMiB(measured, 'fast')?.reads,
    why: 'Right. It contradicts the formula of section 3.2.'
  },
  {
    id: 'speed-up',
    quote: 'speed-up, mean over its sizes',
    section: '3.3',
    claimed: [SPEED_UP, 'ratio'],
    measured: ({ speedUp }) => speedUp.atPaperSizes?.overall,
    why: 'A measurement. The mean of ratios is not the ratio of the means.'
  },
  {
    id: 'ratio-of-times',
    quote: 'speed-up, from its two times per megabyte',
    section: '3.3',
    claimed: [2000 / 6, 'ratio'],
    measured: ({ speedUp }) => speedUp.ofLargeFiles,
    why: '2 s / 6 ms. Both are rounded, so it agrees with 322.'
  },
  {
    id: 'fewer-calls',
    quote: 'fewer calls per megabyte with a buffer',
    section: '4',
    claimed: [8192, 'calls'],
    right: MIB - MIB / BUFFER_BYTES,
    measured: fewerReads,
    why: '8,192 is how many times fewer calls there are, not how many fewer: 1,048,576 - 128.'
  }
]

/** What the paper concludes, translated. */
export const conclusions = [
  conclusion({
    id: 'buffer-faster',
    quote: '"a buffer is an advantage in all cases, also for small files"',
    check: bufferIsFaster,
    words({ faster, slower, sizes }) {
      const against = slower === 0 ? '' : ` and significantly slower at ${formatCount(slower)}`
      return `It is significantly faster at ${formatCount(faster)} of the ${formatCounted(sizes.all, 'size')} of the paper${against}.${byLineInWords(sizes)}`
    }
  }),
  conclusion({
    id: 'linear',
    quote: '"the time without a buffer grows linearly"',
    check: growthIsLinear,
    words({ sizes: { all, measured }, exponent, fromBytes, toBytes }) {
      const growth = `From ${formatBinarySize(fromBytes)} to ${formatBinarySize(toBytes)} the time grows with the size to the power of ${formatMeanInText(exponent)}.`
      if (measured === all) return growth
      return `${growth} Of the ${formatCounted(all, 'size')} of the paper, ${formatCount(measured)} ${measured === 1 ? 'was' : 'were'} copied without a buffer: --full copies all.`
    }
  }),
  conclusion({
    id: 'speed-up',
    quote: '"a copy with a buffer is about 322 times faster"',
    check: speedUpIsTheSame,
    words({ overall, sizes }) {
      return `The mean over the sizes of the paper is ${formatMeanInText(overall)}.${byLineInWords(sizes)}`
    }
  }),
  conclusion({
    id: 'fewer-calls',
    quote: '"the fewer calls, the faster"',
    check: fewerCallsAreFaster,
    words({ against, pairs, slower, confidence }) {
      if (against === null) return `None of ${formatCounted(pairs, 'pair')} significantly contradicts it.`
      const { fewer, more, fewerCalls, moreCalls, sizeBytes, ratio } = against
      const times = formatMeanInText(ratio, formatFigure, confidence)
      return `Fewer calls are significantly slower in ${formatCount(slower)} of ${formatCounted(pairs, 'pair')}. At ${formatBinarySize(sizeBytes)}, ${fewer} makes ${formatCount(fewerCalls)} calls and ${more} ${formatCount(moreCalls)}, but ${fewer} takes ${times} times as long.`
    }
  })
]

/** Time that grows with a power of the size this near to 1 is called linear. */
const LINEAR_WITHIN = 0.05
/** Sizes of the paper, each twice the one before: from the least to the largest of them a factor of 8. */
const ENOUGH_SIZES = 4

/** @typedef {'slow' | 'fast'} Speed without and with a buffer */

/** @param {Measured} measured @param {Speed} speed */
function msPerMiB({ growths, speedUp }, speed) {
  return growths.find(({ variant }) => variant === speedUp[speed])?.msPerMiB
}

/** Returns the counted calls per MiB of the largest files. @param {Measured} measured @param {Speed} speed */
function callsPerMiB({ cells, speedUp }, speed) {
  return cells.findLast(({ variant }) => variant === speedUp[speed])?.perMiB
}

/** Returns all calls for one copy of each size of the paper; null where not all were copied. @param {Measured} measured */
function allCallsWithBuffer({ cells, speedUp: { fast } }) {
  const counts = PAPER_BYTES.flatMap(
    bytes => callsOf(cells.find(({ variant, sizeBytes }) => variant === fast && sizeBytes === bytes)) ?? []
  )
  return counts.length < PAPER_BYTES.length ? null : sum(counts)
}

/** @param {Measured} measured */
function callRatio(measured) {
  const [slow, fast] = [callsPerMiB(measured, 'slow'), callsPerMiB(measured, 'fast')]
  return slow && fast && (slow.reads + slow.writes) / (fast.reads + fast.writes)
}

/** @param {Measured} measured */
function fewerReads(measured) {
  const [slow, fast] = [callsPerMiB(measured, 'slow'), callsPerMiB(measured, 'fast')]
  return slow && fast && slow.reads - fast.reads
}

/** @param {Measured} measured */
function bufferIsFaster({ speedUp: { atPaperSizes } }) {
  if (!atPaperSizes) return null
  const { rows } = atPaperSizes
  const faster = rows.filter(({ ratio }) => (ratio.low ?? 0) > 1).length
  const slower = rows.filter(({ ratio }) => ratio.high !== null && ratio.high < 1).length
  const sizes = sizesIn(rows)
  return { outcome: atSizes(sizes, { holds: faster === rows.length, fails: slower > 0 }), sizes, faster, slower }
}

/**
 * Checks the growth at the sizes of the paper that were copied. Few of them do not decide it: a line through small files cannot show that
 * larger ones are on it.
 * @param {Measured} measured
 */
function growthIsLinear({ kept, speedUp: { slow } }) {
  const own = kept.filter(({ variant }) => variant === slow)
  const atPaperSizes = own.filter(({ sizeBytes }) => PAPER_BYTES.includes(sizeBytes))
  const sizes = { all: PAPER_BYTES.length, measured: sizesOf(atPaperSizes).length }
  const isEnough = sizes.measured >= ENOUGH_SIZES
  const fitted = isEnough ? atPaperSizes : own
  const { exponent } = copyGrowth(slow, fitted, []) ?? {}
  if (!exponent) return null
  const [fromBytes = 0] = sizesOf(fitted)
  const toBytes = sizesOf(fitted).at(-1) ?? 0
  const { low, high } = exponent
  const [least, most] = [1 - LINEAR_WITHIN, 1 + LINEAR_WITHIN]
  const isKnown = isEnough && low !== null && high !== null
  const outcome = outcomeOf({
    holds: isKnown && low >= least && high <= most,
    fails: isKnown && (high < least || low > most)
  })
  return { outcome, sizes, exponent, fromBytes, toBytes }
}

/** @param {Measured} measured */
function speedUpIsTheSame({ speedUp: { atPaperSizes } }) {
  if (!atPaperSizes) return null
  const { overall, rows } = atPaperSizes
  const { low, high } = overall
  const sizes = sizesIn(rows)
  const isKnown = low !== null && high !== null
  const isWithin = isKnown && low <= SPEED_UP && SPEED_UP <= high
  return {
    outcome: atSizes(sizes, { holds: isWithin, fails: isKnown && !isWithin }),
    sizes,
    claimed: SPEED_UP,
    overall
  }
}

/**
 * Returns an outcome, undecided where no size was measured: the lines end far from every measured time.
 * @type {(sizes: PaperSizes, found: { holds: boolean, fails: boolean }) => Outcome}
 */
function atSizes({ measured }, found) {
  return measured === 0 ? 'cannot tell' : outcomeOf(found)
}

/** @param {{ isMeasured: boolean }[]} rows @returns {PaperSizes} */
function sizesIn(rows) {
  return { all: rows.length, measured: rows.filter(({ isMeasured }) => isMeasured).length }
}

/** @param {PaperSizes} sizes @returns {string} which sizes were not measured */
function byLineInWords({ all, measured }) {
  if (measured === all) return ''
  if (measured === 0)
    return ' None of these sizes was copied with both: the times are taken from lines through smaller files.'
  return ` Measured: ${formatCount(measured)} of ${formatCounted(all, 'size')}; the other times are taken from the line through the smaller files.`
}

/**
 * Compares every two strategies at the largest size that both have: the paper concludes that fewer calls are always faster. One
 * pair that contradicts it is enough, so the intervals are those of all pairs together; the pair whose calls differ most is returned.
 * @param {Measured} measured
 */
function fewerCallsAreFaster({ kept, cells }) {
  const names = [...new Set(cells.map(({ variant }) => variant))]
  const planned = names.flatMap((one, index) => names.slice(index + 1).flatMap(other => pairOf(one, other) ?? []))
  const comparisons = planned.length
  const pairs = planned.flatMap(pair => {
    const ratios = timeRatios(kept, { one: pair.fewer, other: pair.more, sizeBytes: pair.sizeBytes })
    const ratio = meanRatio([...ratios.values()], { comparisons })
    return ratio ? [{ ...pair, ratio }] : []
  })
  if (pairs.length === 0) return null
  const slower = pairs
    .filter(({ ratio }) => (ratio.low ?? 0) > 1)
    .sort((a, b) => b.moreCalls / b.fewerCalls - a.moreCalls / a.fewerCalls)
  const holds = pairs.every(({ ratio }) => ratio.high !== null && ratio.high < 1)
  return {
    outcome: outcomeOf({ holds, fails: slower.length > 0 }),
    pairs: pairs.length,
    slower: slower.length,
    confidence: 1 - ALPHA / comparisons,
    against: slower[0] ?? null
  }

  /** Returns which of two makes fewer calls; null where neither does, or it is not known. @param {string} one @param {string} other */
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

  /** @type {(name: string, sizeBytes: number) => CopyCell | undefined} */
  function cellOf(name, sizeBytes) {
    return cells.find(cell => cell.variant === name && cell.sizeBytes === sizeBytes)
  }
}

/** @param {CopyCell} [cell] @returns {number | null} */
function callsOf({ reads = null, writes = null } = /** @type {any} */ ({})) {
  return reads && writes && reads.median + writes.median
}
