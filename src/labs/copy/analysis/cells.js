import { mean, median } from '../../../stats/means.js'
import { MIB, sizesOf } from '../../skeleton/file-sizes.js'
import { meanOf } from '../../skeleton/means.js'

/**
 * @import { CallCount, CellRecord, CopyCell, CopyVariant } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

/**
 * Returns the copies of each size with each strategy, as means.
 * @param {CopyVariant[]} variants
 * @param {CellRecord[]} kept
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
 * @param {CellRecord[]} kept
 * @param {{ one: string, other: string, sizeBytes: number }} pair
 * @returns {Map<number, number>} one / other by repeat
 */
export function timeRatios(kept, { one, other, sizeBytes }) {
  const [ones, others] = [one, other].map(
    name =>
      new Map(
        kept
          .filter(cell => cell.variant === name && cell.sizeBytes === sizeBytes)
          .map(({ repeat, durationMs }) => [repeat, durationMs])
      )
  )
  return new Map(
    [...(ones ?? [])].flatMap(([repeat, ms]) => {
      const otherMs = others?.get(repeat)
      return otherMs ? [[repeat, ms / otherMs]] : []
    })
  )
}

/**
 * Returns the arithmetic mean over the sizes of each repeat that has all sizes.
 * @param {Map<number, number>[]} ratios by repeat, one map per size
 */
export function meansOverSizes(ratios) {
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
