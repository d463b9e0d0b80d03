import { performance } from 'node:perf_hooks'
import { watchMemory } from '../system/watch-memory.js'

/** @import { ErrorDetails } from '../error-types.js' */

/** @typedef {Pick<ErrorDetails['ERR_SERVER_MEMORY'], 'limitMB' | 'peakMB' | 'seconds'>} Exceeded `seconds`: since the start */

/**
 * Watches the memory limit of a launch.
 * @param {number} pid of the process that its command started
 * @param {object} limit
 * @param {number | undefined} limit.memoryMB
 * @param {(exceeded: Exceeded) => void} limit.onExceeded called at most once
 * @returns {ReturnType<typeof watchMemory> | null} null without a limit
 */
export function limitMemory(pid, { memoryMB, onExceeded }) {
  const startedMs = performance.now()
  if (memoryMB === undefined) return null
  return watchMemory(pid, { bytes: memoryMB * 1e6, onExceeded: report })

  /** @param {number} peakBytes */
  function report(peakBytes) {
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    onExceeded({ limitMB: Number(memoryMB), peakMB: Math.ceil(peakBytes / 1e6), seconds })
  }
}
