/** @import { Blamed } from '../../../report/types.js' */

/** @typedef {{ a: Blamed | null, b: Blamed | null }} BlamedInEither */

/**
 * Pairs the functions that two runs blame, the largest difference first, CPU before bytes. Functions move in a file from one
 * commit to the next: where no line matches, the same name in the same file is the same function.
 * @param {Blamed[]} a
 * @param {Blamed[]} b
 * @returns {BlamedInEither[]} null on the side that does not blame it
 */
export function pairBlamed(a, b) {
  const left = [...b]
  const exact = a.map(one => ({ a: one, b: take(other => isSameFunction(one, other) && one.line === other.line) }))
  const pairs = exact.map(pair => ({ a: pair.a, b: pair.b ?? take(other => isSameFunction(pair.a, other)) }))
  return [...pairs, ...left.map(other => ({ a: null, b: other }))].sort(
    (one, other) => rankOf(other) - rankOf(one) || sizeOf(other) - sizeOf(one)
  )

  /** @type {(isSame: (other: Blamed) => boolean) => Blamed | null} */
  function take(isSame) {
    const index = left.findIndex(isSame)
    return index === -1 ? null : (left.splice(index, 1)[0] ?? null)
  }
}

/** @type {(one: Blamed, other: Blamed) => boolean} */
function isSameFunction(one, other) {
  return one.unit === other.unit && one.name === other.name && one.where === other.where
}

/** @type {(pair: BlamedInEither) => number} */
function rankOf({ a, b }) {
  return (a ?? b)?.unit === 'micros' ? 1 : 0
}

/** @type {(pair: BlamedInEither) => number} */
function sizeOf({ a, b }) {
  return Math.max(Math.abs(a?.difference ?? 0), Math.abs(b?.difference ?? 0))
}
