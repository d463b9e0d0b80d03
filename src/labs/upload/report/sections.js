import { questionOf } from '../../../report/sections/sections.js'
import { formatBinarySize, formatCount, formatCounted } from '../../../report/words/format.js'
import { unfinishedInWords } from '../../skeleton/ending.js'
import { formatMs } from '../../skeleton/figures.js'
import { conclusionInWords, outcomesInWords } from '../../skeleton/paper.js'
import { conclusions } from '../paper/conclusions.js'
import { limitSections, limitsInWords } from './limits.js'
import { memorySection } from './memory.js'
import { settingSections, shortUploadSection, uploadClaimSection, uploadSection } from './tables.js'
import { admissionInWords, failuresInWords, fastestInWords, peaksInWords, settingInWords } from './words.js'

/**
 * @import { UploadAnalysis, UploadLabAnalysis } from '../types.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

/**
 * Returns the sections of an upload lab by subject, in the order of the report.
 * @param {UploadLabAnalysis} analysis
 */
export function uploadChapters(analysis) {
  const { lab } = analysis
  return {
    answer: answerSection(analysis),
    conclusions: conclusionSection(lab),
    times: uploadSection(lab),
    memory: memorySection(lab),
    settings: settingSections(lab),
    limits: limitSections(lab),
    claims: uploadClaimSection(lab),
    conditions: conditionSection(lab)
  }
}

/**
 * Returns the report in short, for a terminal: the answer comes last, where it is read.
 * @param {UploadLabAnalysis} analysis
 * @returns {Section[]}
 */
export function shortUploadReport(analysis) {
  const { answer, conclusions, limits } = uploadChapters(analysis)
  const { lab } = analysis
  const table = lab.cells.length > 0 ? [shortUploadSection(lab)] : []
  return [{ heading: questionOf(analysis) }, ...table, ...limits, conclusions, { ...answer, heading: 'Result' }]
}

/** @param {UploadLabAnalysis} analysis @returns {Section} */
function answerSection(analysis) {
  return { heading: questionOf(analysis), lines: [...answerInWords(analysis), ...endingInWords(analysis)] }
}

/** Returns what the run answers, as sentences. @param {UploadLabAnalysis} analysis */
export function answerInWords({ lab }) {
  const lines = [...fastestInWords(lab), ...failuresInWords(lab), ...peaksInWords(lab), ...limitsInWords(lab)]
  return lines.length > 0 ? [...lines, ...outcomesInWords(lab.conclusions)] : ['No strategy was measured.']
}

/** @param {UploadAnalysis} lab @returns {Section} */
function conclusionSection(lab) {
  const lines = [...lab.conclusions.map(row => conclusionInWords(conclusions, row)), ...admissionInWords(lab)]
  return { heading: 'Conclusions of the paper', lines }
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
function conditionSection(lab) {
  const { settings, fileSystem } = lab
  const [first] = settings
  const setting = first ? `Setting of the server, as in the paper: ${settingInWords(first)}. ` : ''
  return {
    heading: 'Conditions',
    lines: [
      `${setting}All files of a cell are sent at once; the store is Azurite, on the same machine.`,
      fileSystem === null
        ? 'The file system of the blobs and of the temporary files is not known.'
        : `The blobs and the temporary files are on ${fileSystem}.${isMemory(fileSystem) ? ' This is memory, which does not count as memory of the server.' : ''}`,
      ...(lab.isLimitWatched
        ? [
            `The resident memory of the server process is watched from outside; a server above ${limitOf(lab)} is ended. This is no cgroup: pages of files do not count.`
          ]
        : unwatchedInWords(lab))
    ]
  }
}

/** @param {UploadAnalysis} lab @returns {string[]} one sentence, or none of a run without a cell or a step */
function unwatchedInWords({ cells, steps }) {
  if (cells.length + steps === 0) return []
  return ['This system does not report the memory of a process, so no limit was watched.']
}

/** @param {string} fileSystem */
function isMemory(fileSystem) {
  return fileSystem === 'tmpfs' || fileSystem === 'ramfs'
}

/** @param {UploadAnalysis} lab */
function limitOf({ settings: [first] }) {
  return first ? formatBinarySize(first.memoryBytes) : 'its limit'
}
