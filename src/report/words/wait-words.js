import { differenceText } from '../sections/blame-sections.js'
import { callInWords } from './blame-words.js'
import { listed, placeInWords, shown } from './text.js'

/** @import { Blame, BlameRow } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */

const MOST_LINES = 3
/** Two launches of equal code can agree on a difference that nobody would notice: smaller ones stay in the table. */
const NOTABLE_SHARE = 0.05

/**
 * Returns at which lines a request of a candidate waits longer or shorter, of how much: one sentence, or none where no launches followed
 * requests.
 * @type {(candidate: string, analysis: Pick<Analysis, 'blames' | 'folder'>) => string[]}
 */
export function waitsInWords(candidate, { blames, folder }) {
  const blame = blames.find(each => each.candidate === candidate && each.unit === 'latency')
  if (!blame) return []
  const least = NOTABLE_SHARE * Math.abs(blame.total.difference)
  const rows = blame.rows.filter(
    ({ group, cost }) => (group === 'app' || group === 'package') && Math.abs(cost.difference) >= least
  )
  const total = `${differenceText(blame.total, blame)} in the requests that were followed`
  if (rows.length === 0) return [`No line waits longer or shorter for certain; latency ${total}.`]
  const lines = rows.slice(0, MOST_LINES).map(row => lineInWords(row, blame, folder))
  const more = rows.length > MOST_LINES ? [`${rows.length - MOST_LINES} more`] : []
  return [`A request waits ${listed([...lines, ...more])}; its latency differs by ${total}.`]
}

/** @param {BlameRow} row @param {Blame} blame @param {string} folder */
function lineInWords({ owner, path, cost, line }, blame, folder) {
  const place = owner ? placeInWords({ ...owner, line: line ?? owner.line }, folder) : ''
  const [last] = path.slice(-1)
  const reason = last ? ` (${shown(callInWords(last))})` : ''
  return `${differenceText(cost, blame)} at ${place}${reason}`
}
