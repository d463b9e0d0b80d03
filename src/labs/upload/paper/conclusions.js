import {
  formatBinarySize,
  formatCount,
  formatCounted,
  formatExactPercent,
  formatMemory
} from '../../../report/words/format.js'
import { listed } from '../../../report/words/text.js'
import { sum } from '../../../stats/means.js'
import { formatMeanInText } from '../../skeleton/figures.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { conclusion, outcomeOf } from '../../skeleton/paper.js'
import { timeRatio } from '../figures.js'
import { batchInWords, mibInWords, uploadOutcomeWords } from '../report/words.js'
import { paper } from './claims.js'

/** @import { Mean } from '../../../stats/types.js' */
/** @import { PairedTimes } from '../figures.js' */
/** @import { UploadCell, UploadLimit, UploadRank, UploadVariant } from '../types.js' */

/**
 * @typedef {PairedTimes & Checked} Measured
 *
 * @typedef {object} Checked
 * @property {UploadVariant[]} variants
 * @property {UploadCell[]} cells with the setting of the paper
 * @property {UploadRank[]} ranking of the same cells
 * @property {boolean} isLimitWatched
 * @property {UploadLimit[]} limits
 * @property {number} marginRatio
 */

const NO_MEMORY = 'This system does not report the memory of a process.'
const NO_TIME = 'One of them did not store all files, so there is no time to compare.'

/** What the paper concludes, translated. */
export const conclusions = [
  conclusion({
    id: 'memory-over-limit',
    quote: '"to buffer all data in memory is not reliable: not all runs were successful"',
    check: memoryIsOverLimit,
    words({ cells }) {
      if (cells.some(({ peakBytes }) => peakBytes === null)) return NO_MEMORY
      const parts = cells.map(
        ({ overLimit, repeats, peakBytes, ...batch }) =>
          `in ${formatCount(overLimit)} of ${formatCounted(repeats, 'repeat')} of ${batchInWords(batch)}, with a peak of at most ${formatMemory(peakBytes ?? 0)}`
      )
      return `It ${uploadOutcomeWords['over limit']} ${listed(parts)}.`
    }
  }),
  conclusion({
    id: 'stream-within-limit',
    quote: '"125 files of 10 MB can be sent without passing the limit of memory"',
    check: streamIsWithinLimit,
    words({ outcome, overLimit, repeats, peakBytes, ...sent }) {
      const batch = batchInWords(sent)
      if (peakBytes === null) return `Here: ${batch}. ${NO_MEMORY}`
      const result =
        outcome === 'does not hold'
          ? ` ${uploadOutcomeWords['over limit']} in ${formatCount(overLimit)} of ${formatCounted(repeats, 'repeat')}`
          : ''
      return `Here: ${batch}${result}.${peakInWords(peakBytes)}`
    }
  }),
  conclusion({
    id: 'streaming-best',
    quote: '"the best implementation is the streaming of the file"',
    check: streamingIsBest,
    words({ best, stream, ratio, overLimit }) {
      const verb = overLimit.length === 1 ? 'does' : 'do'
      const beyond = overLimit.length === 0 ? '' : ` ${listed(overLimit)} passed the RAM limit and ${verb} not count.`
      if (best === null) return `No strategy stored every file.${beyond}`
      const other = best === stream || !ratio ? '' : `; ${stream} takes ${formatMeanInText(ratio)} times as long`
      return `${best} has the shortest times of those that stored every file${other}.${beyond}`
    }
  }),
  conclusion({
    id: 'buffers-no-gain',
    quote: '"a buffer of 4 MB has no advantage: the performance decreased"',
    check: buffersGainNothing,
    words({ small, ratios }) {
      const known = ratios.flatMap(({ variant, sizeBytes, ratio }) =>
        ratio ? [`${variant} takes ${formatMeanInText(ratio)} times as long for ${formatBinarySize(sizeBytes)}`] : []
      )
      return known.length === 0 ? NO_TIME : `Compared with ${small}, ${listed(known)}.`
    }
  }),
  conclusion({
    id: 'temp-file-low-memory',
    quote: '"a temporary file uses little memory"',
    check: temporaryFileNeedsLittle,
    words({ peak, least, sameWithin }) {
      const own = `Its peak is ${formatMeanInText(peak, formatMemory)}`
      if (least === null) return `${own}.`
      return `${own}; the lowest of the others is ${formatMeanInText(least.peak, formatMemory)}, of ${least.variant}. Peaks within ${formatExactPercent(sameWithin)} count as the same.`
    }
  }),
  conclusion({
    id: 'temp-file-no-gain',
    quote: '"a temporary file brings no great advantage"',
    check: temporaryFileGainsNothing,
    words({ ratio }) {
      return ratio ? `It takes ${formatMeanInText(ratio)} times as long as streaming on demand.` : NO_TIME
    }
  }),
  conclusion({
    id: 'twenty-too-large',
    quote: '"files of 20 MB with 25 uploads at once pass the limit of memory"',
    check: twentyIsTooLarge,
    words({ stored, over, streamStored }) {
      if (stored === null && over === null) return 'Not searched: --limits does.'
      return [
        'In the paper the buffer is as large as the file, as it is here in memory.',
        ...(stored === null ? [] : [`Files of ${mibInWords(stored)} are stored.`]),
        ...(over === null ? [] : [`Files of ${mibInWords(over)} are not.`]),
        ...(streamStored === null
          ? []
          : [`Streaming keeps no whole file: files of ${mibInWords(streamStored)} are stored.`])
      ].join(' ')
    }
  })
]

