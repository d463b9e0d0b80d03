import { seededRandom } from './seeded-random.js'

/** Shares are exact where the weights, divided by their common divisor, have at most this sum; else to about 0.1%. */
const LONGEST_TURN = 1000

/**
 * Returns how often each item is in one turn of its order.
 * @param {number[]} weights whole numbers from 1 on
 * @returns {number[]} at least 1 each
 */
export function countsPerTurn(weights) {
  const divisor = weights.reduce(commonDivisor, 0)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total / divisor <= LONGEST_TURN) return weights.map(weight => weight / divisor)
  return weights.map(weight => Math.max(1, Math.round((weight / total) * LONGEST_TURN)))
}

/**
 * Returns one turn of weighted items. An item is evenly spread over the turn, from a random start: in a shuffled order, a part of a
 * turn would have other shares than the whole.
 * @type {(weights: number[], seed: number) => number[]} indexes of the items
 */
export function weightedOrder(weights, seed) {
  const random = seededRandom(seed)
  return countsPerTurn(weights)
    .flatMap(function placesOf(count, index) {
      const start = random()
      return Array.from({ length: count }, (_, turn) => ({ index, place: (turn + start) / count }))
    })
    .sort((one, other) => one.place - other.place)
    .map(({ index }) => index)
}

/** @param {number} one @param {number} other @returns {number} */
function commonDivisor(one, other) {
  return other === 0 ? one : commonDivisor(other, one % other)
}
