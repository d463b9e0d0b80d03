import { questionOf } from '../../../report/sections/sections.js'
import { formatCount, formatCounted } from '../../../report/words/format.js'
import { unfinishedInWords } from '../../skeleton/ending.js'
import { conclusionInWords, isWrong, outcomesInWords } from '../../skeleton/paper.js'
import { conclusions } from '../paper.js'
import {
  CLAIM_HEADER,
  callSection,
  claimCells,
  claimSection,
  growthSection,
  meanTimeSection,
  otherRequestsSection,
  speedUpSection,
  timeSection
} from './tables.js'
import { callPriceInWords, speedUpInWords, waitInWords } from './words.js'

/**
 * @import { CopyAnalysis, CopyLabAnalysis } from '../types.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

/**
 * Returns the sections of a copy lab by subject, in the order of the report.
 * @param {CopyLabAnalysis} analysis
 */
export function copyChapters(analysis) {
  const { lab } = analysis
  return {
    answer: answerSection(analysis),
    conclusions: conclusionSection(lab),
    times: timeSection(lab),
    growth: growthSection(lab),
    speedUp: speedUpSection(lab),
    calls: callSection(lab),
    otherRequests: otherRequestsSection(lab),
    claims: claimSection(lab),
    conditions: conditionSection(lab)
  }
}

/**
 * Returns the report in short, for a terminal: the answer comes last, where it is read.
 * @param {CopyLabAnalysis} analysis
 * @returns {Section[]}
 */
export function shortCopyReport(analysis) {
  const { answer, conclusions, speedUp } = copyChapters(analysis)
  const { lab } = analysis
  const rows = lab.claims.filter(isWrong).map(row => claimCells(row))
  return [
    { heading: questionOf(analysis) },
    meanTimeSection(lab),
    speedUp,
    { heading: 'Where the arithmetic of the paper is wrong', table: { header: CLAIM_HEADER, rows, textColumns: 2 } },
    conclusions,
    { ...answer, heading: 'Result' }
  ]
}

/** @param {CopyLabAnalysis} analysis @returns {Section} */
function answerSection(analysis) {
  return { heading: questionOf(analysis), lines: [...answerInWords(analysis), ...endingInWords(analysis)] }
}

/** Returns what the run answers, as sentences. @param {CopyLabAnalysis} analysis */
export function answerInWords({ lab }) {
  return [speedUpInWords(lab), ...outcomesInWords(lab.conclusions), ...waitInWords(lab)]
}

/** @param {CopyAnalysis} lab @returns {Section} */
function conclusionSection({ conclusions: rows, speedUp }) {
  const lines = [...rows.map(row => conclusionInWords(conclusions, row)), ...callPriceInWords(speedUp)]
  return { heading: 'Conclusions of the paper', lines }
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
