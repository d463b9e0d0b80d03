/**
 * @typedef {import('./shapes.js').Scene} Scene
 * @typedef {ReturnType<typeof layoutOf>} Layout
 */

/** A row with text, and every heading. */
export const ROW_PX = 18
/** Lower rows could not be told apart. */
const LOWEST_PX = 4
/** Of all the time: where less is seen, bars are wide enough for their names. */
const CLOSE_SHARE = 1 / 8

/**
 * How high the rows of a scene are. Those of time are as low as it takes to see all lanes at once, until one looks closer.
 * @param {Scene} scene
 * @param {import('./shapes.js').Range[]} ranges by lane; lanes of time have the same
 * @param {number} roomPx
 */
export function layoutOf({ rows, lanes, axis, extent }, [range], roomPx) {
  const isClose = !range || range.to - range.from < extent * CLOSE_SHARE
  const fittingPx = Math.floor((roomPx - lanes.length * ROW_PX) / (rows.length - lanes.length))
  const rowPx = axis === 'cost' || isClose ? ROW_PX : Math.max(LOWEST_PX, Math.min(ROW_PX, fittingPx))
  let allPx = 0
  const tops = rows.map(function place(_, row) {
    const topPx = allPx
    allPx += heightOf(row)
    return topPx
  })
  return { allPx, topOf, heightOf, rowAt }

  /** @param {number} row */
  function topOf(row) {
    return tops[row] ?? allPx
  }

  /** @param {number} row */
  function heightOf(row) {
    return rows[row]?.bars ? rowPx : ROW_PX
  }

  /**
   * @param {number} y in pixels from the top of the scene
   * @returns {number} -1: above all rows
   */
  function rowAt(y) {
    return y >= allPx ? rows.length : tops.findLastIndex(topPx => topPx <= y)
  }
}
