/** @import { SliceRecord } from './types.js' */

/** Of clocks that are read one after the other: the CPU time of a process, of its threads, and the duration of a slice. */
const CLOCKS_MICROS = 20_000
const CLOCKS_RATIO = 1.1
/** Under a quota of 1.5 cores node may report one. */
const UNREPORTED_CORES = 1

/**
 * Returns whether figures of a slice contradict each other: the CPU of user and kernel, or of the threads, is not that of the server; a
 * thread used more than its time, the server or the load generator more than all cores have; or bytes, responses and their rate differ.
 * @param {SliceRecord} slice @param {number} cores of the machine
 */
export function isContradictory({ server, durationMs, completed, non2xx, bytesRead, ...slice }, cores) {
  const { cpuMicros, cpuUserMicros, cpuSystemMicros, cpuMainThreadMicros: main, cpuOtherThreadsMicros: others } = server
  const { generatorProcess: generator, achievedRatePerSecond } = slice
  const micros = (main ?? 0) + (server.cpuPoolMicros ?? 0) + (server.cpuHelpersMicros ?? 0)
  return (
    Math.abs(cpuUserMicros + cpuSystemMicros - cpuMicros) > 1 ||
    // Older runs have others below 0.
    (main !== null && Math.abs(Math.max(0, others ?? 0) - Math.max(0, cpuMicros - main)) > 1) ||
    isAbove(micros, cpuMicros) ||
    server.threads.some(thread => isAbove(thread.cpuMicros ?? 0, thread.endMicros - thread.startMicros)) ||
    isTooMuchCpu(cpuMicros, durationMs, cores) ||
    // A generator of several servers may play longer for another one.
    (slice.beside.length === 0 &&
      isTooMuchCpu(generator.cpuUserMicros + generator.cpuSystemMicros, durationMs, cores)) ||
    Math.abs((achievedRatePerSecond * durationMs) / 1e3 - completed) > 1 ||
    non2xx > completed ||
    (slice.load.mode !== 'existing' && bytesRead < completed)
  )
}

/** Returns whether a process used more CPU than all cores have. @type {(cpuMicros: number, durationMs: number, cores: number) => boolean} */
export function isTooMuchCpu(cpuMicros, durationMs, cores) {
  return isAbove(cpuMicros, 1e3 * (cores + UNREPORTED_CORES) * durationMs)
}

/** @type {(partMicros: number, wholeMicros: number) => boolean} */
function isAbove(partMicros, wholeMicros) {
  return partMicros > CLOCKS_RATIO * wholeMicros + CLOCKS_MICROS
}
