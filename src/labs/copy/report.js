import { formatBinarySize, formatCount, formatCounted, formatFigure, formatMicros } from '../../report/words/format.js'
import { csvFile, csvOf, meanColumns, tableOf } from '../skeleton/columns.js'
import { formatMeanInText, formatMeanOf, formatMs, NOTHING, orNothing } from '../skeleton/figures.js'
import { sizesOf } from '../skeleton/file-sizes.js'
import {
  CLAIM_FIGURES,
  claimedIn,
  claimFigures,
  conclusionSection,
  isWrong,
  outcomesInWords,
  rowOf
} from '../skeleton/paper.js'
import { unfinishedInWords } from '../skeleton/report.js'
import { claims, conclusions } from './paper.js'

/** @import { CallCount, CopyAnalysis, CopyCell, CopyLabAnalysis, SavedCopyLab, SpeedUp } from './types.js' */
/** @import { ClaimRow } from '../skeleton/types.js' */
/** @import { Section, Table } from '../../report/sections/sections.js' */
/** @import { Column } from '../skeleton/columns.js' */

/** Returns the sections of a copy lab by subject, in the order of the report. @param {CopyLabAnalysis} analysis */
export function copyChapters({ lab }) {
  return {
    conclusions: conclusionSection(conclusions, lab.conclusions, callPriceInWords(lab.speedUp)),
    times: timeSection(lab),
    growth: growthSection(lab),
    speedUp: speedUpSection(lab),
    calls: callSection(lab),
    otherRequests: otherRequestsSection(lab),
    claims: {
      heading: 'The figures of the paper, line by line',
      table: claimTable(lab.claims, ['section', 'quote', 'why'])
    },
    conditions: conditionSection(lab)
  }
}

/** Returns the report in short, for a terminal. @param {CopyLabAnalysis} analysis @returns {Section[]} */
export function shortCopyReport(analysis) {
  const { conclusions, speedUp } = copyChapters(analysis)
  const { lab } = analysis
  const wrong = lab.claims.filter(isWrong)
  return [
    // The means alone fit on a terminal.
    timesBy(lab, ({ ms }) => formatMs(ms.value)),
    speedUp,
    { heading: 'Where the arithmetic of the paper is wrong', table: claimTable(wrong, ['section', 'quote']) },
    conclusions
  ]
}

/** Returns what the run answers, as sentences. @param {CopyLabAnalysis} analysis */
export function answerInWords({ lab }) {
  return [
    speedUpInWords(lab),
    ...outcomesInWords(lab, { conclusions, fullTakes: 'about twenty minutes' }),
    ...waitInWords(lab)
  ]
}

/** Returns what is unusual about a run, as sentences. @param {CopyLabAnalysis} analysis @returns {string[]} */
export function endingInWords(analysis) {
  const { corrupted } = analysis.lab
  const lines = unfinishedInWords(analysis)
  if (analysis.quick) lines.push('A short run: fewer sizes and repeats, so intervals are wider.')
  if (corrupted > 0)
    lines.push(
      `${formatCounted(corrupted, 'copy', 'copies')} did not have the bytes of the source, and count in no figure.`
    )
  return lines
}

/** @param {CopyAnalysis} lab @returns {Section} */
function conditionSection({ core, fileSystem, copies, corrupted, cells }) {
  const place = fileSystem === null ? '' : `The files are on ${fileSystem}. `
  return {
    heading: 'Conditions',
    lines: [
      core === null
        ? 'The process was not kept to one core: this needs taskset (Linux). That of the paper was.'
        : `The process was kept to core ${core} (taskset), as that of the paper; other processes could use that core too.`,
      `${place}${formatCounted(copies, 'copy', 'copies')}, one after the other, each compared with its source by its SHA-256: ${formatCount(corrupted)} differ.`,
      ...(cells.some(({ reads }) => reads)
        ? []
        : ['This system does not count the calls of a process: their columns are empty.'])
    ]
  }
}

