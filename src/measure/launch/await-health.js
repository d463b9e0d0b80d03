import { setTimeout as delay } from 'node:timers/promises'
import { startTimer } from '../../system/deadline.js'
import { speaksHttp2 } from './http2-only.js'
import { oneResponse } from './one-response.js'

const BETWEEN_MS = 100

/**
 * Waits until a server that listens responds with 2xx to its health path: many listen before they are ready.
 * @param {string} url
 * @param {object} bounds
 * @param {number} bounds.limitMs
 * @param {AbortSignal} bounds.signal
 * @param {(problem: string) => Error} bounds.late makes the error of a missed limit from the last problem
 * @param {() => Error} bounds.http2Only makes the error of a server that speaks HTTP/2 only
 */
export async function awaitHealth(url, { limitMs, signal, late, http2Only }) {
  const over = new AbortController()
  const stopTimer = startTimer(limitMs, () => over.abort(new Error('no response')))
  let problem = ''
  try {
    while (!over.signal.aborted) {
      const { isReady, hasResponded, ...asked } = await ask(url, limitMs, signal, over.signal)
      if (isReady) return
      const isFirst = problem === ''
      // The last request may be cut off by the limit.
      if (isFirst || hasResponded) problem = asked.problem
      if (isFirst && !hasResponded && (await speaksHttp2(new URL(url).origin, signal))) throw http2Only()
      await delay(BETWEEN_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  } finally {
    stopTimer()
  }
  throw late(problem)
}

/** @param {string} url @param {number} limitMs @param {AbortSignal} signal @param {AbortSignal} over */
async function ask(url, limitMs, signal, over) {
  const late = () => new Error('no response')
  try {
    const either = AbortSignal.any([signal, over])
    const bounds = { limitMs, signal: either, late, failed: (/** @type {Error} */ error) => error }
    const { statusCode } = await oneResponse({ url, headers: { accept: '*/*' } }, bounds)
    return { isReady: statusCode >= 200 && statusCode < 300, hasResponded: true, problem: `status ${statusCode}` }
  } catch (error) {
    signal.throwIfAborted()
    return { isReady: false, hasResponded: false, problem: /** @type {Error} */ (error).message }
  }
}
