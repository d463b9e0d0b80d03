import { MIB } from '../../skeleton/file-sizes.js'
import { meanRatio } from '../../skeleton/means.js'
import { meansOverSizes } from './cells.js'
import { repeatLines } from './growth.js'

/**
 * @import { CellRecord, PaperSpeedUp } from '../types.js'
 */

/**
 * Returns the speed-up at the sizes that the paper measured, repeat by repeat. A time that was not measured is taken from the line
 * through the other sizes of its repeat, which assumes that the time grows along that line.
 * @param {{ slow: string, fast: string }} pair
 * @param {CellRecord[]} kept
 * @param {number[]} paperBytes
 * @returns {PaperSpeedUp | null} null where a strategy has neither a time nor a line at one of the sizes
 */
export function speedUpAtPaperSizes({ slow, fast }, kept, paperBytes) {
  const [slowTimes, fastTimes] = [slow, fast].map(timesAt)
  const sizes = paperBytes.map(sizeBytes => {
    const [own, other] = [slowTimes?.(sizeBytes), fastTimes?.(sizeBytes)]
    const ratios = new Map(
      [...(own?.times ?? [])].flatMap(([repeat, ms]) => {
        const otherMs = other?.times.get(repeat)
        return otherMs ? [[repeat, ms / otherMs]] : []
      })
    )
    return { sizeBytes, ratios, isMeasured: Boolean(own?.isMeasured && other?.isMeasured) }
  })
  const overall = meanRatio(meansOverSizes(sizes.map(({ ratios }) => ratios)))
  return (
    overall && {
      overall,
      rows: sizes.flatMap(({ sizeBytes, ratios, isMeasured }) => {
        const ratio = meanRatio([...ratios.values()], { comparisons: sizes.length })
        return ratio ? [{ sizeBytes, ratio, isMeasured }] : []
      })
    }
  )

  /** @param {string} variant */
  function timesAt(variant) {
    const own = kept.filter(cell => cell.variant === variant)
    const lines = repeatLines(variant, kept)

    /** @type {(sizeBytes: number) => { times: Map<number, number>, isMeasured: boolean }} ms by repeat */
    return function timesOfSize(sizeBytes) {
      const cells = own.filter(cell => cell.sizeBytes === sizeBytes)
      const measured = new Map(cells.map(({ repeat, durationMs }) => [repeat, durationMs]))
      if (measured.size > 0) return { times: measured, isMeasured: true }
      const drawn = lines.map(({ repeat, slope, intercept }) => ({ repeat, ms: intercept + (slope * sizeBytes) / MIB }))
      return {
        times: new Map(drawn.filter(({ ms }) => ms > 0).map(({ repeat, ms }) => [repeat, ms])),
        isMeasured: false
      }
    }
  }
}
