/**
 * @import { Load } from '../load/types.js'
 * @import { SliceRecord } from '../runs/types.js'
 */

/**
 * The slices of one load.
 * @param {Load} load
 * @param {SliceRecord[]} slices
 */
export function under({ generator }, slices) {
  return slices.filter(slice => slice.load.generator === generator)
}

/**
 * Whether no other launch was loaded at the same time.
 * @param {SliceRecord} slice
 */
export function isSeparate({ beside }) {
  return beside.length === 0
}
