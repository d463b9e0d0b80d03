import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

/** @import { LoadResult } from './types.js' */

const RESOLUTION_MS = 10

/**
 * Meters this process until the returned function is called: CPU of all its threads, the share of the time its event
 * loop was not waiting, and how much later than asked a timer of 10 ms fired. A generator that is late itself times its own lateness as the server's.
 * @returns {() => LoadResult['generatorProcess']}
 */
export function meterProcess() {
  const cpuBefore = process.cpuUsage()
  const loopBefore = performance.eventLoopUtilization()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return stopMeter

  function stopMeter() {
    delay.disable()
    const cpu = process.cpuUsage(cpuBefore)
    const isEmpty = delay.max === 0
    return {
      cpuUserMicros: cpu.user,
      cpuSystemMicros: cpu.system,
      eventLoopUtilization: performance.eventLoopUtilization(loopBefore).utilization,
      eventLoopDelayP99Micros: isEmpty ? 0 : beyondResolution(delay.percentile(99)),
      eventLoopDelayMaxMicros: isEmpty ? 0 : beyondResolution(delay.max)
    }
  }
}

/** @param {number} nanoseconds between two firings, the timer's own 10 ms included */
function beyondResolution(nanoseconds) {
  return Math.max(0, Math.round(nanoseconds / 1e3 - RESOLUTION_MS * 1e3))
}
