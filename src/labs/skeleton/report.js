import { messageOf } from '../../errors/errors.js'
import { questionOf } from '../../report/sections/sections.js'
import { unreadInWords } from '../../report/words/check-words.js'
import { formatCounted } from '../../report/words/format.js'
import { statusWords } from '../../report/words/words.js'

/** @import { Section } from '../../report/sections/sections.js' */
/** @import { LabAnalysis } from '../../runs/lab-types.js' */
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

/**
 * Returns how an incomplete run ended, and which of its files are damaged.
 * @param {LabAnalysis} analysis
 * @param {string} [measured] what it has
 * @returns {string[]} none of a sound run
 */
export function unfinishedInWords(analysis, measured = `${formatCounted(analysis.rounds, 'repeat')} that count`) {
  const { status, problem, unread = [] } = analysis
  const damages = unread.map(unreadInWords)
  if (status === 'complete') return damages
  const reason = problem ? ` ${messageOf(problem)}` : ''
  return [`The run ${statusWords[status]}; it has ${measured}.${reason}`, ...damages]
}
