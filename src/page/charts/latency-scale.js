/** @import { LatencyCurve } from './latency-chart.js' */

/**
 * @typedef {object} LatencyScale
 * @property {string} unit
 * @property {number} unitMicros
 * @property {'linear' | 'log'} type
 * @property {[number, number]} domain in that unit
 * @property {number[]} ticks in that unit
 */

/** Beyond this many times the median, a linear axis would show little but the longest. */
const LONGEST_FOR_LINEAR = 15
const STEPS = [1, 2, 5]
const FEWEST_TICKS = 4

/**
 * Returns a scale from zero, or a logarithmic one where the longest request would flatten most of the curve.
 * @param {LatencyCurve[]} curves at least one
 * @returns {LatencyScale}
 */
export function latencyScale(curves) {
  const longest = Math.max(...curves.map(curve => curve.longest.micros))
  const median = Math.min(...curves.map(({ points }) => points.find(({ quantile }) => quantile >= 0.5)?.micros ?? 1))
  const [unit, unitMicros] = longest >= 1000 ? ['ms', 1000] : ['µs', 1]
  const high = longest / unitMicros
  if (longest <= LONGEST_FOR_LINEAR * median) {
    const step =
      [1, 2, 5, 10].map(each => each * 10 ** Math.floor(Math.log10(high / FEWEST_TICKS))).findLast(fits) ?? high
    const top = Math.ceil(high / step)
    const ticks = Array.from({ length: top + 1 }, (_, index) => Number((index * step).toPrecision(6)))
    return { unit, unitMicros, type: 'linear', domain: [0, top * step], ticks }
  }
  const fastest = Math.min(...curves.flatMap(({ points }) => points.map(({ micros }) => Math.max(1, micros))))
  const low = fastest / unitMicros
  const ticks = decadesFrom(low, high).filter(tick => tick >= low && tick <= high)
  return { unit, unitMicros, type: 'log', domain: [low, high], ticks }

  /** @param {number} each */
  function fits(each) {
    return high / each >= FEWEST_TICKS
  }
}

/** @param {number} low @param {number} high @returns {number[]} 1, 2, 5, 10, 20, ... */
function decadesFrom(low, high) {
  const first = Math.floor(Math.log10(low))
  const decades = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, index) => first + index)
  return decades.flatMap(decade => STEPS.map(step => Number(`${step}e${decade}`)))
}

/**
 * @param {LatencyScale} scale
 * @param {number} value in its unit
 * @returns {number} 0 at the foot of the axis, 1 at its top
 */
export function shareOfHeight({ type, domain: [low, high] }, value) {
  if (type === 'linear') return (value - low) / (high - low)
  return Math.log(value / low) / Math.log(high / low)
}
