import { changePoints } from '../../stats/change-points.js'
import { median } from '../../stats/means.js'

/** @import { Change } from '../../stats/types.js' */

/**
 * @typedef {object} TrendChange
 * @property {number} index of the first run after the change
 * @property {number} pValue
 * @property {number} before median change of the runs since the change point before, relative
 * @property {number} after median change of the runs until the next one
 */

/**
 * Returns between which runs of a trend the measured change is another one than before.
 * @param {(Pick<Change, 'relative'>)[]} changes oldest first
 * @returns {TrendChange[]} in order
 */
export function trendChanges(changes) {
  const logs = changes.map(({ relative }) => Math.log1p(relative))
  const points = changePoints(logs)
  const ends = [0, ...points.map(({ index }) => index), logs.length]
  return points.map((point, place) => ({ ...point, before: medianOf(place), after: medianOf(place + 1) }))

  /** @param {number} segment */
  function medianOf(segment) {
    return Math.expm1(median(logs.slice(ends[segment], ends[segment + 1])) ?? 0)
  }
}
