import {
  formatBinarySize,
  formatBytes,
  formatCount,
  formatCounted,
  formatExactPercent,
  formatMemory
} from '../../../report/words/format.js'
import { listed } from '../../../report/words/text.js'
import { WIDEST_RATIO } from '../../../report/words/too-few-samples.js'
import { tableOf } from '../../skeleton/columns.js'
import { formatMeanOrValue, formatMs, NOTHING, orNothing } from '../../skeleton/figures.js'
import { MIB, sizesOf } from '../../skeleton/file-sizes.js'
import { CLAIM_FIGURES, rowOf } from '../../skeleton/paper.js'
import { hasSetting } from '../figures.js'
import { claims, formatSeconds, paper } from '../paper/claims.js'
import { batchInShort, cellsOfPaper, mibInWords, outcomeInWords, settingInWords, uploadOutcomeWords } from './words.js'

/** @import { Mean } from '../../../stats/types.js' */
/** @import { Column } from '../../skeleton/columns.js' */
/** @import { ClaimRow } from '../../skeleton/types.js' */
/** @import { FoundLimit, UploadAnalysis, UploadCell, UploadOutcome, UploadSetting } from '../types.js' */
/** @import { Section } from '../../../report/sections/sections.js' */

const ONE_RUN = 'One run, no interval.'

/** Returns the table as in the paper, without intervals, which fits on a terminal. @param {UploadAnalysis} lab @returns {Section} */
export function shortUploadSection(lab) {
  const table = tableOf(
    cellsOfPaper(lab),
    timeColumns(mean => formatMs(mean.value), { isShort: true }),
    3
  )
  return { heading: 'Time per file', table, notes: [shortRepeats(lab)] }
}

/** Returns the table as in the paper, and the blobs that were verified. @param {UploadAnalysis} lab @returns {Section} */
export function uploadSection(lab) {
  if (lab.cells.length === 0) return { heading: 'Time per file', lines: ['Not measured.'] }
  const columns = timeColumns(mean => formatMeanOrValue(mean, formatMs))
  const table = tableOf(cellsOfPaper(lab), [...columns, ['blobs verified', verifiedInWords]], 3)
  return {
    heading: 'Time per file',
    table,
    notes: [
      `${repeatsInWords(lab)} Of the uploads themselves, without the time in the queue. Total: from the first request to the last response.`,
      'A strategy that passed the RAM limit was ended at that moment, and has no time. Verified: read back from the store and compared with what was sent.',
      ...wideNotes(table.rows)
    ]
  }
}

/** @param {(mean: Mean) => string} format @param {{ isShort?: boolean }} [options] @returns {Column<UploadCell>[]} */
function timeColumns(format, { isShort = false } = {}) {
  return [
    ['strategy', ({ variant }) => variant],
    ['files', batchInShort],
    ['outcome', cell => (isShort ? uploadOutcomeWords[cell.outcome] : outcomeInWords(cell))],
    ['mean', ({ fileMs }) => orNothing(fileMs, ({ mean }) => format(mean))],
    ['longest', ({ fileMs }) => orNothing(fileMs, ({ most }) => formatMs(most))],
    ['shortest', ({ fileMs }) => orNothing(fileMs, ({ least }) => formatMs(least))],
    ['total', ({ totalMs }) => orNothing(totalMs, format)],
    [
      'peak memory',
      ({ peak }) =>
        orNothing(peak, ({ mean, most }) => (isShort ? formatMemory(most) : formatMeanOrValue(mean, formatMemory)))
    ]
  ]
}

/** Returns what ~ means, where a table has it. @param {string[][]} rows @returns {string[]} one note, or none */
function wideNotes(rows) {
  const isWide = rows.flat().some(text => text.startsWith('~'))
  return isWide ? [`~: the interval is wider than ± ${formatExactPercent(WIDEST_RATIO)}.`] : []
}

