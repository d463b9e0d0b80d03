/** @import { SliceRecord } from './types.js' */

/** Of clocks that are read one after the other: the CPU time of a process, of its threads, and the duration of a slice. */
const CLOCKS_MS = 20
const CLOCKS_RATIO = 1.1
/** Under a quota of 1.5 cores node may report one. */
const UNREPORTED_CORES = 1

/**
 * Returns whether figures of a slice contradict each other: the CPU of user and kernel is not that of the server, the main thread used
 * more than the server, the server more than all cores have, or responses had fewer bytes than one each.
 * @param {SliceRecord} slice @param {number} cores of the machine
 */
export function isContradictory({ server, durationMs, completed, bytesRead }, cores) {
  const { cpuMicros, cpuUserMicros, cpuSystemMicros, cpuMainThreadMicros } = server
  if (Math.abs(cpuUserMicros + cpuSystemMicros - cpuMicros) > 1) return true
  if ((cpuMainThreadMicros ?? 0) > cpuMicros + 1e3 * CLOCKS_MS) return true
  const mostMs = (cores + UNREPORTED_CORES) * (CLOCKS_RATIO * durationMs + CLOCKS_MS)
  return cpuMicros > 1e3 * mostMs || bytesRead < completed
}
