import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * @import { GatewaySample, PoolReading } from '../runs/types.js'
 * @import { Launch } from './launch.js'
 */

const SAMPLE_MS = 500

/**
 * Reads what a gateway uses, and the state of its pool, twice per second from now on. A reading that fails ends the samples: the
 * load reports why.
 * @param {Launch} launch
 * @returns {{ stop: () => Promise<GatewaySample[]> }}
 */
export function startGatewaySamples(launch) {
  const startMs = performance.now()
  const ended = new AbortController()
  /** @type {GatewaySample[]} */
  const samples = []
  const sampled = sampleUntilEnd().catch(ignore)
  return { stop }

  async function stop() {
    ended.abort()
    await sampled
    return samples
  }

  async function sampleUntilEnd() {
    for (let index = 1; !ended.signal.aborted; index++) {
      const fromMs = performance.now() - startMs
      await launch.startSlice()
      await delay(Math.max(0, index * SAMPLE_MS - (performance.now() - startMs)), undefined, {
        signal: ended.signal
      }).catch(ignore)
      const pool = await readPool(launch.origin)
      const reading = await launch.stopSlice()
      const { cpuMicros, cpuMainThreadMicros, eventLoopUtilization, eventLoopDelayP99Micros, rssBytes } = reading
      samples.push({
        fromMs,
        toMs: performance.now() - startMs,
        cpuMicros,
        cpuMainThreadMicros,
        eventLoopUtilization,
        eventLoopDelayP99Micros,
        rssBytes,
        pool
      })
    }
  }
}

/** @param {string} origin @returns {Promise<PoolReading>} */
async function readPool(origin) {
  const response = await fetch(`${origin}/pool`)
  return /** @type {Promise<PoolReading>} */ (response.json())
}

function ignore() {}