/** @param {UploadCell} cell */
function verifiedInWords({ verified, lost }) {
  if (verified + lost === 0) return NOTHING
  return lost === 0 ? formatCount(verified) : `${formatCount(verified)}, ${formatCount(lost)} wrong or missing`
}

/** @param {UploadAnalysis} lab */
function shortRepeats(lab) {
  const repeats = countedRepeats(lab)
  return repeats === null ? ONE_RUN : `Means of ${repeats}; the report has their intervals.`
}

/** @param {UploadAnalysis} lab */
function repeatsInWords(lab) {
  const repeats = countedRepeats(lab)
  if (repeats === null) return ONE_RUN
  const hasInterval = lab.cells.some(({ fileMs }) => fileMs && fileMs.mean.low !== null)
  return `The mean of ${repeats}${hasInterval ? ' ± half of its 95% interval' : ', too few for an interval'}.`
}

/** Returns how many repeats the cells have: those of a run that was interrupted differ. @param {UploadAnalysis} lab */
function countedRepeats(lab) {
  const repeats = cellsOfPaper(lab).map(cell => cell.repeats)
  const [least, most] = [Math.min(...repeats), Math.max(...repeats)]
  if (most === 1) return null
  return `${least === most ? '' : `${formatCount(least)} to `}${formatCounted(most, 'repeat')}`
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
  const header = ['strategy', 'files', settingInWords(first), ...others.map(other => settingInWords(other, first))]
  const notes = ['Time of all files, and peak memory. The other columns differ from the first one in what they name.']
  return [{ heading: 'Other settings of the server', table: { header, rows, textColumns: 2 }, notes }]
}

/** @param {UploadCell[]} cells @param {UploadSetting} setting */
function textAt(cells, setting) {
  const cell = cells.find(each => hasSetting(each, setting))
  if (!cell) return NOTHING
  if (!cell.totalMs) return uploadOutcomeWords[cell.outcome]
  const peak = cell.peak === null ? '' : `, ${formatMemory(cell.peak.most)}`
  return `${formatMs(cell.totalMs.value)}${peak}`
}

/** Returns the figures of the paper, line by line. @param {UploadAnalysis} lab @returns {Section} */
export function uploadClaimSection({ claims: found, settings: [first] }) {
  const limitBytes = first?.memoryBytes ?? 512 * MIB
  const rows = found.map(claimCells)
  return {
    heading: 'The figures of the paper, line by line',
    table: { header: ['the paper says', 'strategy', 'files of', ...CLAIM_FIGURES], rows, textColumns: 3 },
    notes: [
      'The paper measured Java with Azure as its store, this run Node.js with a store on the same machine: compare the order of the strategies and the outcomes, not the times.',
      'No file of 5 MB was sent: the row "AVG 5MB" is the mean of the two other columns. So it has no measurement here. A difference of 0.01 s is rounding.',
      ...wideNotes(rows)
    ],
    details: [
      `A MB of a file has 1,048,576 bytes, as MiB here. A MB of memory has 1,000,000: the limit of ${formatBinarySize(limitBytes)} is ${formatBytes(limitBytes)}.`,
      'The paper prints its peaks as "529.307b": that this is in MB of 1,000,000 bytes is a guess. In units of 1,048,576 bytes two of its peaks would be above the limit.',
      'Our times are of the uploads themselves, without the time in the queue. The paper does not describe its own. Its text is of other runs than its table, with larger means.',
      'The longest time of a temporary file of 1 MB, 15.31 s, is longer than the whole run that the text describes, 10.67 s.',
      'The table has times for 10 MB with a buffer of 4 MiB; the text says that this run did not complete.',
      `${formatCounted(paper.atOnce, 'file')} at once: ${formatCount(paper.running)} run and ${formatCount(paper.queued)} wait; the others are refused.`
    ]
  }
}

