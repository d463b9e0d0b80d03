import { formatBinarySize, formatCount, formatCounted, formatFigure } from '../../../report/words/format.js'
import { formatMeanOf, formatMs, NOTHING } from '../../skeleton/figures.js'
import { sizesOf } from '../../skeleton/file-sizes.js'
import { CLAIM_FIGURES, claimedIn, claimFigures, rowOf } from '../../skeleton/paper.js'
import { claims } from '../paper.js'
import { formatCallCount, formatClaim } from './words.js'

/**
 * @import { ClaimRow } from '../../skeleton/paper-types.js'
 * @import { CopyAnalysis, CopyCell } from '../types.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

export const CLAIM_HEADER = ['section', 'the paper says', ...CLAIM_FIGURES]

/** Returns the means alone, which fit on a terminal. @param {CopyAnalysis} lab @returns {Section} */
export function meanTimeSection(lab) {
  return timesBy(lab, ({ ms }) => formatMs(ms.value))
}

/** Returns the time per copy with its interval. @param {CopyAnalysis} lab @returns {Section} */
export function timeSection(lab) {
  const section = timesBy(lab, ({ ms }) => formatMeanOf(ms, formatMs))
  const notes = [
    'Each file is copied within the memory of the system (page cache): the time to reach the disk is not included.',
    `The mean of ${formatCounted(lab.repeats - lab.dropped, 'repeat')} ± half of its 95% interval; the first ${lab.dropped} of ${lab.repeats} count in no figure, as in the paper.`
  ]
  return { ...section, notes }
}

/** @param {CopyAnalysis} lab @param {(cell: CopyCell) => string} textOf @returns {Section} */
function timesBy({ cells, variants }, textOf) {
  const rows = sizesOf(cells).map(sizeBytes => [
    formatBinarySize(sizeBytes),
    ...variants.map(name => {
      const cell = cells.find(each => each.variant === name && each.sizeBytes === sizeBytes)
      return cell ? textOf(cell) : NOTHING
    })
  ])
  return { heading: 'Time per copy', table: { header: ['file', ...variants], rows, textColumns: 1 } }
}

/** Returns how the time grows with the size, beside the times of the paper. @param {CopyAnalysis} lab @returns {Section} */
export function growthSection({ growths, claims, speedUp }) {
  const claimed = new Map([
    [speedUp.slow, claimedIn(claims, 'byte-time')],
    [speedUp.fast, claimedIn(claims, 'buffer-time')]
  ])
  const rows = growths.map(({ variant, msPerMiB, fixedMs, exponent }) => {
    const paper = claimed.get(variant)
    return [
      variant,
      formatMeanOf(msPerMiB, formatMs),
      paper === undefined ? NOTHING : formatMs(paper),
      fixedMs.low !== null && fixedMs.low > 0 ? formatMs(fixedMs.value) : NOTHING,
      formatMeanOf(exponent, formatFigure)
    ]
  })
  return {
    heading: 'Time per MiB',
    table: {
      header: ['strategy', 'time per MiB', 'the paper, per MB', 'per file', 'exponent'],
      rows,
      textColumns: 1
    },
    notes: [
      'The slope and the intercept (per file) of a line through the times of each repeat, with relative errors; means over the repeats. A dash: the interval of the intercept contains zero.',
      'Exponent: the time grows with the size to this power; 1 is linear. A MB of the paper has 1,048,576 bytes: 1 MiB.'
    ]
  }
}

/** Returns the speed-up by size, beside that of the paper. @param {CopyAnalysis} lab @returns {Section} */
export function speedUpSection({ speedUp: { slow, fast, rows, overall, atPaperSizes, ofLargeFiles }, claims }) {
  const all = [
    ...rows.map(({ sizeBytes, ratio }) => [formatBinarySize(sizeBytes), formatMeanOf(ratio, formatFigure)]),
    ...(overall ? [['mean over these sizes', formatMeanOf(overall, formatFigure)]] : []),
    ...(atPaperSizes ? [[paperSizesLabel(atPaperSizes.rows), formatMeanOf(atPaperSizes.overall, formatFigure)]] : []),
    ...(ofLargeFiles ? [['large files, by time per MiB', formatMeanOf(ofLargeFiles, formatFigure)]] : []),
    ['the paper, mean of 1 to 64 MB', formatFigure(claimedIn(claims, 'speed-up'))]
  ]
  return {
    heading: `Speed-up: ${fast} compared with ${slow}`,
    table: { header: ['file', 'times as fast'], rows: all, textColumns: 1 },
    notes: [
      'The ratio of both times in the same repeat, as the mean over the repeats.',
      'By the line: a time that was not measured is taken from the line through the times of the smaller files.'
    ]
  }
}

