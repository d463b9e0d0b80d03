import { messageOf } from '../../errors/errors.js'
import { unreadInWords } from '../../report/words/check-words.js'
import { formatCounted } from '../../report/words/format.js'
import { statusWords } from '../../report/words/words.js'

/** @import { LabAnalysis } from '../../runs/lab-types.js' */

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
