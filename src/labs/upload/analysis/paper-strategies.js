/**
 * @import { UploadCell, UploadVariant } from '../types.js'
 */

/** Codes of the strategies that the conclusions of the paper are about. */
export const STREAM = 'stream'
export const MEMORY = 'memory'
export const TEMPORARY = 'temp-file'

/** Returns what the lab names a strategy. @param {UploadVariant[]} variants @param {string} strategy */
export function nameOf(variants, strategy) {
  return variants.find(variant => variant.strategy === strategy)?.name ?? strategy
}

/** @param {UploadCell[]} cells @param {string} name */
export function cellsOf(cells, name) {
  return cells.filter(({ variant }) => variant === name)
}

/** @param {UploadCell} cell */
export function isStored({ outcome }) {
  return outcome === 'stored'
}

/** @param {UploadCell} cell */
export function isOver({ outcome }) {
  return outcome === 'over limit'
}
