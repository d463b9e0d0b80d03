import { formatCount, formatCounted, formatExactPercent, formatMemory } from '../../../report/words/format.js'
import { WIDEST_RATIO } from '../../../report/words/too-few-samples.js'
import { formatMeanOrValue, formatMs, NOTHING } from '../../skeleton/figures.js'
import { MIB, sizesOf } from '../../skeleton/file-sizes.js'
import { CLAIM_FIGURES } from '../../skeleton/paper.js'
import { hasSetting } from '../analysis/cells.js'
import { claimNotes, uploadClaimFigures } from './claims.js'
import { batchInShort, cellsOfPaper, settingDifference, settingInWords, uploadOutcomeWords } from './words.js'

/**
 * @import { UploadAnalysis, UploadCell, UploadSetting } from '../types.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

const ONE_RUN = 'One run, no interval.'
const TIME_HEADER = ['strategy', 'files', 'outcome', 'mean', 'longest', 'shortest', 'total', 'peak memory']

/** Returns the table as in the paper, without intervals, which fits on a terminal. @param {UploadAnalysis} lab @returns {Section} */
export function shortUploadSection(lab) {
  const rows = cellsOfPaper(lab).map(cell => cellRow(cell, mean => formatMs(mean.value)))
  return { heading: 'Time per file', table: { header: TIME_HEADER, rows, textColumns: 3 }, notes: [shortRepeats(lab)] }
}

/** Returns the table as in the paper, and the blobs that were verified. @param {UploadAnalysis} lab @returns {Section} */
export function uploadSection(lab) {
  if (lab.cells.length === 0) return { heading: 'Time per file', lines: ['Not measured.'] }
  const rows = cellsOfPaper(lab).map(cell => [
    ...cellRow(cell, mean => formatMeanOrValue(mean, formatMs)),
    cell.verified + cell.lost === 0 ? NOTHING : verifiedInWords(cell)
  ])
  return {
    heading: 'Time per file',
    table: { header: [...TIME_HEADER, 'blobs verified'], rows, textColumns: 3 },
    notes: [
      `${repeatsInWords(lab)} Of the uploads themselves, without the time in the queue. Total: from the first request to the last response.`,
      'A strategy that passed the RAM limit was ended at that moment, and has no time. Verified: read back from the store and compared with what was sent.',
      ...wideNotes(rows)
    ]
  }
}

/** Returns what ~ means, where a table has it. @param {string[][]} rows @returns {string[]} one note, or none */
function wideNotes(rows) {
  const isWide = rows.flat().some(text => text.startsWith('~'))
  return isWide ? [`~: the interval is wider than ± ${formatExactPercent(WIDEST_RATIO)}.`] : []
}

/** @param {UploadCell} cell @param {(mean: NonNullable<UploadCell['totalMs']>) => string} format */
function cellRow(cell, format) {
  const { variant, outcome, fileMs, totalMs, peakBytes } = cell
  return [
    variant,
    batchInShort(cell),
    uploadOutcomeWords[outcome],
    fileMs ? format(fileMs.mean) : NOTHING,
    fileMs ? formatMs(fileMs.most) : NOTHING,
    fileMs ? formatMs(fileMs.least) : NOTHING,
    totalMs ? format(totalMs) : NOTHING,
    peakBytes === null ? NOTHING : formatMemory(peakBytes)
  ]
}

/** @param {UploadCell} cell */
function verifiedInWords({ verified, lost }) {
  return lost === 0 ? formatCount(verified) : `${formatCount(verified)}, ${formatCount(lost)} wrong or missing`
}

/** @param {UploadAnalysis} lab */
function shortRepeats(lab) {
  return mostRepeats(lab) === 1 ? ONE_RUN : `Means of ${countedRepeats(lab)}; the report has their intervals.`
}

/** Returns how many repeats the cells have: those of a run that was interrupted differ. @param {UploadAnalysis} lab */
function countedRepeats(lab) {
  const least = Math.min(...cellsOfPaper(lab).map(({ repeats }) => repeats))
  const most = formatCounted(mostRepeats(lab), 'repeat')
  return least === mostRepeats(lab) ? most : `${formatCount(least)} to ${most}`
}

/** @param {UploadAnalysis} lab */
function mostRepeats(lab) {
  return Math.max(...cellsOfPaper(lab).map(({ repeats }) => repeats))
}

/** @param {UploadAnalysis} lab */
function repeatsInWords(lab) {
  const { cells } = lab
  if (mostRepeats(lab) === 1) return ONE_RUN
  const mean = `The mean of ${countedRepeats(lab)}`
  const hasInterval = cells.some(({ fileMs }) => fileMs && fileMs.mean.low !== null)
  return hasInterval ? `${mean} ± half of its 95% interval.` : `${mean}, too few for an interval.`
}

/**
 * Returns total time and peak memory by setting.
 * @param {UploadAnalysis} lab
 * @returns {Section[]} none with a single setting
 */
export function settingSections({ settings, cells, variants }) {
  const [first, ...others] = settings
  if (!first || others.length === 0) return []
  const rows = variants.flatMap(name =>
    sizesOf(cells).flatMap(sizeBytes => {
      const own = cells.filter(cell => cell.variant === name && cell.sizeBytes === sizeBytes)
      const [any] = own
      return any ? [[name, batchInShort(any), ...settings.map(setting => textAt(own, setting))]] : []
    })
  )
  const header = ['strategy', 'files', settingInWords(first), ...others.map(other => settingDifference(other, first))]
  const notes = ['Time of all files, and peak memory. The other columns differ from the first one in what they name.']
  return [{ heading: 'Other settings of the server', table: { header, rows, textColumns: 2 }, notes }]
}

/** @param {UploadCell[]} cells @param {UploadSetting} setting */
function textAt(cells, setting) {
  const cell = cells.find(each => hasSetting(each, setting))
  if (!cell) return NOTHING
  if (!cell.totalMs) return uploadOutcomeWords[cell.outcome]
  const peak = cell.peakBytes === null ? '' : `, ${formatMemory(cell.peakBytes)}`
  return `${formatMs(cell.totalMs.value)}${peak}`
}

/** Returns the figures of the paper, line by line. @param {UploadAnalysis} lab @returns {Section} */
export function uploadClaimSection({ claimRows, claims, settings: [first] }) {
  const [notes, details] = claimNotes(claims, first?.memoryBytes ?? 512 * MIB)
  const rows = claimRows.map(uploadClaimFigures)
  return {
    heading: 'The figures of the paper, line by line',
    table: {
      header: ['the paper says', 'strategy', 'files of', ...CLAIM_FIGURES],
      rows,
      textColumns: 3
    },
    notes: [...notes, ...wideNotes(rows)],
    details
  }
}
