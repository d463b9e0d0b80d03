import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../../../load/send-clock.js'

/**
 * @import { GatewaySample, PoolReading } from '../types.js'
 * @import { Launch } from '../../../measure/launch/launch.js'
 */

const SAMPLE_MS = 500

/**
 * Reads what a gateway uses, and the state of its pool, twice per second from now on. A reading that fails ends the samples: the
 * load reports why. A sample lasts as long as the server counted: a busy one answers late.
 * @param {Pick<Launch, 'startSlice' | 'stopSlice' | 'origin'>} launch
 * @returns {{ stop: () => Promise<GatewaySample[]> }}
 */
export function startGatewaySamples(launch) {
  const startMs = monotonicMs()
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
      await launch.startSlice()
      await delay(Math.max(0, index * SAMPLE_MS - (monotonicMs() - startMs)), undefined, {
        signal: ended.signal
      }).catch(ignore)
      const pool = await readPool(launch.origin)
      const reading = await launch.stopSlice()
      const { cpuMicros, cpuMainThreadMicros, eventLoopUtilization, eventLoopDelayP99Micros, rssBytes } = reading
      const [window] = reading.threads
      if (!window) return
      samples.push({
        fromMs: window.startMicros / 1e3 - startMs,
        toMs: window.endMicros / 1e3 - startMs,
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