/** Codes of the strategies that the conclusions are about. */
const STREAM = 'stream'
const MEMORY = 'memory'
const TEMPORARY = 'temp-file'
/** The larger files of the paper. */
const LARGE_BYTES = 10 * MIB
/** Peaks that differ by less are the same: a garbage collection sooner or later changes them as much. */
const PEAK_MARGIN = 0.1

/**
 * Checks whether all in memory passes the limit. Fewer files than in the paper, or a peak just below the limit, cannot show that it does
 * not.
 * @param {Measured} measured
 */
function memoryIsOverLimit({ variants, cells }) {
  const own = cellsOf(cells, nameOf(variants, MEMORY))
  if (own.length === 0) return null
  const overLimit = sum(own.map(cell => cell.overLimit))
  const peakBytes = highestPeak(own)
  const found = own.map(({ overLimit, repeats, files, sizeBytes, peak }) => {
    return { overLimit, repeats, files, sizeBytes, peakBytes: peak?.most ?? null }
  })
  const isFarBelow = peakBytes !== null && peakBytes * (1 + PEAK_MARGIN) < (own[0]?.memoryBytes ?? 0)
  const fails = overLimit === 0 && isFarBelow && own.some(isWhole)
  return { outcome: outcomeOf({ holds: overLimit > 0, fails }), cells: found }
}

/**
 * Checks the files that passed the limit, or else the largest that were sent: fewer at once than in the paper can only show that it does not hold.
 * @param {Measured} measured
 */
function streamIsWithinLimit({ variants, cells, isLimitWatched }) {
  const own = cellsOf(cells, nameOf(variants, STREAM))
  const decisive = own.find(isOver) ?? own.at(-1)
  if (!decisive) return null
  const { files, sizeBytes, overLimit, repeats, peak } = decisive
  const holds = isWhole(decisive) && isLimitWatched && own.every(isStored)
  return {
    outcome: outcomeOf({ holds, fails: isOver(decisive) }),
    files,
    sizeBytes,
    overLimit,
    repeats,
    peakBytes: peak?.most ?? null
  }
}

/**
 * Compares streaming without a buffer with what does not stream: a strategy that passes the limit is no rival. Without a limit that is
 * watched a faster one may be none.
 * @param {Measured} measured
 */
function streamingIsBest(measured) {
  const { cells, variants, ranking, isLimitWatched } = measured
  const stream = nameOf(variants, STREAM)
  const own = cellsOf(cells, stream)
  if (own.length === 0) return null
  const overLimit = variants.map(({ name }) => name).filter(name => cellsOf(cells, name).some(isOver))
  const others = [MEMORY, TEMPORARY].map(strategy => nameOf(variants, strategy))
  const rivals = others.filter(name => cellsOf(cells, name).length > 0 && !overLimit.includes(name))
  const ratios = rivals.map(name => timeRatio(measured, { own: name, other: stream, comparisons: rivals.length }))
  const areAllKnown = own.every(isStored) && others.every(name => cellsOf(cells, name).length > 0)
  const outcome = outcomeOf({
    holds: areAllKnown && ratios.every(isSlower),
    fails: own.some(isOver) || (isLimitWatched && ratios.some(isFaster))
  })
  const rank = ranking.find(({ variant }) => variant === stream)
  return { outcome, best: ranking[0]?.variant ?? null, stream, ratio: rank?.ratio ?? null, overLimit }
}

/** Compares large buffers with a small one at files that are smaller than the buffers. @param {Measured} measured */
function buffersGainNothing(measured) {
  const { variants, cells, marginRatio } = measured
  const [small, ...others] = variants.filter(({ bufferBytes }) => bufferBytes !== null)
  const [sizeBytes] = [...new Set(cells.map(cell => cell.sizeBytes))].sort((one, other) => one - other)
  if (!small || sizeBytes === undefined || others.length === 0) return null
  const large = others.map(({ name }) => name)
  const ratios = large.map(variant => {
    const pair = { own: variant, other: small.name, sizeBytes, comparisons: large.length }
    return { variant, sizeBytes, ratio: timeRatio(measured, pair) }
  })
  const found = ratios.map(({ ratio }) => ratio)
  return { outcome: outcomeOfNoGain(found, marginRatio), small: small.name, large, ratios }
}