/** @param {ClaimRow} row */
function claimCells(row) {
  const { quote, strategy, sizeMB } = rowOf(claims, row)
  const { unit, claimed, right, measured, code } = row
  const here = code === undefined ? NOTHING : uploadOutcomeWords[/** @type {UploadOutcome} */ (code)]
  return [
    quote,
    strategy ?? '',
    sizeMB === null ? '' : `${formatCount(sizeMB)} MB`,
    claimed === null ? uploadOutcomeWords['over limit'] : formatClaimed(claimed, unit),
    orNothing(right, value => formatClaimed(value, unit)),
    measured ? formatMeanOrValue(measured, value => formatMeasured(value, unit)) : here
  ]
}

/** @param {number} value @param {string} unit */
function formatClaimed(value, unit) {
  return unit === 's' ? formatSeconds(value) : formatMeasured(value, unit)
}

/** @param {number} value @param {string} unit */
function formatMeasured(value, unit) {
  if (unit === 's') return formatMs(value * 1e3)
  if (unit !== 'MB') return formatCount(value)
  return Number.isInteger(value) ? `${formatCount(value)} MB` : formatBytes(value * 1e6)
}

const NO_MEMORY = 'Not measured: this system does not report the memory of a process.'

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

/** Why a search has no more steps. @type {Record<Exclude<FoundLimit['ending'], 'finished'>, string>} */
const endings = { interrupted: 'not finished', failed: 'ended by a step that failed' }

/** Returns what the search for limits found. @param {UploadAnalysis} lab @returns {string[]} one sentence, or none */
export function limitsInWords({ limits, searched: { size } }) {
  if (limits.length === 0) return []
  const found = limits.map(limit => `${limit.variant} ${limitInWords(limit.size, mibInWords)}`)
  return [`The largest file that is stored, ${formatCount(size.running)} at once: ${listed(found)}.`]
}

/** Returns what each strategy stores within the limit. @param {UploadAnalysis} lab @returns {Section[]} none where it was not searched */
export function limitSections({ limits, searched: { size, running }, isLimitWatched, settings: [first] }) {
  if (limits.length === 0) return []
  const table = tableOf(limits, [
    ['strategy', ({ variant }) => variant],
    [`largest file, ${formatCount(size.running)} at once`, limit => foundInWords(limit.size, mibInWords)],
    ['peak memory', limit => orNothing(limit.size.peakBytes, formatMemory)],
    [`most at once, ${mibInWords(running.sizeMiB)} each`, limit => foundInWords(limit.running, formatCount)],
    ['peak memory', limit => orNothing(limit.running.peakBytes, formatMemory)]
  ])
  const within = first && isLimitWatched ? ` within ${formatBinarySize(first.memoryBytes)}` : ''
  const notes = [
    `Searched by bisection, from ${mibInWords(size.leastMiB)} to ${mibInWords(size.mostMiB)} and from ${formatCount(running.least)} to ${formatCount(running.most)} at once, one launch per step. A step near the limit can end either way.`
  ]
  return [{ heading: `What is stored${within}`, table, notes }]
}

/** @type {(found: FoundLimit, format: (value: number) => string) => string} */
function foundInWords(found, format) {
  const { stored, over, ending } = found
  const beyond = stored === null || over === null || ending !== 'finished' ? '' : ` (not ${format(over)})`
  return limitInWords(found, format) + beyond
}

/**
 * Returns the largest value that is stored within the limit, or between which values it is where the search was not finished.
 * @param {FoundLimit} found @param {(value: number) => string} format
 */
function limitInWords({ stored, over, ending }, format) {
  if (stored === null && over === null) return ending === 'failed' ? `not known (${endings.failed})` : 'not searched'
  const open = ending === 'finished' ? '' : ` (${endings[ending]})`
  if (stored === null) return `less than ${format(over ?? 0)}${open}`
  if (over === null) return `at least ${format(stored)}${open}`
  return ending === 'finished' ? format(stored) : `between ${format(stored)} and ${format(over)}${open}`
}
