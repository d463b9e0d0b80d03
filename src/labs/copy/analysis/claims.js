import { MIB } from '../../skeleton/file-sizes.js'

/**
 * @import { ClaimRow, CopyCell, CopyClaims, CopyGrowth, SpeedUp } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

/**
 * Returns the figures of the paper, in its order, beside what follows from its own sizes and buffer, and what was measured.
 * @param {CopyClaims} claims
 * @param {{ cells: CopyCell[], growths: CopyGrowth[], speedUp: SpeedUp }} measured
 * @returns {ClaimRow[]}
 */
export function claimRows(claims, { cells, growths, speedUp }) {
  const { slow, fast, atPaperSizes } = speedUp
  const chunksPerMiB = MIB / claims.bufferBytes
  const [slowPerMiB, fastPerMiB] = [slow, fast].map(largestOf)
  return [
    arithmetic('cores', '2.3', 'cores', claims.cores.claimed, claims.cores.physical),
    measurement('byte-time', '3.1', 'ms', claims.byteMsPerMiB, timeOf(slow)),
    arithmetic('byte-reads', '3.1', 'calls', claims.byteReads, claims.totalMiB * MIB),
    arithmetic('byte-formula', '3.1', 'calls', claims.otherByteCallsPerMiB, MIB, slowPerMiB?.reads),
    measurement('buffer-time', '3.2', 'ms', claims.bufferMsPerMiB, timeOf(fast)),
    arithmetic('buffer-formula', '3.2', 'calls', claims.bufferCallsPerMiB, chunksPerMiB, fastPerMiB?.reads),
    arithmetic('buffer-total', '3.2', 'calls', claims.bufferCalls, 2 * claims.totalMiB * chunksPerMiB, totalCalls()),
    arithmetic('call-ratio', '3.2', 'ratio', claims.callRatio, claims.bufferBytes, callRatio()),
    arithmetic('other-formula', '3.3', 'calls', claims.otherBufferCallsPerMiB, chunksPerMiB, fastPerMiB?.reads),
    measurement('speed-up', '3.3', 'ratio', claims.speedUp, atPaperSizes?.overall ?? null),
    measurement('ratio-of-times', '3.3', 'ratio', claims.byteMsPerMiB / claims.bufferMsPerMiB, speedUp.ofLargeFiles),
    arithmetic('fewer-calls', '4', 'calls', claims.fewerCallsPerMiB, MIB - chunksPerMiB, fewerReads())
  ]

  /** @param {string} name */
  function timeOf(name) {
    return growths.find(({ variant }) => variant === name)?.msPerMiB ?? null
  }

  /** Returns the counted calls per MiB of the largest files. @param {string} name */
  function largestOf(name) {
    return cells.findLast(({ variant }) => variant === name)?.perMiB ?? null
  }

  function callRatio() {
    return slowPerMiB && fastPerMiB && (slowPerMiB.reads + slowPerMiB.writes) / (fastPerMiB.reads + fastPerMiB.writes)
  }

  function fewerReads() {
    return slowPerMiB && fastPerMiB && slowPerMiB.reads - fastPerMiB.reads
  }

  /** Returns all calls with the buffer, for one copy of each size of the paper; null where not all were copied. */
  function totalCalls() {
    const own = claims.sizesMiB.map(mib =>
      cells.find(({ variant, sizeBytes }) => variant === fast && sizeBytes === mib * MIB)
    )
    const counts = own.flatMap(cell => (cell?.reads && cell.writes ? [cell.reads.median + cell.writes.median] : []))
    return counts.length < claims.sizesMiB.length ? null : counts.reduce((sum, count) => sum + count, 0)
  }
}

/**
 * Returns a figure that the paper calculated.
 * @type {(code: ClaimRow['code'], section: string, unit: ClaimRow['unit'], claimed: number, right: number, counted?: number | null) => ClaimRow}
 */
function arithmetic(code, section, unit, claimed, right, counted = null) {
  const measured = counted === null ? null : { value: counted, low: null, high: null }
  return { code, section, unit, claimed, right, measured, outcome: claimed === right ? 'right' : 'wrong' }
}

/** @type {(code: ClaimRow['code'], section: string, unit: ClaimRow['unit'], claimed: number, measured: Mean | null) => ClaimRow} */
function measurement(code, section, unit, claimed, measured) {
  return { code, section, unit, claimed, right: null, measured, outcome: 'measured' }
}
