import { seededRandom } from '../stats/seeded-random.js'

/**
 * Returns when the requests of an open loop are due: at even gaps, or as a Poisson stream, where gaps are exponential
 * and the number of requests is the intended one only on average.
 * @param {object} schedule
 * @param {'constant' | 'poisson'} schedule.arrivals
 * @param {number} schedule.ratePerSecond
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

/** @param {number} meanGapMs @param {number} durationMs @param {() => number} random uniform in [0, 1) */
function* poissonTimes(meanGapMs, durationMs, random) {
  let timeMs = 0
  while (true) {
    timeMs -= meanGapMs * Math.log(1 - random())
    if (timeMs >= durationMs) return
    yield timeMs
  }
}
