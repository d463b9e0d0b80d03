import { LEAST_CHANGE } from '../../blame/card.js'
import { differenceText } from '../sections/blame-sections.js'
import { callInWords } from './blame-words.js'
import { listed, placeInWords, shown } from './text.js'

/** @import { Blame, CardPlace } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */

const MOST_LINES = 3
const RATES =
  'The verdict is on the time that requests take, not on CPU: no source line has a cost. Look for what they wait for, such as a database, another service or a timer.'

/** What the prices of waiting lines are of. */
export const waitingWords = 'latency of the requests that were followed'

/**
 * Returns what keeps the event loop busy where requests queue longer for it, and, where the card has no prices of lines that wait longer or
 * shorter, what they are, or why there are none.
 * @type {(verdict: { candidate: string }, analysis: Pick<Analysis, 'blames' | 'cards' | 'folder'>) => string[]}
 */
export function waitsInWords({ candidate }, { blames, cards, folder }) {
  const own = blames.filter(each => each.candidate === candidate)
  const blame = own.find(({ unit }) => unit === 'latency')
  const card = cards.find(each => each.candidate === candidate)
  if (!blame) return card?.noTotal === 'rates' ? [RATES] : []
  const cpu = own.find(({ unit }) => unit === 'micros')
  const busy = blame.queueing ? [busyInWords(blame, blame.queueing, cpu, folder)] : []
  if (card?.waiting) return busy
  const lines = linesInWords(blame, folder)
  if (lines.length === 0 && busy.length > 0) return busy
  const total = `${waitingWords}: ${differenceText(blame.total, blame)}`
  if (lines.length === 0)
    return [`No line waits significantly longer or shorter by 2% of the latency or more; ${total}.`]
  return [...busy, `Waits that change: ${listed(lines)}; ${total}. No verdict uses profiled launches.`]
}

/** Returns the lines whose wait changes most for certain, with the change. @param {Blame} blame of latency @param {string} folder */
function linesInWords(blame, folder) {
  return blame.rows
    .flatMap(({ owner, path, lines = [] }) => lines.map(own => ({ ...own, owner, path })))
    .filter(({ cost }) => Math.abs(cost.difference) >= LEAST_CHANGE * blame.total.baseline)
    .sort((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference))
    .slice(0, MOST_LINES)
    .map(function inWords({ line, cost, owner, path }) {
      const what = path.slice(-1).map(call => ` (${shown(callInWords(call))})`)
      return `${differenceText(cost, blame)} at ${shown(placeInWords({ file: owner?.file ?? '', line }, folder))}${what.join('')}`
    })
}

/**
 * Returns at which line requests queue longer for the event loop, and what costs more CPU: the queue itself has no line of the request.
 * @type {(blame: Blame, queueing: NonNullable<Blame['queueing']>, cpu: Blame | undefined, folder: string) => string}
 */
function busyInWords(blame, { row: queued, at }, cpu, folder) {
  const cost = blame.rows[queued]?.cost ?? blame.total
  const longest = at ? `, longest at ${shown(placeInWords(at, folder))} (${differenceText(at.cost, blame)})` : ''
  const queues = `Other code keeps the event loop busy: a request queues for it ${differenceText(cost, blame)}${longest}.`
  if (!cpu) return `${queues} --profiler prof,cdp,waits names that code.`
  const row = cpu.rows.find(({ group, cost }) => (group === 'app' || group === 'package') && cost.difference > 0)
  const place = row?.owner && placeInWords({ ...row.owner, line: row.line ?? row.owner.line }, folder)
  if (!row?.owner || !place) return `${queues} No function of the app or a package costs more CPU for certain.`
  return `${queues} Of functions of the app and packages, CPU grows most in ${shown(row.owner.name)} (${shown(place)}), ${differenceText(row.cost, cpu)}.`
}

/**
 * Returns what the lines of a card wait for.
 * @param {CardPlace | undefined} place @param {Blame | undefined} blame of latency @returns {string[]}
 */
export function resourcesOf(place, blame) {
  const last = (place?.steps ?? []).flatMap(({ row }) => blame?.rows[row]?.path.at(-1) ?? [])
  return [...new Set(last.map(call => shown(callInWords(call))))]
}
