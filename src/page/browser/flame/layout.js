/** @import { Range, Scene } from './types.js' */

/** @typedef {ReturnType<typeof layoutOf>} Layout */

/** A row with text. */
export const ROW_PX = 18
/** What a lane is, and its ruler. */
export const HEADING_PX = 2 * ROW_PX
/** Lower rows could not be told apart. */
const LOWEST_PX = 4
/** Of all the time: where less is seen, bars are wide enough for their names. */
const CLOSE_SHARE = 1 / 8

/**
 * How high the rows of a scene are. Those of time are as low as it takes to see all lanes at once, until one looks closer.
 * @param {Scene} scene
 * @param {Range[]} ranges by lane; lanes of time have the same
 * @param {number} roomPx
 */
export function layoutOf({ rows, lanes, axis, extent }, [range], roomPx) {
  const isClose = !range || range.to - range.from < extent * CLOSE_SHARE
  const fittingPx = Math.floor((roomPx - lanes.length * HEADING_PX) / (rows.length - lanes.length))
  const rowPx = axis === 'cost' || isClose ? ROW_PX : Math.max(LOWEST_PX, Math.min(ROW_PX, fittingPx))
  let allPx = 0
  const tops = rows.map(function place(_, row) {
    const topPx = allPx
    allPx += heightOf(row)
    return topPx
  })
  return { allPx, topOf, heightOf, rowAt, stuckAt }

  /** @param {number} row */
  function topOf(row) {
    return tops[row] ?? allPx
  }

  /** @param {number} row */
  function heightOf(row) {
    return rows[row]?.bars ? rowPx : HEADING_PX
  }

  /**
   * @param {number} y in pixels from the top of the scene
   * @returns {number} -1: above all rows
   */
  function rowAt(y) {
    return y >= allPx ? rows.length : tops.findLastIndex(topPx => topPx <= y)
  }

  /**
   * The heading of the lane in view: it stays in sight while rows of its lane are, and the next one pushes it out.
   * @param {number} scrollPx
   * @returns {{ row: number, topPx: number } | null} from the top of what is seen
   */
  function stuckAt(scrollPx) {
    const row = rows.findLastIndex(({ bars }, each) => !bars && topOf(each) <= scrollPx)
    if (row < 0) return null
    const next = rows.findIndex(({ bars }, each) => !bars && each > row)
    return { row, topPx: Math.min(0, topOf(next) - scrollPx - HEADING_PX) }
  }
}