/** Returns the time per copy with its interval. @param {CopyAnalysis} lab @returns {Section} */
function timeSection(lab) {
  const notes = [
    'Each file is copied within the memory of the system (page cache): the time to reach the disk is not included.',
    `The mean of ${formatCounted(lab.repeats - lab.dropped, 'repeat')} ± half of its 95% interval; the first ${lab.dropped} of ${lab.repeats} count in no figure, as in the paper.`
  ]
  return { ...timesBy(lab, ({ ms }) => formatMeanOf(ms, formatMs)), notes }
}

/** @param {CopyAnalysis} lab @param {(cell: CopyCell) => string} textOf @returns {Section} */
function timesBy({ cells, variants }, textOf) {
  /** @type {Column<number>[]} */
  const times = variants.map(name => [
    name,
    size => orNothing(cells.find(({ variant, sizeBytes }) => variant === name && sizeBytes === size) ?? null, textOf)
  ])
  return { heading: 'Time per copy', table: tableOf(sizesOf(cells), [['file', formatBinarySize], ...times]) }
}

/** Returns how the time grows with the size, beside the times of the paper. @param {CopyAnalysis} lab @returns {Section} */
function growthSection({ growths, claims, speedUp }) {
  const claimed = new Map([
    [speedUp.slow, claimedIn(claims, 'byte-time')],
    [speedUp.fast, claimedIn(claims, 'buffer-time')]
  ])
  return {
    heading: 'Time per MiB',
    table: tableOf(growths, [
      ['strategy', ({ variant }) => variant],
      ['time per MiB', ({ msPerMiB }) => formatMeanOf(msPerMiB, formatMs)],
      ['the paper, per MB', ({ variant }) => orNothing(claimed.get(variant) ?? null, formatMs)],
      ['per file', ({ fixedMs: { value, low } }) => (low !== null && low > 0 ? formatMs(value) : NOTHING)],
      ['exponent', ({ exponent }) => formatMeanOf(exponent, formatFigure)]
    ]),
    notes: [
      'The slope and the intercept (per file) of a line through the times of each repeat, with relative errors; means over the repeats. A dash: the interval of the intercept contains zero.',
      'Exponent: the time grows with the size to this power; 1 is linear. A MB of the paper has 1,048,576 bytes: 1 MiB.'
    ]
  }
}

