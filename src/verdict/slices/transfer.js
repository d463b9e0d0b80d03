import { sum } from '../../stats/means.js'

/**
 * @import { Load } from '../../load/types.js'
 * @import { SliceRecord } from '../../runs/types.js'
 * @import { SizeOfThreads, Transfer } from '../types.js'
 */

const MICROS_PER_SECOND = 1e6
const BITS_PER_BYTE = 8

/**
 * Returns what the variants transfer per response, where they encode responses differently, and the link speed below which
 * the smaller responses save more time than their CPU costs: saved bits / added seconds.
 * @param {{ candidate: string, baseline: string }} compared
 * @param {Pick<Load, 'generator'>} load that size is measured under
 * @param {SliceRecord[]} slices valid ones of unprofiled launches
 * @param {SizeOfThreads | null} size of the threads that do the work
 * @returns {Transfer | null} null where both encode in the same way
 */
export function transferOf({ candidate, baseline }, { generator }, slices, size) {
  const [own, other] = [candidate, baseline].map(variant =>
    slices.filter(slice => slice.variant === variant && slice.load.generator === generator)
  )
  if (!own?.length || !other?.length || encodingsOf(own) === encodingsOf(other)) return null
  const [baselineBytes, candidateBytes] = [other, own].map(bytesPerResponse)
  if (!baselineBytes || !candidateBytes) return null
  const saver = candidateBytes < baselineBytes ? /** @type {const} */ ('candidate') : /** @type {const} */ ('baseline')
  const bits = BITS_PER_BYTE * Math.abs(baselineBytes - candidateBytes)
  const added = size && addedBy(saver, size.difference)
  const paysBelow = added && {
    bitsPerSecond: speedOf(added.micros),
    low: speedOf(added.high),
    high: speedOf(added.low)
  }
  return { baselineBytes, candidateBytes, saver, added, paysBelow }

  /** @param {number} addedMicros @returns {number | null} */
  function speedOf(addedMicros) {
    return addedMicros > 0 ? (bits * MICROS_PER_SECOND) / addedMicros : null
  }
}

/** @type {(saver: Transfer['saver'], difference: SizeOfThreads['difference']) => SizeOfThreads['difference']} */
function addedBy(saver, { micros, low, high }) {
  return saver === 'candidate' ? { micros, low, high } : { micros: -micros, low: -high, high: -low }
}

/** @param {SliceRecord[]} slices */
function encodingsOf(slices) {
  return [...new Set(slices.flatMap(slice => Object.keys(slice.contentEncodings)))].sort().join()
}

/** @param {SliceRecord[]} slices */
function bytesPerResponse(slices) {
  return sum(slices.map(slice => slice.bytesRead)) / sum(slices.map(slice => slice.completed))
}
