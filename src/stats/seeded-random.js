/**
 * Creates a small seeded generator (mulberry32, public domain, Tommy Ettinger), so that a plan can be repeated.
 * @type {(seed: number) => () => number} uniform in [0, 1)
 */
export function seededRandom(seed) {
  let state = seed >>> 0
  return function nextRandom() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Returns a shuffled copy (Fisher-Yates).
 * @template T
 * @param {readonly T[]} items @param {() => number} random @returns {T[]}
 */
export function shuffled(items, random) {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const swapped = /** @type {T} */ (result[last])
    result[last] = /** @type {T} */ (result[other])
    result[other] = swapped
  }
  return result
}
