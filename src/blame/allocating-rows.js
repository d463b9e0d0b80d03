/** @import { Blame, CardPlace } from './types.js' */

const MOST_ROWS = 3
/** A smaller share of the bytes is only in the table. */
const LEAST_SHARE = 0.05

/**
 * Returns a place of a card, the garbage collector's with the functions that allocate what it collects: at most three rows of the blame
 * of bytes, the largest first, none where bytes do not differ as its cost does.
 * @param {CardPlace} place @param {Blame[]} blames of the candidate
 * @returns {CardPlace}
 */
export function withAllocating(place, blames) {
  const [cpu, bytes] = /** @type {const} */ (['micros', 'bytes']).map(own => blames.find(({ unit }) => unit === own))
  const [row] = place.steps.flatMap(step => cpu?.rows[step.row] ?? [])
  if (!bytes || (row?.group !== 'gc' && row?.threads !== 'helpers')) return place
  const { difference } = bytes.total
  const allocating = [...bytes.rows.keys()].filter(index => isLarge(bytes.rows[index]?.cost.difference ?? 0))
  return { ...place, allocating: difference * place.cost.micros > 0 ? allocating.slice(0, MOST_ROWS) : [] }

  /** @param {number} own */
  function isLarge(own) {
    return own / difference >= LEAST_SHARE
  }
}
