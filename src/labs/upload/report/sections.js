import { formatBinarySize, formatCount, formatCounted } from '../../../report/words/format.js'
import { csvFile, csvOf, meanColumns } from '../../skeleton/columns.js'
import { formatMs } from '../../skeleton/figures.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { conclusionSection, outcomesInWords } from '../../skeleton/paper.js'
import { unfinishedInWords } from '../../skeleton/report.js'
import { conclusions } from '../paper/conclusions.js'
import {
  limitSections,
  limitsInWords,
  memorySection,
  settingSections,
  shortUploadSection,
  uploadClaimSection,
  uploadSection
} from './tables.js'
import {
  admissionInWords,
  failuresInWords,
  fastestInWords,
  isFastestClear,
  peaksInWords,
  settingInWords
} from './words.js'

/** @import { Column } from '../../skeleton/columns.js' */
/** @import { LimitProbe, SavedUploadLab, UploadAnalysis, UploadLabAnalysis, UploadSetting } from '../types.js' */
/** @import { Section } from '../../../report/sections/sections.js' */

/** Returns the sections of an upload lab by subject, in the order of the report. @param {UploadLabAnalysis} analysis */
export function uploadChapters({ lab }) {
  return {
    conclusions: conclusionSection(conclusions, lab.conclusions, admissionInWords(lab)),
    times: uploadSection(lab),
    memory: memorySection(lab),
    settings: settingSections(lab),
    limits: limitSections(lab),
    claims: uploadClaimSection(lab),
    conditions: conditionSection(lab)
  }
}

/** Returns the report in short, for a terminal. @param {UploadLabAnalysis} analysis @returns {Section[]} */
export function shortUploadReport(analysis) {
  const { conclusions, limits } = uploadChapters(analysis)
  const { lab } = analysis
  const table = lab.cells.length > 0 ? [shortUploadSection(lab)] : []
  return [...table, ...limits, conclusions]
}

/** Returns what the run answers, as sentences. @param {UploadLabAnalysis} analysis */
export function answerInWords({ lab }) {
  const [fastest, ...others] = [fastestInWords, failuresInWords, peaksInWords, limitsInWords].map(words => words(lab))
  const outcomes = outcomesInWords(lab, { conclusions, fullTakes: 'about a quarter of an hour' })
  // What is decided comes first.
  const isFirst = lab.ranking.length === 0 || isFastestClear(lab)
  const lines = (isFirst ? [fastest, ...others, outcomes] : [...others, outcomes, fastest]).flatMap(each => each ?? [])
  return lines.length > 0 ? lines : ['No strategy was measured.']
}

/** Returns what is unusual about a run, as sentences. @param {UploadLabAnalysis} analysis @returns {string[]} */
export function endingInWords(analysis) {
  const { cells, part, steps } = analysis.lab
  const lost = cells.reduce((sum, cell) => sum + cell.lost, 0)
  const refused = cells.reduce((sum, cell) => sum + cell.refused, 0)
  return [
    ...(part === 'limits'
      ? unfinishedInWords(analysis, `${formatCounted(steps, 'step')} of its search`)
      : unfinishedInWords(analysis)),
    ...skippedInWords(analysis.lab),
    ...(analysis.quick ? ['A short run: fewer files of one size, so its times are not those of the paper.'] : []),
    ...(lost > 0 ? [`Blobs that are missing or differ from what was sent: ${formatCount(lost)}.`] : []),
    ...(refused > 0 ? [`Files that the server refused with 503: ${formatCount(refused)}.`] : [])
  ]
}

/** Returns why there are fewer repeats than planned. @param {UploadAnalysis} lab @returns {string[]} one sentence, or none */
function skippedInWords({ skipped: { planned, repeats, withinMs } }) {
  if (repeats === 0) return []
  return [
    `${formatCount(repeats)} of ${formatCounted(planned, 'repeat')} ${repeats === 1 ? 'was' : 'were'} left out: all of them would have taken longer than ${formatMs(withinMs)}.`
  ]
}

/** @param {UploadAnalysis} lab @returns {Section} */
function conditionSection({ settings: [first], fileSystem, isLimitWatched, cells, steps }) {
  const setting = first ? `Setting of the server, as in the paper: ${settingInWords(first)}. ` : ''
  const isMemory = fileSystem === 'tmpfs' || fileSystem === 'ramfs'
  const limit = first ? formatBinarySize(first.memoryBytes) : 'its limit'
  const watched = `The resident memory of the server process is watched from outside; a server above ${limit} is ended. This is no cgroup: pages of files do not count.`
  const unwatched = 'This system does not report the memory of a process, so no limit was watched.'
  return {
    heading: 'Conditions',
    lines: [
      `${setting}All files of a cell are sent at once; the store is Azurite, on the same machine.`,
      fileSystem === null
        ? 'The file system of the blobs and of the temporary files is not known.'
        : `The blobs and the temporary files are on ${fileSystem}.${isMemory ? ' This is memory, which does not count as memory of the server.' : ''}`,
      // A run without a cell or a step cannot know.
      ...(isLimitWatched ? [watched] : cells.length + steps > 0 ? [unwatched] : [])
    ]
  }
}

