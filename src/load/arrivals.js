import { seededRandom } from '../stats/seeded-random.js'

/**
 * Returns when the requests of an open loop are due: at even gaps, or as a Poisson stream, where gaps are exponential
 * and the number of requests is the intended one only on average.
 * @param {object} schedule @param {'constant' | 'poisson'} schedule.arrivals @param {number} schedule.ratePerSecond
 * @param {number} schedule.durationMs
 * @param {number} schedule.seed of a Poisson stream
 * @returns {Float64Array} milliseconds from the start, ascending, each before `durationMs`
 */
export function arrivalTimes({ arrivals, ratePerSecond, durationMs, seed }) {
  const meanGapMs = 1000 / ratePerSecond
  if (arrivals === 'poisson') return Float64Array.from(poissonTimes(meanGapMs, durationMs, seededRandom(seed)))
  // Each is calculated from its index, so that rounding errors do not add up.
  return new Float64Array(Math.round(durationMs / meanGapMs)).map((_, index) => (index * 1000) / ratePerSecond)
}

/**
 * Returns when the requests of a ramp are due: the rate changes in a line, and the number of requests is its integral.
 * @param {{ fromPerSecond: number, toPerSecond: number, durationMs: number }} ramp
 * @returns {Float64Array} milliseconds from the start, ascending, each before `durationMs`
 */
export function rampTimes({ fromPerSecond, toPerSecond, durationMs }) {
  const growth = (toPerSecond - fromPerSecond) / durationMs
  const count = Math.round(((fromPerSecond + toPerSecond) * durationMs) / 2000)
  // The root of the quadratic equation in the form that also holds where the rate does not change.
  return new Float64Array(count).map((_, index) =>
    index === 0 ? 0 : (2000 * index) / (fromPerSecond + Math.sqrt(fromPerSecond ** 2 + 2000 * growth * index))
  )
}

/** @param {number} meanGapMs @param {number} durationMs @param {() => number} random uniform in [0, 1) */
function* poissonTimes(meanGapMs, durationMs, random) {
  let timeMs = 0
  while (true) {
    timeMs -= meanGapMs * Math.log(1 - random())
    if (timeMs >= durationMs) return
    yield timeMs
  }
}
