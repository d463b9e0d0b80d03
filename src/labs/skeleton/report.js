import { messageOf } from '../../errors/errors.js'
import { questionOf } from '../../report/sections/sections.js'
import { unreadInWords } from '../../report/words/check-words.js'
import { formatCount, formatCounted } from '../../report/words/format.js'
import { statusWords } from '../../report/words/words.js'

/** @import { Section } from '../../report/sections/sections.js' */
/** @import { FailedRepeat, LabAnalysis } from '../../runs/lab-types.js' */
/** @import { LabWork } from './types.js' */

/** @typedef {Pick<LabWork, 'answer' | 'ending'>} Answering */

/**
 * Returns the sections of a report in its order: the answer first.
 * @param {Answering & Pick<LabWork, 'chapters'>} work @param {LabAnalysis} analysis
 */
export function labSections(work, analysis) {
  return [answerSection(work, analysis), ...Object.values(work.chapters(analysis)).flat()]
}

/**
 * Returns a report in short, for a terminal: the answer comes last, where it is read.
 * @param {Answering & Pick<LabWork, 'short'>} work @param {LabAnalysis} analysis
 */
export function shortLabReport(work, analysis) {
  const question = { heading: questionOf(analysis) }
  return [question, ...work.short(analysis), { ...answerSection(work, analysis), heading: 'Result' }]
}

/** @param {Answering} work @param {LabAnalysis} analysis @returns {Section} */
function answerSection({ answer, ending }, analysis) {
  return { heading: questionOf(analysis), lines: [...answer(analysis), ...ending(analysis)] }
}

/** Returns which repeat failed or was disturbed, why, and what came of it. @param {FailedRepeat} failed */
export function failedRepeatInWords({ repeat, variant, problem, isLeftOut }) {
  const of = variant === undefined ? '' : ` of ${variant}`
  const open = variant === undefined ? '' : ', so that conclusions about it stay open'
  const what = isLeftOut ? `is left out${open}` : 'was played again'
  return `Repeat ${formatCount(repeat + 1)}${of} ${what}: ${messageOf(problem)}`
}

/**
 * Returns how an incomplete run ended, which of its repeats failed, and which of its files are damaged.
 * @param {LabAnalysis} analysis
 * @param {string} [measured] what it has
 * @returns {string[]} none of a sound run
 */
export function unfinishedInWords(analysis, measured = `${formatCounted(analysis.rounds, 'repeat')} that count`) {
  const { status, problem, unread = [], failedRepeats = [] } = analysis
  // One that failed several times has one sentence.
  const ends = new Map(failedRepeats.map(failed => [`${failed.repeat} ${failed.variant}`, failed]))
  const losses = [...[...ends.values()].map(failedRepeatInWords), ...unread.map(unreadInWords)]
  if (status === 'complete') return losses
  const reason = problem ? ` ${messageOf(problem)}` : ''
  return [`The run ${statusWords[status]}; it has ${measured}.${reason}`, ...losses]
}
