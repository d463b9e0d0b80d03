import { messageOf } from '../errors.js'
import { formatBinarySize, formatCount, formatCounted, formatFigure } from './format.js'
import {
  callPriceInWords,
  claimFigures,
  claimReasons,
  conclusionInWords,
  formatCallCount,
  formatMeanOf,
  formatMs,
  NOTHING,
  speedUpInWords,
  waitInWords
} from './lab-words.js'
import { questionOf } from './sections.js'
import { statusWords } from './words.js'

/**
 * @import { CopyAnalysis, CopyCell, LabAnalysis } from '../verdict/types.js'
 * @import { Section } from './sections.js'
 */

const MIB = 2 ** 20
const CLAIM_HEADER = ['section', 'the paper says', 'its figure', 'by its own data', 'measured here']

/**
 * Returns the sections of a copy lab by subject, in the order of the report.
 * @param {LabAnalysis} analysis
 */
export function labChapters(analysis) {
  const { lab } = analysis
  return {
    answer: answerSection(analysis),
    times: timeSection(lab),
    growth: growthSection(lab),
    speedUp: speedUpSection(lab),
    calls: callSection(lab),
    bystanders: bystanderSection(lab),
    claims: claimSection(lab),
    conditions: conditionSection(lab)
  }
}

/**
 * Returns the report in short, for a terminal: the answer comes last, where it is read.
 * @param {LabAnalysis} analysis
 * @returns {Section[]}
 */
export function shortLabReport(analysis) {
  const { answer, speedUp } = labChapters(analysis)
  const rows = analysis.lab.claimRows.filter(({ outcome }) => outcome === 'wrong').map(claimFigures)
  return [
    { heading: questionOf(analysis) },
    meanTimeSection(analysis.lab),
    speedUp,
    { heading: 'Where the arithmetic of the paper is wrong', table: { header: CLAIM_HEADER, rows, textColumns: 2 } },
    { ...answer, heading: 'Result' }
  ]
}

/** @param {LabAnalysis} analysis @returns {Section} */
function answerSection(analysis) {
  const { lab } = analysis
  const lines = [
    speedUpInWords(lab.speedUp, lab.claims),
    ...callPriceInWords(lab.speedUp),
    ...lab.conclusions.map(conclusionInWords),
    ...waitInWords(lab),
    ...endingInWords(analysis)
  ]
  return { heading: questionOf(analysis), lines }
}

/** @param {LabAnalysis} analysis @returns {string[]} what is unusual about a run */
export function endingInWords({ status, problem, rounds, quick, lab: { corrupted } }) {
  const lines = []
  if (status !== 'complete') {
    const reason = problem ? ` ${messageOf(problem)}` : ''
    lines.push(`The run ${statusWords[status]}; it has ${formatCounted(rounds, 'repeat')} that count.${reason}`)
  }
  if (quick) lines.push('A short run: fewer sizes and repeats, so intervals are wider.')
  if (corrupted > 0)
    lines.push(
      `${formatCounted(corrupted, 'copy', 'copies')} did not have the bytes of the source, and count in no figure.`
    )
  return lines
}

/** Returns the means alone, which fit on a terminal. @param {CopyAnalysis} lab @returns {Section} */
function meanTimeSection(lab) {
  return timesBy(lab, ({ ms }) => formatMs(ms.value))
}

/** @param {CopyAnalysis} lab @returns {Section} */
function timeSection(lab) {
  const section = timesBy(lab, ({ ms }) => formatMeanOf(ms, formatMs))
  const notes = [
    'Each file is copied within the memory of the system (page cache): the time to reach the disk is not part of it.',
    `The mean of ${formatCounted(lab.repeats - lab.dropped, 'repeat')} ± half of its 95% interval; the first ${lab.dropped} of ${lab.repeats} count in no figure, as in the paper.`
  ]
  return { ...section, notes }
}

/** @param {CopyAnalysis} lab @param {(cell: CopyCell) => string} textOf @returns {Section} */
function timesBy({ cells, variants }, textOf) {
  const rows = sizesIn(cells).map(sizeBytes => [
    formatBinarySize(sizeBytes),
    ...variants.map(name => {
      const cell = cells.find(each => each.variant === name && each.sizeBytes === sizeBytes)
      return cell ? textOf(cell) : NOTHING
    })
  ])
  return { heading: 'Time per copy', table: { header: ['file', ...variants], rows, textColumns: 1 } }
}

/** @param {CopyAnalysis} lab @returns {Section} */
function growthSection({ growths, claims, speedUp }) {
  const claimed = new Map([
    [speedUp.slow, claims.byteMsPerMiB],
    [speedUp.fast, claims.bufferMsPerMiB]
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

/** @param {CopyAnalysis} lab @returns {Section} */
function speedUpSection({ speedUp: { slow, fast, rows, overall, ofLargeFiles }, claims }) {
  const all = [
    ...rows.map(({ sizeBytes, ratio }) => [formatBinarySize(sizeBytes), formatMeanOf(ratio, formatFigure)]),
    ...(overall ? [['mean over the sizes', formatMeanOf(overall, formatFigure)]] : []),
    ...(ofLargeFiles ? [['large files, by time per MiB', formatMeanOf(ofLargeFiles, formatFigure)]] : []),
    ['the paper, mean of 1 to 64 MB', formatFigure(claims.speedUp)]
  ]
  return {
    heading: `Speed-up: ${fast} compared with ${slow}`,
    table: { header: ['file', 'times as fast'], rows: all, textColumns: 1 },
    notes: ['The ratio of both times in the same repeat, as the mean over the repeats.']
  }
}

/** @param {CopyAnalysis} lab @returns {Section} */
function callSection({ cells }) {
  const rows = cells.map(({ variant, sizeBytes, reads, writes, expected }) => [
    variant,
    formatBinarySize(sizeBytes),
    formatCallCount(reads),
    formatCallCount(writes),
    expected ? formatCount(expected.reads) : NOTHING,
    expected ? formatCount(expected.writes) : NOTHING,
    reads && writes ? formatFigure(((reads.median + writes.median) * MIB) / sizeBytes) : NOTHING
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

/** @param {CopyAnalysis} lab @returns {Section} empty where it was not measured */
function bystanderSection({ bystanders }) {
  const [first] = bystanders
  const heading = 'Other requests while a server copies'
  if (!first) return { heading, lines: ['Not measured: the run ended before.'] }
  const rows = bystanders.map(({ variant, copyMs, idleMs, longestMs, answered }) => [
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

/** @param {CopyAnalysis} lab @returns {Section} */
function claimSection({ claimRows }) {
  const [section = '', what = '', ...figures] = CLAIM_HEADER
  const rows = claimRows.map(row => {
    const [section = '', what = '', ...figures] = claimFigures(row)
    return [section, what, claimReasons[row.code], ...figures]
  })
  return {
    heading: 'The figures of the paper, line by line',
    table: { header: [section, what, 'why', ...figures], rows, textColumns: 3 }
  }
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

/** @param {CopyCell[]} cells */
export function sizesIn(cells) {
  return [...new Set(cells.map(({ sizeBytes }) => sizeBytes))].sort((a, b) => a - b)
}
