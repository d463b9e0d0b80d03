import { MIB, sizesOf } from '../stats/file-sizes.js'
import { hasSetting } from '../verdict/upload/upload-cells.js'
import { formatBinarySize, formatCount, formatCounted, formatMemory } from './format.js'
import { CLAIM_FIGURES } from './lab-conclusions.js'
import { formatMeanOrValue, formatMs, NOTHING } from './lab-figures.js'
import { claimNotes, uploadClaimFigures } from './upload-claims.js'
import {
  batchInShort,
  cellsOfPaper,
  limitInWords,
  mibInWords,
  settingDifference,
  settingInWords,
  uploadOutcomeWords
} from './upload-words.js'

/**
 * @import { UploadSetting } from '../experiments/lab-types.js'
 * @import { FoundLimit, UploadAnalysis, UploadCell } from '../verdict/types.js'
 * @import { Section } from './sections.js'
 */

const ONE_RUN = 'One run, no interval.'
const NO_MEMORY = 'Not measured: this system does not report the memory of a process.'
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
    cell.verified === 0 ? NOTHING : verifiedInWords(cell)
  ])
  return {
    heading: 'Time per file',
    table: { header: [...TIME_HEADER, 'blobs verified'], rows, textColumns: 3 },
    notes: [
      `${repeatsInWords(lab)} Of the uploads themselves, without the time in the queue. Total: from the first request to the last response.`,
      'A strategy that passed the RAM limit was ended at that moment, and has no time. Verified: read back from the store and compared with what was sent.'
    ]
  }
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
function verifiedInWords({ verified, wrong }) {
  return wrong === 0 ? formatCount(verified) : `${formatCount(verified)}, ${formatCount(wrong)} wrong or missing`
}

/** @param {UploadAnalysis} lab */
function shortRepeats({ repeats }) {
  return repeats === 1 ? ONE_RUN : `Means of ${formatCounted(repeats, 'repeat')}; the report has their intervals.`
}

/** @param {UploadAnalysis} lab */
function repeatsInWords({ repeats, cells }) {
  if (repeats === 1) return ONE_RUN
  const mean = `The mean of ${formatCounted(repeats, 'repeat')}`
  const hasInterval = cells.some(({ fileMs }) => fileMs && fileMs.mean.low !== null)
  return hasInterval ? `${mean} ± half of its 95% interval.` : `${mean}, too few for an interval.`
}

/** Returns the memory at each event of a launch, and at its start. @param {UploadAnalysis} lab @returns {Section} */
export function memorySection({ memory }) {
  const heading = 'Memory of the server over time'
  if (memory.length === 0) return { heading, lines: ['Not measured.'] }
  const launches = memory.filter(({ points }) => points.length > 0)
  if (launches.length === 0) return { heading, lines: [NO_MEMORY] }
  const rows = launches.flatMap(({ variant, points, marks }) => [
    [variant, 'start of the server', NOTHING, NOTHING, formatMemory(points[0]?.bytes ?? 0)],
    ...marks.map(({ atMs, kind, sizeBytes }) => [
      variant,
      markWords[kind],
      formatBinarySize(sizeBytes),
      formatMs(atMs),
      formatMemory(memoryAt(points, atMs))
    ])
  ])
  return {
    heading,
    table: { header: ['strategy', 'event', 'files of', 'after', 'memory'], rows, textColumns: 3 },
    notes: [
      'Resident memory of the server process, of one launch per strategy. At the first 1 the server has started, and has served no upload.',
      'The numbers are those of the pictures in the paper: 1 start of the operation, 2 its end, 3 after a forced garbage collection.'
    ]
  }
}

/** What happens at a mark, with the numbers of the paper. @type {Record<UploadAnalysis['memory'][number]['marks'][number]['kind'], string>} */
export const markWords = {
  'cell began': '1 start of the operation',
  'cell ended': '2 end of the operation',
  collected: '3 forced garbage collection',
  'over limit': uploadOutcomeWords['over limit']
}

/** Returns the memory at a time, or that of the first point. @param {{ atMs: number, bytes: number }[]} points in order @param {number} atMs */
export function memoryAt(points, atMs) {
  return (points.findLast(point => point.atMs <= atMs) ?? points[0])?.bytes ?? 0
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

/** Returns what each strategy survives. @param {UploadAnalysis} lab @returns {Section[]} none where it was not searched */
export function limitSections({ limits, searched: { size, running }, settings: [first] }) {
  if (limits.length === 0) return []
  const rows = limits.map(({ variant, ...found }) => [
    variant,
    foundInWords(found.size, size.mostMiB, mibInWords),
    found.size.peakBytes === null ? NOTHING : formatMemory(found.size.peakBytes),
    foundInWords(found.running, running.most, formatCount),
    found.running.peakBytes === null ? NOTHING : formatMemory(found.running.peakBytes)
  ])
  const header = [
    'strategy',
    `largest file, ${formatCount(size.running)} at once`,
    'peak memory',
    `most at once, ${mibInWords(running.sizeMiB)} each`,
    'peak memory'
  ]
  const limit = first ? formatBinarySize(first.memoryBytes) : 'the limit'
  const notes = [
    `Searched by bisection, from ${mibInWords(size.leastMiB)} to ${mibInWords(size.mostMiB)} and from ${formatCount(running.least)} to ${formatCount(running.most)} at once, one launch per step. A step near the limit can end either way.`
  ]
  return [{ heading: `What is stored within ${limit}`, table: { header, rows, textColumns: 1 }, notes }]
}

/** @type {(found: FoundLimit, most: number, format: (value: number) => string) => string} */
function foundInWords(found, most, format) {
  const { survived, failed } = found
  const beyond = survived === null || failed === null ? '' : ` (not ${format(failed)})`
  return limitInWords(found, most, format) + beyond
}

/** Returns the figures of the paper, line by line. @param {UploadAnalysis} lab @returns {Section} */
export function uploadClaimSection({ claimRows, claims, settings: [first] }) {
  const [notes, details] = claimNotes(claims, first?.memoryBytes ?? 512 * MIB)
  return {
    heading: 'The figures of the paper, line by line',
    table: {
      header: ['the paper says', 'strategy', 'files of', ...CLAIM_FIGURES],
      rows: claimRows.map(uploadClaimFigures),
      textColumns: 3
    },
    notes,
    details
  }
}
