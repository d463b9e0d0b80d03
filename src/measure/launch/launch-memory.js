import { performance } from 'node:perf_hooks'
import { watchMemory } from '../../system/watch-memory.js'

/**
 * @import { ErrorDetails } from '../../errors/types.js'
 * @import { MemoryPoint } from '../../runs/types.js'
 * @import { MemoryWatch } from '../../system/watch-memory.js'
 */

/** @typedef {Pick<ErrorDetails['ERR_SERVER_MEMORY'], 'limitMB' | 'peakMB' | 'seconds'>} Exceeded `seconds`: since the start */

/**
 * @typedef {MemoryWatch & { samples: () => MemoryPoint[] }} LaunchMemory `samples` returns the memory at each moment that it was read,
 *   `atMs` of `performance.now()`; empty unless they are kept
 */

/**
 * Watches the memory limit of a launch.
 * @param {number} pid of the process that its command started
 * @param {object} limit
 * @param {number | undefined} limit.memoryMB of 1,000,000 bytes
 * @param {number} [limit.sampleMs] time between two samples, which are then kept
 * @param {(exceeded: Exceeded) => void} limit.onExceeded called at most once
 * @returns {LaunchMemory | null} null without a limit
 */
export function limitMemory(pid, { memoryMB, sampleMs, onExceeded }) {
  const startedMs = performance.now()
  if (memoryMB === undefined) return null
  /** @type {MemoryPoint[]} */
  const samples = []
  const watch = watchMemory(pid, {
    bytes: Math.round(memoryMB * 1e6),
    sampleMs,
    onSample: sampleMs === undefined ? undefined : sample => samples.push(sample),
    onExceeded: report
  })
  return { ...watch, samples: () => samples }

  /** @param {number} peakBytes */
  function report(peakBytes) {
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    onExceeded({ limitMB: Math.round(Number(memoryMB)), peakMB: Math.ceil(peakBytes / 1e6), seconds })
  }
}
