import { createHttpClient } from './http-client.js'
import { createFetchClient, createUndiciClient } from './pool-clients.js'

/** @import { CallEvents, PoolCounts } from './pool-counts.js' */
/** @import { GatewaySettings } from './settings.js' */

/**
 * @typedef {Pick<GatewaySettings, 'upstream' | 'poolSize' | 'client'> & { ca: string | undefined }} ClientSettings
 *
 * @typedef {object} UpstreamResponse
 * @property {number} status
 * @property {Buffer} body
 * @property {number} waitMs how long the call waited for a connection
 * @property {number} upstreamMs from there to the last byte of the response
 *
 * @typedef {object} UpstreamClient
 * @property {(path: string, signal: AbortSignal) => Promise<UpstreamResponse>} get rejects with the error of the
 *   client, or with the signal's reason at once
 * @property {() => unknown} close closes its connections
 */

const makers = { undici: createUndiciClient, fetch: createFetchClient, http: createHttpClient }

/**
 * Creates what calls the upstream, and counts its calls.
 *
 * @param {ClientSettings} settings @param {PoolCounts} counts @returns {UpstreamClient}
 */
export function createUpstreamClient(settings, counts) {
  const { get, close } = makers[settings.client](settings)
  return { get: getCounted, close }

  /** @type {UpstreamClient['get']} */
  async function getCounted(path, signal) {
    const call = counts.begin()
    try {
      // A pool notices the abort of a call that waits only when its turn comes.
      const answer = await Promise.race([get(path, signal, call.events), untilAborted(signal)])
      return { ...answer, ...call.end({ isFailed: false }) }
    } catch (error) {
      call.end({ isFailed: true })
      throw error
    }
  }
}

/** Never resolves. @param {AbortSignal} signal @returns {Promise<never>} rejects with the signal's reason */
function untilAborted(signal) {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  )
}

/**
 * @callback Get makes one call
 * @param {string} path @param {AbortSignal} signal @param {CallEvents} events
 * @returns {Promise<{ status: number, body: Buffer }>}
 */