/** @param {{ isMeasured: boolean }[]} sizes */
function paperSizesLabel(sizes) {
  const drawn = sizes.filter(({ isMeasured }) => !isMeasured).length
  const words = 'mean of 1 to 64 MiB'
  return drawn === 0 ? words : `${words}, ${formatCount(drawn)} of ${formatCount(sizes.length)} by the line`
}

/** Returns the counted calls beside those that the buffer gives. @param {CopyAnalysis} lab @returns {Section} */
export function callSection({ cells }) {
  const rows = cells.map(({ variant, sizeBytes, reads, writes, expected, perMiB }) => [
    variant,
    formatBinarySize(sizeBytes),
    formatCallCount(reads),
    formatCallCount(writes),
    expected ? formatCount(expected.reads) : NOTHING,
    expected ? formatCount(expected.writes) : NOTHING,
    perMiB ? formatFigure(perMiB.reads + perMiB.writes) : NOTHING
  ])
  return {
    heading: 'Read and write calls per copy',
    table: {
      header: ['strategy', 'file', 'reads', 'writes', 'reads expected', 'writes expected', 'calls per MiB'],
      rows,
      textColumns: 2
    },
    notes: [
      'Counted by the system (/proc/self/io). Expected: one call per buffer, and one more read that finds the end of the file.',
      'Streams and copyFile work in the thread pool: the calls that wake the main thread count too. A garbage collection can add a call.'
    ]
  }
}

/** Returns what a copy on a server does to other requests; a sentence where it was not measured. @param {CopyAnalysis} lab @returns {Section} */
export function otherRequestsSection({ otherRequests }) {
  const [first] = otherRequests
  const heading = 'Other requests while a server copies'
  if (!first) return { heading, lines: ['Not measured: the run ended before.'] }
  const rows = otherRequests.map(({ variant, copyMs, idleMs, longestMs, answered }) => [
    variant,
    formatMeanOf(copyMs, formatMs),
    formatMeanOf(idleMs, formatMs),
    formatMeanOf(longestMs, formatMs),
    formatFigure(answered)
  ])
  return {
    heading,
    table: {
      header: ['strategy', 'copy', 'other request, before', 'longest during the copy', 'other requests per copy'],
      rows,
      textColumns: 1
    },
    notes: [
      `POST /copy of ${formatBinarySize(first.sizeBytes)} on one connection, GET /ping on another one, one after the other: means of ${formatCounted(first.copies, 'copy', 'copies')}.`,
      'A synchronous copy blocks the event loop: every other request waits until it is complete.'
    ]
  }
}

/** Returns the figures of the paper, line by line. @param {CopyAnalysis} lab @returns {Section} */
export function claimSection({ claims: rows }) {
  const [section = '', what = '', ...figures] = CLAIM_HEADER
  return {
    heading: 'The figures of the paper, line by line',
    table: {
      header: [section, what, 'why', ...figures],
      rows: rows.map(row => claimCells(row, { why: true })),
      textColumns: 3
    }
  }
}

/**
 * Returns a claim as the cells of a table.
 * @param {ClaimRow} row
 * @param {{ why?: boolean }} [columns]
 * @returns {string[]} section, what it is, why it is right or wrong, claimed, right, measured
 */
export function claimCells(row, { why = false } = {}) {
  const claim = rowOf(claims, row)
  return [claim.section, claim.quote, ...(why ? [claim.why] : []), ...claimFigures(row, formatClaim)]
}
