/** @import { Blamed } from '../../../report/types.js' */

/** @typedef {{ a: Blamed | null, b: Blamed | null }} BlamedInEither */

/**
 * The functions that two runs blame, each with what it costs in both; the largest first, CPU before bytes. Functions move in
 * a file from one commit to the next: where no line fits, the same name in the same file is the same function.
 * @param {Blamed[]} a
 * @param {Blamed[]} b
 * @returns {BlamedInEither[]} null on the side that does not blame it
 */
export function pairBlamed(a, b) {
  const left = [...b]
  const exact = a.map(one => ({ a: one, b: take(one, isSamePlace) }))
  const pairs = exact.map(pair => ({ a: pair.a, b: pair.b ?? take(pair.a, isSameFunction) }))
  return [...pairs, ...left.map(other => ({ a: null, b: other }))].sort(
    (one, other) => rankOf(other) - rankOf(one) || sizeOf(other) - sizeOf(one)
  )

  /**
   * @param {Blamed} one
   * @param {(one: Blamed, other: Blamed) => boolean} isSame
   * @returns {Blamed | null}
   */
  function take(one, isSame) {
    const index = left.findIndex(other => isSame(one, other))
    return index === -1 ? null : (left.splice(index, 1)[0] ?? null)
  }
}

/**
 * @param {Blamed} one
 * @param {Blamed} other
 */
function isSamePlace(one, other) {
  return isSameFunction(one, other) && one.line === other.line
}

/**
 * @param {Blamed} one
 * @param {Blamed} other
 */
function isSameFunction(one, other) {
  return one.unit === other.unit && one.name === other.name && one.where === other.where
}

/** @param {BlamedInEither} pair */
function rankOf({ a, b }) {
  return (a ?? b)?.unit === 'micros' ? 1 : 0
}

/** @param {BlamedInEither} pair */
function sizeOf({ a, b }) {
  return Math.max(Math.abs(a?.difference ?? 0), Math.abs(b?.difference ?? 0))
}
