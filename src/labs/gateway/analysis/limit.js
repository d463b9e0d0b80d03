/**
 * @import { Limit, LimitCode, MeasuredStage } from './types.js'
 */

/** Up to this share above the time of an idle upstream nothing is called a limit. */
const EXCESS_RATIO = 0.1
/** A wait for a connection that is this share of the excess is no consequence of something else. */
const MOST_OF_EXCESS = 0.8
/** A thread that runs JavaScript for this share of the time has no reserve. */
const BUSY_RATIO = 0.9
/** An event loop that is active for less than this share of the time is not what requests wait for. */
const IDLE_RATIO = 0.5

/**
 * Returns what limited a configuration in a stage, from measured figures only. The response time above that of an idle upstream is
 * divided into the wait for a connection, the longer time of the calls, and the rest, the gateway's own. Where the thread that runs
 * JavaScript was busy all the time, that is the reason of all three: then the limit is its CPU, or the event loop when it was
 * blocked without using CPU, unless nearly all of the time is a wait for a connection. Where the rest is the largest part and the event
 * loop was idle for most of the time, the limit is not known: the time may be that of the generator.
 *
 * @param {MeasuredStage} stage
 * @param {number} idleMs both calls at an idle upstream, for one request
 * @param {boolean} isPoolFull whether all connections were in use at some time: otherwise a wait is that of a connection that opens
 * @returns {Limit}
 */
export function limitOf(stage, idleMs, isPoolFull) {
  const { meanMs, poolWaitMs, upstreamMs, failedRatio } = stage
  if (poolWaitMs === null || upstreamMs === null) {
    return { code: 'unknown', excessMs: null, poolMs: null, upstreamMs: null, ownMs: null }
  }
  const takenMs = meanMs ?? poolWaitMs + upstreamMs
  const parts = {
    excessMs: takenMs - idleMs,
    poolMs: poolWaitMs,
    upstreamMs: upstreamMs - idleMs,
    ownMs: takenMs - poolWaitMs - upstreamMs
  }
  const isLimited = parts.excessMs > idleMs * EXCESS_RATIO || failedRatio > 0
  return { code: isLimited ? reasonOf(stage, parts, isPoolFull) : 'none', ...parts }
}

/** @param {MeasuredStage} stage @param {{ excessMs: number, poolMs: number, upstreamMs: number, ownMs: number }} parts @param {boolean} isPoolFull @returns {LimitCode} */
function reasonOf({ mainThreadCores, eventLoopUtilization }, { excessMs, poolMs, upstreamMs, ownMs }, isPoolFull) {
  if ((mainThreadCores ?? 0) >= BUSY_RATIO) return 'cpu'
  if (isPoolFull && poolMs > 0 && poolMs >= excessMs * MOST_OF_EXCESS) return 'pool'
  if ((eventLoopUtilization ?? 0) >= BUSY_RATIO) return 'event-loop'
  const largest = Math.max(poolMs, upstreamMs, ownMs)
  if (largest === poolMs) return isPoolFull ? 'pool' : 'unknown'
  if (largest === upstreamMs) return 'upstream'
  return (eventLoopUtilization ?? 0) >= IDLE_RATIO ? 'event-loop' : 'unknown'
}
