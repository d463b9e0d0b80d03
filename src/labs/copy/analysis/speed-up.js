import { sizesOf } from '../../skeleton/file-sizes.js'
import { meanOf, meanRatio } from '../../skeleton/means.js'
import { meansOverSizes, timeRatios } from './cells.js'
import { repeatLines } from './growth.js'
import { speedUpAtPaperSizes } from './paper-sizes.js'

/**
 * @import { CellRecord, CopyCell, SpeedUp } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

/**
 * Returns how many times faster one strategy is than another, by size and over all sizes.
 * @param {{ slow: string, fast: string }} pair
 * @param {CellRecord[]} kept
 * @param {CopyCell[]} cells of the same copies
 * @param {number[]} paperBytes the sizes that the paper measured
 * @returns {SpeedUp}
 */
export function speedUpOf({ slow, fast }, kept, cells, paperBytes) {
  const bySize = sizesOf(kept)
    .map(sizeBytes => ({ sizeBytes, ratios: timeRatios(kept, { one: slow, other: fast, sizeBytes }) }))
    .filter(({ ratios }) => ratios.size > 0)
  const largeFiles = slopeRatios()
  return {
    slow,
    fast,
    rows: bySize.flatMap(({ sizeBytes, ratios }) => {
      const ratio = meanRatio([...ratios.values()])
      return ratio ? [{ sizeBytes, ratio }] : []
    }),
    overall: meanRatio(meansOverSizes(bySize.map(({ ratios }) => ratios))),
    atPaperSizes: speedUpAtPaperSizes({ slow, fast }, kept, paperBytes),
    ofLargeFiles: meanRatio(largeFiles.map(({ slow, fast }) => slow / fast)),
    microsPerCall: microsPerCall()
  }

  /** Returns the times per MiB of both strategies, of each repeat that has both. */
  function slopeRatios() {
    const fastLines = new Map(repeatLines(fast, kept).map(({ repeat, slope }) => [repeat, slope]))
    return repeatLines(slow, kept).flatMap(({ repeat, slope }) => {
      const other = fastLines.get(repeat)
      return other && other > 0 && slope > 0 ? [{ slow: slope, fast: other }] : []
    })
  }

  /** @returns {Mean | null} */
  function microsPerCall() {
    const [slowCalls, fastCalls] = [slow, fast].map(callsPerMiB)
    if (!slowCalls || !fastCalls || slowCalls <= fastCalls || largeFiles.length === 0) return null
    return meanOf(largeFiles.map(({ slow, fast }) => ((slow - fast) * 1e3) / (slowCalls - fastCalls)))
  }

  /** Returns the calls of the largest files. @param {string} name */
  function callsPerMiB(name) {
    const { perMiB = null } = cells.findLast(({ variant }) => variant === name) ?? {}
    return perMiB && perMiB.reads + perMiB.writes
  }
}