/** @type {Column<UploadSetting, number>[]} */
const settingColumns = [
  ['running', ({ running }) => running],
  ['queued', ({ queued }) => queued],
  ['memory_bytes', ({ memoryBytes }) => memoryBytes]
]

/**
 * Returns all files of an upload lab as CSV (RFC 4180), one row per file in the order in which they were sent; of a run that only
 * searched for limits, the steps of that search.
 * @param {Pick<SavedUploadLab, 'cells' | 'probes'>} saved @returns {string}
 */
export function uploadsToCsv({ cells, probes }) {
  if (cells.length === 0 && probes.length > 0) return uploadLimitsCsv(probes).text
  const files = cells.flatMap(cell => cell.files.map(file => ({ ...cell, ...file })))
  return csvOf(files, [
    ['strategy', ({ variant }) => variant],
    ...settingColumns,
    ['bytes', ({ sizeBytes }) => sizeBytes],
    ['repeat', ({ repeat }) => repeat + 1],
    ['status', ({ statusCode }) => statusCode],
    ['wait_ms', ({ waitMs }) => waitMs],
    ['upload_ms', ({ uploadMs }) => uploadMs],
    ['duration_ms', ({ durationMs }) => durationMs]
  ])
}

/** Returns every step of the search for limits, in the order in which they were measured. @param {LimitProbe[]} probes */
function uploadLimitsCsv(probes) {
  return csvFile('upload-limits.csv', probes, [
    ['strategy', ({ variant }) => variant],
    ['searched', ({ limit }) => limit],
    ['bytes', ({ sizeMiB }) => sizeMiB * MIB],
    ['running', ({ running }) => running],
    ['outcome', ({ outcome }) => outcome],
    ['peak_bytes', ({ peakBytes }) => peakBytes]
  ])
}

/** Returns the values of the chart of times, of every setting. @param {UploadAnalysis} lab */
export function uploadTimesCsv({ cells }) {
  return csvFile('upload-times.csv', cells, [
    ['strategy', ({ variant }) => variant],
    ...settingColumns,
    ['files', ({ files }) => files],
    ['bytes', ({ sizeBytes }) => sizeBytes],
    ['outcome', ({ outcome }) => outcome],
    ...meanColumns(['mean_ms', 'low_ms', 'high_ms'], ({ fileMs }) => fileMs?.mean),
    ['longest_ms', ({ fileMs }) => fileMs?.most ?? null],
    ['shortest_ms', ({ fileMs }) => fileMs?.least ?? null],
    ...meanColumns(['wait_ms', 'wait_low_ms', 'wait_high_ms'], ({ waitMs }) => waitMs),
    ...meanColumns(['total_ms', 'total_low_ms', 'total_high_ms'], ({ totalMs }) => totalMs),
    ...meanColumns(['peak_bytes', 'peak_low_bytes', 'peak_high_bytes'], ({ peak }) => peak?.mean),
    ['highest_peak_bytes', ({ peak }) => peak?.most ?? null],
    ['over_limit', ({ overLimit }) => overLimit],
    ['stored', ({ stored }) => stored],
    ['refused', ({ refused }) => refused],
    ['failed', ({ failed }) => failed],
    ['verified', ({ verified }) => verified],
    ['lost', ({ lost }) => lost]
  ])
}

/** Returns the values of the chart of memory, with its marks. @param {UploadAnalysis} lab */
export function uploadMemoryCsv({ memory }) {
  const rows = memory.flatMap(({ variant, points, marks }) => [
    ...points.map(point => ({ variant, kind: null, sizeBytes: null, ...point })),
    ...marks.map(mark => ({ variant, bytes: null, ...mark }))
  ])
  return csvFile('upload-memory.csv', rows, [
    ['strategy', ({ variant }) => variant],
    ['at_ms', ({ atMs }) => Math.round(atMs)],
    ['memory_bytes', ({ bytes }) => bytes],
    ['event', ({ kind }) => kind],
    ['file_bytes', ({ sizeBytes }) => sizeBytes]
  ])
}
