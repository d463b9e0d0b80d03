import { plannedCells, plannedOtherRequests } from '../../src/labs/copy/plan.js'
import { copy } from '../../src/labs/copy/question.js'
import { planLab } from '../../src/labs/skeleton/plan.js'
import { makeManifest } from './make-run.js'

/** @import { LabLength } from '../../src/runs/types.js' */
/** @import { CellRecord, CopyManifest, PlannedCell, SavedCopyLab } from '../../src/labs/copy/types.js' */

const MIB = 2 ** 20
/** Reads and writes of a copy, by strategy. @type {Record<string, (bytes: number) => { reads: number, writes: number }>} */
const callsOf = {
  '1 byte': bytes => ({ reads: bytes + 1, writes: bytes }),
  '8 KiB buffer': bytes => ({ reads: bytes / 8192 + 1, writes: bytes / 8192 }),
  'whole file': () => ({ reads: 1, writes: 1 })
}
/** The two times of the paper; the other strategies are as fast as the buffer. @type {Record<string, number>} */
const paperMsPerMiB = { '1 byte': 2000, 'whole file': 9 }

/**
 * Returns the saved run of a copy lab with known times: 2 s and 6 ms per MiB, without a cost per file; the whole file takes 1.5
 * times as long as the buffer. Repeats differ by 2% at most; the dropped ones take ten times as long.
 * @param {object} [given]
 * @param {LabLength} [given.length]
 * @param {Partial<CopyManifest>} [given.manifest]
 * @param {(cell: CellRecord) => Partial<CellRecord>} [given.change]
 * @returns {SavedCopyLab}
 */
export function makeLab({ length = 'usual', manifest = {}, change = () => ({}) } = {}) {
  const plan = planLab(copy, { part: 'table', length, seed: 1 })
  const cells = plannedCells(copy, plan).map(cell => {
    const record = { ...cell, durationMs: durationOf(cell, plan.dropped), calls: callsIn(cell), isVerified: true }
    return { ...record, ...change(record) }
  })
  const { experiment: _, design: __, calibration: ___, timing: ____, ...origin } = makeManifest()
  const otherRequests = plannedOtherRequests(copy, plan).map(({ strategy, ...cell }) => ({
    ...cell,
    ...waitsOf(strategy)
  }))
  return { manifest: { ...origin, lab: copy, plan, core: 1, fileSystem: 'ext4', ...manifest }, cells, otherRequests }
}

/** Returns a request that waits for the whole copy, or for 2 ms where the copy is not synchronous. @param {string} strategy */
function waitsOf(strategy) {
  const isSync = strategy === 'buffer' || strategy === 'whole'
  return { copyMs: 40, idlePingMs: 0.5, longestPingMs: isSync ? 40 : 2, pings: isSync ? 1 : 30 }
}

/** @param {PlannedCell} cell @param {number} dropped */
function durationOf({ variant, sizeBytes, repeat }, dropped) {
  const swing = 1 + 0.01 * ((repeat % 3) - 1)
  return ((paperMsPerMiB[variant] ?? 6) * sizeBytes * swing * (repeat < dropped ? 10 : 1)) / MIB
}

/** @param {PlannedCell} cell */
function callsIn({ variant, sizeBytes }) {
  return callsOf[variant]?.(sizeBytes) ?? { reads: 2, writes: 2 }
}
