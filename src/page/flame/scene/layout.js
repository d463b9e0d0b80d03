/** @import { Range, Scene } from '../types.js' */

/** @typedef {ReturnType<typeof layoutOf>} Layout */

/** A row with text. */
export const ROW_PX = 18
/** A row of the graph by owner, which has few. */
const OWNER_ROW_PX = 24
/** The heading of a lane with its ruler. */
export const HEADING_PX = 2 * ROW_PX
/** Lower rows cannot be distinguished. */
const LOWEST_PX = 4
/** Of the whole time: below it bars are wide enough for their names. */
const CLOSE_SHARE = 1 / 8

/**
 * Returns how high the rows of a scene are. Rows of timelines are low enough for all lanes to fit, until the reader zooms in.
 * @param {Scene} scene
 * @param {Range[]} ranges by lane; timelines have the same
 * @param {number} roomPx
 */
export function layoutOf({ rows, lanes, axis, extent }, [range], roomPx) {
  const isClose = !range || range.to - range.from < extent * CLOSE_SHARE
  const fittingPx = Math.floor((roomPx - lanes.length * HEADING_PX) / (rows.length - lanes.length))
  const fullPx = lanes.some(({ tree }) => tree.isByOwner) && axis === 'cost' ? OWNER_ROW_PX : ROW_PX
  const rowPx = axis === 'cost' || isClose ? fullPx : Math.max(LOWEST_PX, Math.min(ROW_PX, fittingPx))
  let allPx = 0
  const tops = rows.map(function place(_, row) {
    const topPx = allPx
    allPx += heightOf(row)
    return topPx
  })
  return { allPx, topOf, heightOf, rowAt, stickyHeading }

  /** @type {(row: number) => number} */
  function topOf(row) {
    return tops[row] ?? allPx
  }

  /** @type {(row: number) => number} */
  function heightOf(row) {
    return rows[row]?.bars ? rowPx : HEADING_PX
  }

  /** Returns the row at pixels from the top; -1: above all rows. @type {(y: number) => number} */
  function rowAt(y) {
    return y >= allPx ? rows.length : tops.findLastIndex(topPx => topPx <= y)
  }

  /**
   * Returns the heading at the top of the viewport: it stays there while rows of its lane are visible, and the next heading
   * pushes it out.
   * @type {(scrollPx: number) => { row: number, topPx: number } | null}
   */
  function stickyHeading(scrollPx) {
    const row = rows.findLastIndex(({ bars }, each) => !bars && topOf(each) <= scrollPx)
    if (row < 0) return null
    const next = rows.findIndex(({ bars }, each) => !bars && each > row)
    return { row, topPx: Math.min(0, topOf(next) - scrollPx - HEADING_PX) }
  }
}