/**
 * Compares the mean peak of the cell that has the highest with that of the others, by its interval.
 * @param {Measured} measured
 */
function temporaryFileNeedsLittle({ variants, cells }) {
  const temporary = nameOf(variants, TEMPORARY)
  const own = cellsOf(cells, temporary)
  const peak = highestMeanPeak(own)
  if (peak === null || own.some(({ outcome }) => outcome === 'failed')) return null
  const others = variants.flatMap(({ name }) => {
    // A peak of other files is no comparison: a run that was interrupted may lack some.
    const same = cellsOf(cells, name).filter(cell => own.some(each => isSameBatch(each, cell)))
    const highest = same.length === own.length && name !== temporary ? highestMeanPeak(same) : null
    return highest === null ? [] : [{ variant: name, peak: highest }]
  })
  const [least = null] = others.sort((one, other) => one.peak.value - other.peak.value)
  const mostBytes = least === null ? 0 : least.peak.value * (1 + PEAK_MARGIN)
  const holds = least !== null && (peak.high ?? peak.value) <= mostBytes
  const fails = least !== null && (peak.low ?? peak.value) > mostBytes
  return { outcome: outcomeOf({ holds, fails }), peak, least, sameWithin: PEAK_MARGIN }
}

/** @param {UploadCell} one @param {UploadCell} other */
function isSameBatch(one, other) {
  return one.sizeBytes === other.sizeBytes && one.files === other.files
}

/** @param {UploadCell[]} cells @returns {Mean | null} */
function highestMeanPeak(cells) {
  const means = cells.flatMap(({ peak }) => peak?.mean ?? [])
  return means.sort((one, other) => other.value - one.value)[0] ?? null
}

/** Compares the time per file with that of streaming. @param {Measured} measured */
function temporaryFileGainsNothing(measured) {
  const own = nameOf(measured.variants, TEMPORARY)
  if (cellsOf(measured.cells, own).length === 0) return null
  const ratio = timeRatio(measured, { own, other: nameOf(measured.variants, STREAM) })
  return { outcome: outcomeOfNoGain([ratio], measured.marginRatio), ratio }
}

/**
 * Checks the largest file in memory: in the paper, the buffer of on-demand streaming becomes as large as the file, which is what that does
 * here. Streaming here keeps no whole file, and stands beside it. Sizes in MiB.
 * @param {Measured} measured
 */
function twentyIsTooLarge({ variants, limits, isLimitWatched }) {
  const [whole, stream] = [MEMORY, STREAM].map(strategy => {
    const name = nameOf(variants, strategy)
    return limits.find(({ variant }) => variant === name)?.size
  })
  if (!whole) return null
  const { stored, over } = whole
  const fails = isLimitWatched && stored !== null && stored >= paper.tooLargeMB
  const outcome = outcomeOf({ holds: over !== null && over <= paper.tooLargeMB, fails })
  return { outcome, stored, over, streamStored: stream?.stored ?? null }
}

/**
 * Returns whether strategies gain nothing: none of them is faster by more than the margin, by its whole interval.
 * @param {(Mean | null)[]} ratios times divided by that of the other strategy
 * @param {number} marginRatio
 */
function outcomeOfNoGain(ratios, marginRatio) {
  const holds = ratios.every(ratio => ratio !== null && (ratio.low ?? 0) > 1 - marginRatio)
  return outcomeOf({ holds, fails: !holds && ratios.some(isFaster) })
}

/** @param {Mean | null} ratio */
function isSlower(ratio) {
  return ratio !== null && (ratio.low ?? 0) > 1
}

/** @param {Mean | null} ratio */
function isFaster(ratio) {
  return ratio !== null && ratio.high !== null && ratio.high < 1
}

/** Returns what the lab names a strategy. @param {UploadVariant[]} variants @param {string} strategy */
function nameOf(variants, strategy) {
  return variants.find(variant => variant.strategy === strategy)?.name ?? strategy
}

/** @param {UploadCell[]} cells @param {string} name */
function cellsOf(cells, name) {
  return cells.filter(({ variant }) => variant === name)
}

/** @param {UploadCell} cell */
function isStored({ outcome }) {
  return outcome === 'stored'
}

/** @param {UploadCell} cell */
function isOver({ outcome }) {
  return outcome === 'over limit'
}

/** Returns whether as many and as large files were sent as in the paper. @param {UploadCell} cell */
function isWhole({ files, sizeBytes }) {
  return files >= paper.accepted && sizeBytes >= LARGE_BYTES
}

/** @param {UploadCell[]} cells */
function highestPeak(cells) {
  const peaks = cells.flatMap(({ peak }) => peak?.most ?? [])
  return peaks.length > 0 ? Math.max(...peaks) : null
}

/** @param {number} peakBytes */
function peakInWords(peakBytes) {
  return ` Peak memory: ${formatMemory(peakBytes)}.`
}
