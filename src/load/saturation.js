/** How many standard deviations of a Poisson count a queue may grow by before it counts as growth. */
const BURST_DEVIATIONS = 2

/**
 * Whether requests came in faster than they were answered: those of the last third of the schedule waited longer than
 * those of the first by more than bursts can pile up on a server that keeps up, and those of the middle lie in between.
 * The number of n Poisson arrivals varies by √n, so bursts pile up some √n requests, which are due within √n / rate.
 * A server that is slow but keeps up makes all of them wait alike; one that stops for a moment does not make it grow
 * through the schedule. Simulated with 1,500 Poisson arrivals at one server of exponential service times: none of 400
 * runs at 95 % of what it can do, 63 % of those at 110 %, 97 % of those at 120 % (with 400 arrivals 72 %).
 * @param {Float64Array} waitsMs how long each request waited once it was handed on, in the order they were due
 * @param {number} ratePerSecond
 */
export function isSaturated(waitsMs, ratePerSecond) {
  const third = Math.floor(waitsMs.length / 3)
  const early = medianOf(waitsMs.slice(0, third))
  const middle = medianOf(waitsMs.slice(third, 2 * third))
  const late = medianOf(waitsMs.slice(2 * third))
  const burstMs = (BURST_DEVIATIONS * Math.sqrt(waitsMs.length) * 1000) / ratePerSecond
  return late - early > burstMs && middle - early > (late - early) / 4
}

/** @param {Float64Array} values sorted in place; NaN when there are none */
function medianOf(values) {
  return values.sort()[values.length >> 1] ?? Number.NaN
}
