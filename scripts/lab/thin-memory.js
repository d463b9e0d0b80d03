/** @import { MemoryMark } from '../../src/labs/upload/types.js' */
/** @import { MemoryPoint } from '../../src/measure/types.js' */

/**
 * Returns fewer points of the memory of a launch: the first and the last one, the highest of stretches of equal length, and the one
 * at each mark.
 * @param {MemoryPoint[]} points in order
 * @param {MemoryMark[]} marks
 * @param {number} most points that are returned
 * @returns {MemoryPoint[]}
 */
export function thinMemory(points, marks, most) {
  if (points.length <= most) return points
  const atMarks = marks.map(({ atMs }) =>
    Math.max(
      0,
      points.findLastIndex(point => point.atMs <= atMs)
    )
  )
  const kept = new Set([0, points.length - 1, ...atMarks])
  const stretches = most - kept.size
  for (let stretch = 0; stretch < stretches; stretch++) {
    const [from, to] = [stretch, stretch + 1].map(each => Math.floor((each * points.length) / stretches))
    kept.add(highestOf(points, from ?? 0, to ?? points.length))
  }
  return points.filter((_, index) => kept.has(index))
}

/** @type {(points: MemoryPoint[], from: number, to: number) => number} its index; `to` is not part of it */
function highestOf(points, from, to) {
  let highest = from
  for (let index = from; index < to; index++)
    if ((points[index]?.bytes ?? 0) > (points[highest]?.bytes ?? 0)) highest = index
  return highest
}
