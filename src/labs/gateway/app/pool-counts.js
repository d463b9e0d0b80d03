import { performance } from 'node:perf_hooks'

/** @import { PoolReading } from '../types.js' */

/**
 * @typedef {object} CallEvents of one call, in this order; each does nothing once the call has ended, because a pool may reach a
 *   cancelled call later
 * @property {() => void} gotConnection is called when the request is about to be written to a connection
 * @property {() => void} gotResponse is called at the last byte of the response, when the connection is free again
 *
 * @typedef {ReturnType<typeof startPoolCounts>} PoolCounts
 */

/**
 * Counts calls that wait for a connection and calls that have one. A call waits from the moment when it is made until its
 * request is written to an open connection: in the queue of the pool, and while its connection opens. (undici's channel
 * `undici:request:create` would not do: it is published when a call leaves the queue.)
 * @param {number | null} size
 * @param {() => number} now milliseconds
 */
export function startPoolCounts(size, now = performance.now.bind(performance)) {
  const counts = { size, running: 0, waiting: 0, highestRunning: 0, highestWaiting: 0, calls: 0, failed: 0 }
  // Times of open calls are added up as differences: each adds `now` at its end and subtracts it at its start.
  let waitedMs = 0
  let upstreamMs = 0
  return { begin, read }

  /** Counts a call from now on. */
  function begin() {
    const begunMs = now()
    let connectedMs = 0
    let endedMs = 0
    /** @type {'waiting' | 'running' | 'over'} */
    let state = 'waiting'
    counts.waiting++
    counts.highestWaiting = Math.max(counts.highestWaiting, counts.waiting)
    waitedMs -= begunMs
    return { events: { gotConnection, gotResponse: leave }, end }

    function gotConnection() {
      if (state !== 'waiting') return
      state = 'running'
      connectedMs = now()
      counts.waiting--
      counts.running++
      counts.highestRunning = Math.max(counts.highestRunning, counts.running)
      waitedMs += connectedMs
      upstreamMs -= connectedMs
    }

    function leave() {
      if (state === 'over') return
      endedMs = now()
      if (state === 'running') {
        counts.running--
        upstreamMs += endedMs
      } else {
        counts.waiting--
        waitedMs += endedMs
        connectedMs = endedMs
      }
      state = 'over'
    }

    /**
     * Counts the call as ended, and returns how long it waited for a connection, and from there to the last byte of the response.
     * @param {{ isFailed: boolean }} result
     */
    function end({ isFailed }) {
      leave()
      counts.calls++
      if (isFailed) counts.failed++
      return { waitMs: connectedMs - begunMs, upstreamMs: endedMs - connectedMs }
    }
  }

  /**
   * Returns what `GET /pool` answers. Sums are since the start, and contain calls that still wait or run, so two readings give the means
   * between them: the growth of `waitedMs` divided by the time is the mean number of calls that waited.
   * @returns {PoolReading}
   */
  function read() {
    const nowMs = now()
    return {
      ...counts,
      waitedMs: waitedMs + counts.waiting * nowMs,
      upstreamMs: upstreamMs + counts.running * nowMs
    }
  }
}
