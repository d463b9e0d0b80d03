import { differenceText } from '../sections/blame-sections.js'
import { callInWords, EVENT_LOOP } from './blame-words.js'
import { placeInWords, shown } from './text.js'

/** @import { Blame, BlameGroup, CardPlace } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */

/** @type {Set<BlameGroup>} */
const hasLine = new Set(['app', 'package'])
/** Two launches of equal code can agree on a difference that nobody would notice: smaller ones stay in the table. */
const NOTABLE_SHARE = 0.05
const LEAST_QUEUED_MICROS = 1000

/** What the prices of waiting lines are of. */
export const waitingWords = 'latency of the requests that were followed'

/**
 * Returns why no line that waits has a price: one sentence, or none where the card of a candidate has them, and where no launches followed
 * requests. What kept the event loop busy is another one.
 * @type {(candidate: string, analysis: Pick<Analysis, 'blames' | 'cards' | 'folder'>) => string[]}
 */
export function waitsInWords(candidate, { blames, cards, folder }) {
  const own = blames.filter(each => each.candidate === candidate)
  const blame = own.find(({ unit }) => unit === 'latency')
  if (!blame) return []
  const busy = busyInWords(
    blame,
    own.find(({ unit }) => unit === 'micros'),
    folder
  )
  if (busy.length > 0 || cards.some(card => card.candidate === candidate && card.waiting)) return busy
  const least = NOTABLE_SHARE * Math.abs(blame.total.difference)
  const isNamed = blame.rows.some(({ group, cost }) => hasLine.has(group) && Math.abs(cost.difference) >= least)
  const total = `latency of the requests that were followed: ${differenceText(blame.total, blame)}`
  if (isNamed) return [`The blame of latency names lines that wait longer or shorter; ${total}.`]
  return [`No line waits longer or shorter for certain; ${total}.`]
}

/**
 * Returns what costs more CPU where requests queue longer for the event loop, whose time has no line of the request.
 * @type {(blame: Blame, cpu: Blame | undefined, folder: string) => string[]} one sentence or none
 */
function busyInWords(blame, cpu, folder) {
  const queued = blame.rows.find(({ owner }) => owner?.name === EVENT_LOOP && owner.file === '')
  const least = NOTABLE_SHARE * Math.abs(blame.total.difference)
  if (!queued || queued.cost.difference < Math.max(least, LEAST_QUEUED_MICROS)) return []
  const row = cpu?.rows.find(({ group, cost }) => hasLine.has(group) && cost.difference > 0)
  const place = row?.owner && placeInWords({ ...row.owner, line: row.line ?? row.owner.line }, folder)
  const by = 'Other code keeps the event loop busy'
  const long = `a request queues for it ${differenceText(queued.cost, blame)}`
  if (row && cpu && place)
    return [
      `${by}: ${long}. Of functions of the app and packages, CPU grows most in ${shown(row.owner?.name ?? '')} (${shown(place)}), ${differenceText(row.cost, cpu)}.`
    ]
  return [
    `${by}: ${long}. ${cpu ? 'No function of the app or a package costs more CPU for certain' : 'Its lines: --profiler prof,cdp,waits'}.`
  ]
}

/**
 * Returns what the lines of a card wait for.
 * @param {CardPlace | undefined} place @param {Blame | undefined} blame of latency @returns {string[]}
 */
export function resourcesOf(place, blame) {
  const last = (place?.steps ?? []).flatMap(({ row }) => blame?.rows[row]?.path.at(-1) ?? [])
  return [...new Set(last.map(call => shown(callInWords(call))))]
}
