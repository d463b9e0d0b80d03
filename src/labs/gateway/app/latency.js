/**
 * @typedef {object} Latency how long the upstream takes for a call: a part that is always the same, and an exponential one
 * @property {number} meanMs of both parts
 * @property {number} tailMs the mean of the exponential part
 * @property {number} networkMs added to every call
 * @property {number} stepAfterMs from this moment on, counted from the first call, each call takes `stepMs` more
 * @property {number} stepMs
 */

/**
 * The paper measured that 95% of its mock's answers take 206 ms at most, for two calls of 100 ms. The sum of two exponential
 * parts of mean t has its 95th percentile at 4.744 t (Erlang with two stages), 2.744 t above its mean: 2.19 ms makes 206 of 200.
 */
export const PAPER_LATENCY = { meanMs: 100, tailMs: 2.19, networkMs: 0, stepAfterMs: 0, stepMs: 0 }

/**
 * Returns a function that draws the time of each call.
 *
 * @param {Latency} latency @param {number} seed
 * @returns {(sinceFirstMs: number) => number} milliseconds, from the time since the first call
 */
export function latencyDrawer({ meanMs, tailMs, networkMs, stepAfterMs, stepMs }, seed) {
  const random = seededRandom(seed)
  return function drawMs(sinceFirstMs) {
    const step = sinceFirstMs >= stepAfterMs ? stepMs : 0
    return meanMs - tailMs - tailMs * Math.log(1 - random()) + networkMs + step
  }
}

/**
 * Returns a seeded generator (mulberry32, public domain, Tommy Ettinger). (src/stats has the same one, but the app imports
 * nothing from outside.)
 *
 * @param {number} seed
 * @returns {() => number} uniform in [0, 1)
 */
function seededRandom(seed) {
  let state = seed >>> 0
  return function nextRandom() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
