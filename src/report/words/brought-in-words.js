import { MOST_LINES } from '../../blame/places.js'
import { formatCounted } from './format.js'
import { placeInWords, shown } from './text.js'
import { rangeWords } from './words.js'

/** @import { Blame, BlameRow, CardPlace } from '../../blame/types.js' */

/**
 * Returns where the app brings in the package of a row.
 * @param {Pick<BlameRow, 'broughtInAt'>} row @param {string} folder
 * @returns {string} such as `brought in at src/app/app.js:31`; empty where it is not known, or the app calls the package
 */
export function broughtInWords({ broughtInAt = [] }, folder) {
  const places = broughtInAt.slice(0, MOST_LINES).map(place => shown(placeInWords(place, folder)))
  if (places.length === 0) return ''
  const more = broughtInAt.length - places.length
  return `brought in at ${places.join(', ')}${more > 0 ? ` and on ${formatCounted(more, 'other line')}` : ''}`
}

/**
 * Returns what a line of a card is, besides its cost.
 * @param {CardPlace | undefined} place @param {number} index of the line
 * @returns {string[]} that it brings in a package, and what the range of git revisions did to it
 */
export function marksOf(place, index) {
  const { lines = [], broughtInAt = [] } = place ?? {}
  const [origin, another] = broughtInAt
  const isHere = origin !== undefined && another === undefined
  const { inRange } = (isHere ? origin : lines[index]) ?? {}
  return [isHere ? 'brought in here' : '', inRange ? rangeWords[inRange] : ''].filter(Boolean)
}

/**
 * Returns why a card has the line that brings in a package.
 * @param {CardPlace} place @param {Blame | undefined} blame of the same candidate @param {string} folder
 * @returns {string} a sentence; empty of any other place
 */
export function broughtInNote(place, blame, folder) {
  const { packageName } = blame?.rows[place.steps[0]?.row ?? -1] ?? {}
  const origin = broughtInWords(place, folder)
  if (!packageName || origin === '') return ''
  // What the app calls and the thread pool does has a note on the call.
  if (place.calledAt?.length) return ''
  return `${shown(packageName)} uses this CPU with no function of the app on the stack; it is ${origin}.`
}
