import { median } from '../stats/means.js'

/** A queue may grow by this many standard deviations of a Poisson count before it counts as growth. */
const BURST_DEVIATIONS = 2

/**
 * Returns whether requests arrived faster than the server responded: requests of the last third of the schedule waited
 * longer than those of the first third, by more than the queue of a burst, and those of the middle third lie in
 * between. The number of n Poisson arrivals varies by √n, so a burst makes a queue of some √n requests, which are due
 * within √n / rate. On a server that is slow but keeps up all requests wait equally; a server that stops for a moment
 * has no growing queue. Simulated with 1,500 Poisson arrivals at one server with exponential service times: none of 400
 * runs at 95% of its capacity was saturated, 63% of those at 110%, 97% of those at 120% (with 400 arrivals 72%).
 * @param {Float64Array} waitsMs how long each request waited after it was sent, in the order they were due
 * @param {number} ratePerSecond
 */
export function isSaturated(waitsMs, ratePerSecond) {
  const third = Math.floor(waitsMs.length / 3)
  const starts = [0, third, 2 * third]
  const [early = 0, middle = 0, late = 0] = starts.map(start => median([...waitsMs.slice(start, start + third)]) ?? 0)
  const burstMs = (BURST_DEVIATIONS * Math.sqrt(waitsMs.length) * 1000) / ratePerSecond
  return late - early > burstMs && middle - early > (late - early) / 4
}
