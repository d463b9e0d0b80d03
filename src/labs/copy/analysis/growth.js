import { mean } from '../../../stats/means.js'
import { MIB, sizesOf } from '../../skeleton/file-sizes.js'
import { relativeLineFit } from '../../skeleton/line-fit.js'
import { meanOf } from '../../skeleton/means.js'

/**
 * @import { CellRecord, CopyGrowth } from '../types.js'
 */

/**
 * @typedef {object} RepeatLine the line through the copies of one repeat
 * @property {number} repeat
 * @property {number} slope ms per MiB
 * @property {number} intercept ms
 * @property {number} exponent of time = a · size^p
 */

/**
 * Returns how the time of a strategy grows with the size.
 * @param {string} variant
 * @param {CellRecord[]} kept
 * @param {number[]} sizesBytes those that the paper measured
 * @returns {CopyGrowth | null} null with fewer than two sizes
 */
export function copyGrowth(variant, kept, sizesBytes) {
  const lines = repeatLines(variant, kept)
  if (lines.length === 0) return null
  const measured = sizesOf(kept.filter(cell => cell.variant === variant))
  const largest = Math.max(...measured)
  const sizes = [...measured, ...sizesBytes.filter(sizeBytes => sizeBytes > largest)]
  return {
    variant,
    msPerMiB: meanOf(lines.map(({ slope }) => slope)),
    fixedMs: meanOf(lines.map(({ intercept }) => intercept)),
    exponent: meanOf(lines.map(({ exponent }) => exponent)),
    trend: sizes.map(sizeBytes => ({
      sizeBytes,
      ms: meanOf(lines.map(({ slope, intercept }) => intercept + (slope * sizeBytes) / MIB)),
      isExtrapolated: sizeBytes > largest
    }))
  }
}

/**
 * Returns the line of each repeat: the repeat is the unit of replication, so the spread of the lines is that of the parameters.
 * @param {string} variant
 * @param {CellRecord[]} kept
 * @returns {RepeatLine[]} none of a repeat with fewer than two sizes
 */
export function repeatLines(variant, kept) {
  const own = kept.filter(cell => cell.variant === variant)
  return [...new Set(own.map(({ repeat }) => repeat))].flatMap(repeat => {
    const points = own
      .filter(cell => cell.repeat === repeat)
      .map(({ sizeBytes, durationMs }) => ({ x: sizeBytes / MIB, y: durationMs }))
    if (new Set(points.map(({ x }) => x)).size < 2) return []
    const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }))
    return [{ repeat, ...relativeLineFit(points), exponent: slopeOf(logs) }]
  })
}

/** Returns the slope of the least-squares line. @param {{ x: number, y: number }[]} points */
function slopeOf(points) {
  const [x, y] = [mean(points.map(point => point.x)), mean(points.map(point => point.y))]
  const products = points.map(point => (point.x - x) * (point.y - y))
  return mean(products) / mean(points.map(point => (point.x - x) ** 2))
}
