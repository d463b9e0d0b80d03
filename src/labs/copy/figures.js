import { mean, median } from '../../stats/means.js'
import { MIB, sizesOf } from '../skeleton/file-sizes.js'
import { relativeLineFit } from '../skeleton/line-fit.js'
import { meanOf, meanRatio } from '../skeleton/means.js'

/** @import { Mean } from '../../stats/types.js' */
/** @import { CallCount, CellRecord, CopyCell, CopyGrowth, CopyVariant, PaperSpeedUp, SpeedUp } from './types.js' */

/**
 * Returns the copies of each size with each strategy, as means.
 * @param {CopyVariant[]} variants @param {CellRecord[]} kept
 * @returns {CopyCell[]} by strategy and size; those without a copy are left out
 */
export function copyCells(variants, kept) {
  return variants.flatMap(({ name, chunkBytes }) => {
    const own = kept.filter(({ variant }) => variant === name)
    return sizesOf(own).map(sizeBytes => {
      const copies = own.filter(cell => cell.sizeBytes === sizeBytes)
      const [reads, writes] = [countOf(copies, 'reads'), countOf(copies, 'writes')]
      return {
        variant: name,
        sizeBytes,
        copies: copies.length,
        ms: meanOf(copies.map(({ durationMs }) => durationMs)),
        reads,
        writes,
        expected: chunkBytes === null ? null : expectedCalls(sizeBytes, chunkBytes),
        perMiB: reads && writes && { reads: perMiB(reads), writes: perMiB(writes) }
      }

      /** @param {CallCount} count */
      function perMiB({ median }) {
        return (median * MIB) / sizeBytes
      }
    })
  })
}

/**
 * Returns the ratios of the times of two strategies, pair by pair: both copies of a pair are of the same size and repeat.
 * @param {CellRecord[]} kept @param {{ one: string, other: string, sizeBytes: number }} pair
 * @returns {Map<number, number>} one / other by repeat
 */
export function timeRatios(kept, { one, other, sizeBytes }) {
  return ratiosOf(timesByRepeat(kept, one, sizeBytes), timesByRepeat(kept, other, sizeBytes))
}

/** @type {(kept: CellRecord[], variant: string, sizeBytes: number) => Map<number, number>} ms by repeat */
function timesByRepeat(kept, variant, sizeBytes) {
  const own = kept.filter(cell => cell.variant === variant && cell.sizeBytes === sizeBytes)
  return new Map(own.map(({ repeat, durationMs }) => [repeat, durationMs]))
}

/** Returns the ratios of the repeats that both have. @type {(ones: Map<number, number>, others: Map<number, number>) => Map<number, number>} */
function ratiosOf(ones, others) {
  return new Map(
    [...ones].flatMap(([repeat, one]) => {
      const other = others.get(repeat)
      return other ? [[repeat, one / other]] : []
    })
  )
}

/**
 * Returns the arithmetic mean over the sizes of each repeat that has all sizes.
 * @param {Map<number, number>[]} ratios by repeat, one map per size
 */
function meansOverSizes(ratios) {
  const repeats = [...(ratios[0]?.keys() ?? [])].filter(repeat => ratios.every(size => size.has(repeat)))
  return repeats.map(repeat => mean(ratios.map(size => size.get(repeat) ?? 0)))
}

/** @type {(sizeBytes: number, chunkBytes: number) => { reads: number, writes: number }} */
function expectedCalls(sizeBytes, chunkBytes) {
  const chunks = Math.ceil(sizeBytes / chunkBytes)
  return { reads: chunks + 1, writes: chunks }
}

/** @param {CellRecord[]} copies @param {'reads' | 'writes'} kind @returns {CallCount | null} */
function countOf(copies, kind) {
  const known = copies.flatMap(({ calls }) => (calls ? [calls[kind]] : []))
  const middle = median(known)
  return middle === null ? null : { median: middle, least: Math.min(...known), most: Math.max(...known) }
}

/**
 * Returns how the time of a strategy grows with the size.
 * @param {string} variant @param {CellRecord[]} kept
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
 * Returns the line through the copies of each repeat that has two sizes or more, in ms and ms per MiB, and the exponent p of
 * time = a · size^p: the repeat is the unit of replication, so the spread of the lines is that of the parameters.
 * @param {string} variant @param {CellRecord[]} kept
 */
function repeatLines(variant, kept) {
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

/**
 * Returns how many times faster one strategy is than another, by size and over all sizes.
 * @param {{ slow: string, fast: string }} pair @param {CellRecord[]} kept
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

/**
 * Returns the speed-up at the sizes that the paper measured, repeat by repeat. A time that was not measured is taken from the line
 * through the other sizes of its repeat, which assumes that the time grows along that line.
 * @param {{ slow: string, fast: string }} pair @param {CellRecord[]} kept @param {number[]} paperBytes
 * @returns {PaperSpeedUp | null} null where a strategy has neither a time nor a line at one of the sizes
 */
function speedUpAtPaperSizes({ slow, fast }, kept, paperBytes) {
  const sizes = paperBytes.map(sizeBytes => {
    const [own, other] = [timesAt(slow, sizeBytes), timesAt(fast, sizeBytes)]
    return { sizeBytes, ratios: ratiosOf(own.times, other.times), isMeasured: own.isMeasured && other.isMeasured }
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

  /** @type {(variant: string, sizeBytes: number) => { times: Map<number, number>, isMeasured: boolean }} ms by repeat */
  function timesAt(variant, sizeBytes) {
    const measured = timesByRepeat(kept, variant, sizeBytes)
    if (measured.size > 0) return { times: measured, isMeasured: true }
    const drawn = repeatLines(variant, kept).map(({ repeat, slope, intercept }) => ({
      repeat,
      ms: intercept + (slope * sizeBytes) / MIB
    }))
    const times = new Map(drawn.filter(({ ms }) => ms > 0).map(({ repeat, ms }) => [repeat, ms]))
    return { times, isMeasured: false }
  }
}