/** Returns the speed-up by size, beside that of the paper. @param {CopyAnalysis} lab @returns {Section} */
function speedUpSection({ speedUp: { slow, fast, rows, overall, atPaperSizes, ofLargeFiles }, claims }) {
  const means = [
    ...rows.map(({ sizeBytes, ratio }) => ({ label: formatBinarySize(sizeBytes), ratio })),
    { label: 'mean over these sizes', ratio: overall },
    { label: paperSizesLabel(atPaperSizes?.rows ?? []), ratio: atPaperSizes?.overall },
    { label: 'large files, by time per MiB', ratio: ofLargeFiles }
  ]
  const all = means.flatMap(({ label, ratio }) => (ratio ? [[label, formatMeanOf(ratio, formatFigure)]] : []))
  const paper = ['the paper, mean of 1 to 64 MB', formatFigure(claimedIn(claims, 'speed-up'))]
  return {
    heading: `Speed-up: ${fast} compared with ${slow}`,
    table: { header: ['file', 'times as fast'], rows: [...all, paper], textColumns: 1 },
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
function callSection({ cells }) {
  /** @type {Column<CopyCell>[]} */
  const columns = [
    ['strategy', ({ variant }) => variant],
    ['file', ({ sizeBytes }) => formatBinarySize(sizeBytes)],
    ['reads', ({ reads }) => orNothing(reads, formatCallCount)],
    ['writes', ({ writes }) => orNothing(writes, formatCallCount)],
    ['reads expected', ({ expected }) => orNothing(expected, ({ reads }) => formatCount(reads))],
    ['writes expected', ({ expected }) => orNothing(expected, ({ writes }) => formatCount(writes))],
    ['calls per MiB', ({ perMiB }) => orNothing(perMiB, ({ reads, writes }) => formatFigure(reads + writes))]
  ]
  return {
    heading: 'Read and write calls per copy',
    table: tableOf(cells, columns, 2),
    notes: [
      'Counted by the system (/proc/self/io). Expected: one call per buffer, and one more read that finds the end of the file.',
      'Streams and copyFile work in the thread pool: the calls that wake the main thread count too. A garbage collection can add a call.'
    ]
  }
}

/** Returns what a copy on a server does to other requests; a sentence where it was not measured. @param {CopyAnalysis} lab @returns {Section} */
function otherRequestsSection({ otherRequests }) {
  const [first] = otherRequests
  const heading = 'Other requests while a server copies'
  if (!first) return { heading, lines: ['Not measured: the run ended before.'] }
  return {
    heading,
    table: tableOf(otherRequests, [
      ['strategy', ({ variant }) => variant],
      ['copy', ({ copyMs }) => formatMeanOf(copyMs, formatMs)],
      ['other request, before', ({ idleMs }) => formatMeanOf(idleMs, formatMs)],
      ['longest during the copy', ({ longestMs }) => formatMeanOf(longestMs, formatMs)],
      ['other requests per copy', ({ answered }) => formatFigure(answered)]
    ]),
    notes: [
      `POST /copy of ${formatBinarySize(first.sizeBytes)} on one connection, GET /ping on another one, one after the other: means of ${formatCounted(first.copies, 'copy', 'copies')}.`,
      'A synchronous copy blocks the event loop: every other request waits until it is complete.'
    ]
  }
}

/** What a table has of a claim besides its figures. */
const CLAIM_WORDS = { section: 'section', quote: 'the paper says', why: 'why' }

/** @param {ClaimRow[]} rows @param {(keyof typeof CLAIM_WORDS)[]} words @returns {Table} */
function claimTable(rows, words) {
  return {
    header: [...words.map(word => CLAIM_WORDS[word]), ...CLAIM_FIGURES],
    rows: rows.map(row => [...words.map(word => rowOf(claims, row)[word]), ...claimFigures(row, formatClaim)]),
    textColumns: words.length
  }
}

/** Returns a count of calls as text, such as 128, or 130 (128 to 134) where it is not always the same. @param {CallCount} count */
function formatCallCount({ median, least, most }) {
  return least === most ? formatCount(median) : `${formatCount(median)} (${formatCount(least)} to ${formatCount(most)})`
}

/** Returns a ratio as text, whole where it was calculated, such as 8,192. @param {number} ratio */
function formatRatio(ratio) {
  return Number.isInteger(ratio) ? formatCount(ratio) : formatFigure(ratio)
}

/** Returns a figure of the paper, or one beside it, as text. @param {number} value @param {string} unit */
function formatClaim(value, unit) {
  if (unit === 'ms') return formatMs(value)
  return unit === 'ratio' ? formatRatio(value) : formatCount(value)
}

/** Returns how much faster the buffer is, as one sentence. @param {CopyAnalysis} lab */
function speedUpInWords({ speedUp: { slow, fast, overall, rows, atPaperSizes }, claims }) {
  if (!overall) return `The speed-up is not known: no size was copied with both ${slow} and ${fast}.`
  const paper = `the paper: ${formatFigure(claimedIn(claims, 'speed-up'))}.`
  const measured = atPaperSizes?.rows.filter(({ isMeasured }) => isMeasured).length ?? 0
  if (!atPaperSizes || measured === 0) {
    const [first, last] = [rows[0]?.sizeBytes ?? 0, rows.at(-1)?.sizeBytes ?? 0]
    const sizes = `${formatCounted(rows.length, 'size')} from ${formatBinarySize(first)} to ${formatBinarySize(last)}`
    return `${fast} is ${formatMeanInText(overall)} times as fast as ${slow}, mean over ${sizes}; for larger files, ${paper}`
  }
  const all = atPaperSizes.rows.length
  const part = measured === all ? '' : ` (${formatCount(measured)} measured, the others by the line)`
  return `${fast} is ${formatMeanInText(atPaperSizes.overall)} times as fast as ${slow}, mean over the ${formatCounted(all, 'size')} of the paper${part}; ${paper}`
}

/** Returns what a copy on a server does to another request, as one sentence. @param {CopyAnalysis} lab @returns {string[]} none where it was not measured */
function waitInWords({ otherRequests, speedUp: { fast } }) {
  const own = otherRequests.find(({ variant }) => variant === fast)
  const [least] = otherRequests.toSorted((a, b) => a.longestMs.value - b.longestMs.value)
  if (!own || !least || least === own) return []
  const size = formatBinarySize(own.sizeBytes)
  const [longest, other] = [own, least].map(({ longestMs }) => formatMeanInText(longestMs, formatMs))
  return [
    `While a server copies ${size}, another request waits up to ${longest} with ${fast}, which is synchronous, and ${other} with ${least.variant}.`
  ]
}

/** Returns what a call costs, as one sentence. @param {SpeedUp} speedUp @returns {string[]} none where it is not known */
function callPriceInWords({ microsPerCall }) {
  if (!microsPerCall) return []
  return [`Each read or write of one byte costs ${formatMeanInText(microsPerCall, formatMicros)}.`]
}

/**
 * Returns all copies of a lab as CSV (RFC 4180), one row per copy in the order in which they were made: also the dropped ones.
 * @param {SavedCopyLab} saved @returns {string}
 */
export function copiesToCsv({ manifest: { plan }, cells }) {
  return csvOf(cells, [
    ['strategy', ({ variant }) => variant],
    ['bytes', ({ sizeBytes }) => sizeBytes],
    ['repeat', ({ repeat }) => repeat + 1],
    ['dropped', ({ repeat }) => repeat < plan.dropped],
    ['ms', ({ durationMs }) => durationMs],
    ['reads', ({ calls }) => calls?.reads ?? null],
    ['writes', ({ calls }) => calls?.writes ?? null],
    ['verified', ({ isVerified }) => isVerified]
  ])
}

/** Returns the values of the chart of times. @param {CopyAnalysis} lab */
export function timesCsv({ cells, growths }) {
  const measured = cells.map(cell => ({ ...cell, isExtrapolated: false }))
  const lines = growths.flatMap(({ variant, trend }) => trend.map(point => ({ ...point, variant, copies: 0 })))
  return csvFile(
    'copy-times.csv',
    [...measured, ...lines.filter(({ isExtrapolated }) => isExtrapolated)],
    [
      ['strategy', ({ variant }) => variant],
      ['bytes', ({ sizeBytes }) => sizeBytes],
      ['measured', ({ isExtrapolated }) => !isExtrapolated],
      ['copies', ({ copies }) => copies],
      ...meanColumns(['mean_ms', 'low_ms', 'high_ms'], ({ ms }) => ms)
    ]
  )
}

/** Returns the values of the chart of speed-ups. @param {CopyAnalysis} lab */
export function speedUpsCsv({ speedUp }) {
  return csvFile('copy-speed-ups.csv', speedUp.rows, [
    ['bytes', ({ sizeBytes }) => sizeBytes],
    ...meanColumns(['times_as_fast', 'low', 'high'], ({ ratio }) => ratio)
  ])
}

/** Returns the values of the chart of calls. @param {CopyAnalysis} lab */
export function callsCsv({ cells }) {
  return csvFile('copy-calls.csv', cells, [
    ['strategy', ({ variant }) => variant],
    ['bytes', ({ sizeBytes }) => sizeBytes],
    ['reads', ({ reads }) => reads?.median ?? null],
    ['writes', ({ writes }) => writes?.median ?? null],
    ['expected_reads', ({ expected }) => expected?.reads ?? null],
    ['expected_writes', ({ expected }) => expected?.writes ?? null]
  ])
}
