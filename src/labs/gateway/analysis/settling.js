import { mean, median } from '../../../stats/means.js'

/** @import { PlayedStages } from '../../skeleton/stages/types.js' */

/** A number in flight is near another one up to this ratio of the larger to the smaller one. */
const NEAR_RATIO = 1.5
/** Few requests vary by more than that. */
const FEW = 5
/** A stage that answers less than this share of its rate at its end has a queue that grows. */
const KEPT_RATIO = 0.95

/**
 * Returns how long a stage takes to settle: the time from its start until the number of requests in flight stays near the median of its
 * last third.
 * @param {PlayedStages['points']} points
 * @param {{ fromMs: number, endMs: number, pointMs: number, ratePerSecond: number }} stage
 * @returns {number | null} in steps of a point; null for a stage that does not settle
 */
export function settledAfterMs(points, { fromMs, endMs, pointMs, ratePerSecond }) {
  const own = points.filter(({ atMs }) => atMs >= fromMs && atMs < endMs)
  const last = own.slice(-Math.ceil(own.length / 3))
  if (last.length === 0) return null
  const answeredPerSecond = (mean(last.map(({ completed }) => completed)) * 1000) / pointMs
  if (answeredPerSecond < ratePerSecond * KEPT_RATIO) return null
  const settled = median(last.map(({ inFlight }) => inFlight)) ?? 0
  const unsettled = own.findLast(({ inFlight }) => !isNear(inFlight, settled))
  return unsettled ? unsettled.atMs + pointMs - fromMs : 0
}

/** @param {number} one @param {number} other */
function isNear(one, other) {
  const [less, more] = one < other ? [one, other] : [other, one]
  return more <= less * NEAR_RATIO || more - less <= FEW
}
