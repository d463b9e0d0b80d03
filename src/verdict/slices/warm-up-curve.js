import { mean, sum } from '../../stats/means.js'

/** @import { WarmUpStretch } from '../../runs/types.js' */

/** Stretches are compared three at a time: a single one is too noisy. */
const WINDOW = 3
/** A window within this ratio of the end of the curve is flat. */
const FLAT_RATIO = 1.05
/** The end of the curve is its last part of this size. */
const END_SHARE = 1 / 3

/**
 * Returns after how many requests the servers of a run are warm: where the first three stretches begin that together cost at
 * most 5% more than the end of the curve. The cost is CPU of all threads, because a server that V8 still compiles is not
 * warm; the costs of all launches are pooled, each relative to its own end.
 * @param {WarmUpStretch[][]} curves by launch, each of the same numbers of requests
 * @returns {number} all requests of the curves where these are too short
 */
export function requestsUntilWarm(curves) {
  const length = Math.min(...curves.map(curve => curve.length))
  const pooled = Array.from({ length }, (_, stretch) => mean(curves.map(curve => relativeLog(curve, stretch))))
  const first = pooled.findIndex((_, stretch) => isFlat(pooled.slice(stretch, stretch + WINDOW)))
  return mean(curves.map(curve => requestsOf(first === -1 ? curve : curve.slice(0, first))))
}

/** @param {number[]} window */
function isFlat(window) {
  return window.length === WINDOW && mean(window) <= Math.log(FLAT_RATIO)
}

/** @param {WarmUpStretch[]} curve @param {number} stretch */
function relativeLog(curve, stretch) {
  const end = curve.slice(-Math.max(1, Math.round(curve.length * END_SHARE))).map(costOf)
  return Math.log(costOf(/** @type {WarmUpStretch} */ (curve[stretch]))) - mean(end.map(Math.log))
}

/** @param {WarmUpStretch} stretch */
function costOf({ cpuMicros, requests }) {
  return cpuMicros / Math.max(1, requests)
}

/** @param {WarmUpStretch[]} curve */
export function requestsOf(curve) {
  return sum(curve.map(({ requests }) => requests))
}
