import { differenceText } from '../sections/blame-sections.js'
import { callInWords } from './blame-words.js'
import { shown } from './text.js'

/** @import { Blame, BlameGroup, CardPlace } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */

/** @type {Set<BlameGroup>} */
const hasLine = new Set(['app', 'package'])
/** Two launches of equal code can agree on a difference that nobody would notice: smaller ones stay in the table. */
const NOTABLE_SHARE = 0.05

/** What the prices of waiting lines are of. */
export const waitingWords = 'latency of the requests that were followed'

/**
 * Returns why no line that waits has a price: one sentence, or none where the card of a candidate has them, and where no launches followed
 * requests.
 * @type {(candidate: string, analysis: Pick<Analysis, 'blames' | 'cards'>) => string[]}
 */
export function waitsInWords(candidate, { blames, cards }) {
  const blame = blames.find(each => each.candidate === candidate && each.unit === 'latency')
  if (!blame || cards.some(card => card.candidate === candidate && card.waiting)) return []
  const least = NOTABLE_SHARE * Math.abs(blame.total.difference)
  const isNamed = blame.rows.some(({ group, cost }) => hasLine.has(group) && Math.abs(cost.difference) >= least)
  const total = `latency of the requests that were followed: ${differenceText(blame.total, blame)}`
  if (isNamed) return [`The blame of latency names lines that wait longer or shorter; ${total}.`]
  return [`No line waits longer or shorter for certain; ${total}.`]
}

/**
 * Returns what the lines of a card wait for.
 * @param {CardPlace | undefined} place @param {Blame | undefined} blame of latency @returns {string[]}
 */
export function resourcesOf(place, blame) {
  const last = (place?.steps ?? []).flatMap(({ row }) => blame?.rows[row]?.path.at(-1) ?? [])
  return [...new Set(last.map(call => shown(callInWords(call))))]
}
