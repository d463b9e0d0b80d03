import { sum } from '../../stats/means.js'

/** @import { Load } from '../../load/types.js' */
/** @import { ResourceSize, SliceRecord } from '../../runs/types.js' */
/** @import { Compared, SizeOfThreads } from '../types.js' */

const MICROS_PER_SECOND = 1e6
const BITS_PER_BYTE = 8

/**
 * Returns what the variants transfer per response, where they encode responses differently, and the link speed below which
 * the smaller responses save more time than their CPU costs: saved bits / added seconds.
 * @param {{ candidate: string, baseline: string }} compared
 * @param {Pick<Load, 'generator'>} load that size is measured under
 * @param {SliceRecord[]} slices valid ones of unprofiled launches
 * @param {SizeOfThreads | null} size of the threads that do the work
 * @returns null where both encode in the same way
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
  return {
    baselineBytes,
    candidateBytes,
    /** The variant with the smaller responses. */
    saver,
    /** CPU per request of all threads that it uses more; null without a size. */
    added,
    /** Link speed at which the saved bytes take as long as the added CPU, with a 95% interval; null without a size. */
    paysBelow: added && {
      bitsPerSecond: speedOf(added.micros),
      low: speedOf(added.high),
      high: speedOf(added.low)
    }
  }

  /** @param {number} addedMicros @returns null where no CPU is added, so that the smaller responses pay at any speed */
  function speedOf(addedMicros) {
    return addedMicros > 0 ? (bits * MICROS_PER_SECOND) / addedMicros : null
  }
}

/** @param {'baseline' | 'candidate'} saver @param {SizeOfThreads['difference']} difference */
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

/**
 * Returns what each resource of a page transfers with either variant of the comparison in which sizes differ most: that of the
 * setting that changes them.
 * @param {ResourceSize[]} sizes @param {Compared[]} comparisons
 * @returns null where sizes were not measured
 */
export function resourceTable(sizes, comparisons) {
  const tables = comparisons.flatMap(compared => tableOf(sizes, compared) ?? [])
  const [widest] = tables.sort((a, b) => changeOf(b) - changeOf(a))
  return widest ?? null
}

/** @param {ResourceSize[]} sizes @param {Compared} compared */
function tableOf(sizes, { candidate, baseline }) {
  const rows = sizes
    .filter(({ variant }) => variant === baseline)
    .flatMap(function rowOf({ name, path, bytes: baselineBytes }) {
      const bytes = sizes.find(other => other.variant === candidate && other.name === name)?.bytes
      if (bytes === undefined) return []
      return [{ name, path, baselineBytes, candidateBytes: bytes, savedShare: 1 - bytes / baselineBytes }]
    })
  return rows.length === 0 ? null : { candidate, baseline, rows }
}

/** @param {{ rows: { savedShare: number }[] }} table */
function changeOf({ rows }) {
  return Math.max(...rows.map(({ savedShare }) => Math.abs(savedShare)))
}
