import { mergeHistograms } from '../../../stats/micros-histogram.js'
import { playStages } from '../../skeleton/stages/stages.js'

/** @import { UpstreamCheck } from '../types.js' */

/**
 * At 3,000 requests/s of 100 ms, with the 10 ms that may be added, 330 are in flight. All are opened before: a handshake during the load
 * would delay requests in both processes, and count as time of the upstream.
 */
const CONNECTIONS = { first: 400, most: 400 }
const ANSWER_LIMIT_MS = 5000

/**
 * Measures what an upstream adds to the time that it draws for each call, at a constant rate.
 * @param {string} origin
 * @param {object} load
 * @param {number} load.ratePerSecond
 * @param {number} load.durationMs
 * @param {string} load.logPath file that the output of the generator is appended to
 * @param {AbortSignal} load.signal
 * @returns {Promise<Omit<UpstreamCheck, 'isTls'>>} rejects with ERR_TOOL, or with the signal's reason
 */
export async function checkUpstream(origin, { ratePerSecond, durationMs, logPath, signal }) {
  const { stages, points } = await playStages(
    {
      url: `${origin}/items/first`,
      // The first second compiles the code of both processes.
      stages: [
        { ratePerSecond, durationMs: 1000 },
        { ratePerSecond, durationMs }
      ],
      connections: CONNECTIONS,
      answerLimitMs: ANSWER_LIMIT_MS,
      pointMs: 1000,
      timings: ['drawn'],
      intended: 'drawn'
    },
    { logPath, signal }
  )
  const [, measured] = stages
  const { sent = 0, completed = 0, addedMicros = null, sendDelayP99Micros = 0 } = measured ?? {}
  const added = addedMicros === null ? null : mergeHistograms([addedMicros])
  return {
    ratePerSecond,
    durationMs,
    sent,
    failed: sent - completed,
    addedP50Ms: added && added.getValueAtPercentile(50) / 1e3,
    addedP99Ms: added && added.getValueAtPercentile(99) / 1e3,
    addedMaxMs: added && added.maxValue / 1e3,
    generatorDelayP99Ms: sendDelayP99Micros / 1e3,
    highestInFlight: Math.max(...points.map(({ inFlight }) => inFlight))
  }
}
