import http from 'node:http'
import https from 'node:https'
import { DecoratorHandler, fetch, Pool } from 'undici'
import { MOST_BODY_BYTES } from './upstream-error.js'

/** @import { Dispatcher } from 'undici' */
/** @import { CallEvents, PoolCounts } from './pool-counts.js' */
/** @import { GatewaySettings } from './settings.js' */

/**
 * @typedef {Pick<GatewaySettings, 'upstream' | 'poolSize' | 'client'> & { ca: string | undefined }} ClientSettings
 * @typedef {ReturnType<typeof createUpstreamClient>} UpstreamClient
 * @typedef {Awaited<ReturnType<UpstreamClient['get']>>} UpstreamResponse
 */

/**
 * @callback Get makes one call
 * @param {string} path @param {AbortSignal} signal @param {CallEvents} events
 * @returns {Promise<{ status: number, body: Buffer }>}
 */

/** That of undici. */
const TOO_LARGE_CODE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'

/**
 * Creates what calls the upstream, and counts its calls.
 * @param {ClientSettings} settings @param {PoolCounts} counts
 */
export function createUpstreamClient(settings, counts) {
  /** `close` closes the connections. @type {{ get: Get, close: () => unknown }} */
  const { get, close } = settings.client === 'http' ? createHttpClient(settings) : createPoolClient(settings)
  return { get: getCounted, close }

  /**
   * Makes one call. It rejects with the error of the client, or with the signal's reason at once.
   * @param {string} path @param {AbortSignal} signal
   */
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
 * Creates a client that calls through a pool of undici: by its `request`, or by its `fetch`, whose code Node.js has too, so that the size
 * of its pool can be set.
 * @param {ClientSettings} settings
 */
function createPoolClient({ client, upstream, poolSize, ca }) {
  const pool = new Pool(upstream.origin, {
    connections: poolSize,
    // One request per connection at a time, as in any HTTP/1.1 client.
    pipelining: 1,
    maxResponseSize: MOST_BODY_BYTES,
    ...(ca !== undefined && { connect: { ca } })
  })
  return { get: client === 'fetch' ? fetchThroughPool : getThroughPool, close: () => pool.destroy() }

  /** @type {Get} */
  async function getThroughPool(path, signal, events) {
    const { statusCode, body } = await watched(events).request({ method: 'GET', path, signal })
    return { status: statusCode, body: Buffer.from(await body.arrayBuffer()) }
  }

  /** @type {Get} */
  async function fetchThroughPool(path, signal, events) {
    const response = await fetch(new URL(path, upstream), { signal, dispatcher: watched(events) })
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }

  /** Returns the pool for one call, which reports what becomes of it. @param {CallEvents} events */
  function watched(events) {
    return pool.compose(dispatch => (options, handler) => dispatch(options, new WatchedHandler(handler, events)))
  }
}

class WatchedHandler extends DecoratorHandler {
  #handler
  #events

  /** @param {Dispatcher.DispatchHandler} handler @param {CallEvents} events */
  constructor(handler, events) {
    super(handler)
    this.#handler = handler
    this.#events = events
  }

  /** @param {Dispatcher.DispatchController} controller @param {any} context */
  onRequestStart(controller, context) {
    this.#events.gotConnection()
    return this.#handler.onRequestStart?.(controller, context)
  }

  /** @param {Dispatcher.DispatchController} controller @param {any} trailers */
  onResponseEnd(controller, trailers) {
    this.#events.gotResponse()
    return this.#handler.onResponseEnd?.(controller, trailers)
  }
}

/**
 * Creates a client of node:http that opens a connection for each call and closes it after the response. A call waits for a
 * place among the connections; the time in which its own connection opens is time of the upstream.
 * @param {ClientSettings} settings
 */
function createHttpClient({ upstream, poolSize, ca }) {
  const isTls = upstream.protocol === 'https:'
  const options = { keepAlive: false, maxSockets: poolSize ?? Number.POSITIVE_INFINITY }
  const agent = isTls ? new https.Agent({ ...options, ca }) : new http.Agent(options)
  const { request } = isTls ? https : http
  return { get: getOnce, close: () => agent.destroy() }

  /** @type {Get} */
  function getOnce(path, signal, { gotConnection, gotResponse }) {
    return new Promise(function untilEnded(resolve, reject) {
      const asked = request(new URL(path, upstream), { agent, signal })
      asked.once('socket', gotConnection)
      // Not once: a connection may fail again after its request was cancelled.
      asked.on('error', reject)
      asked.once('response', function collect(response) {
        /** @type {Buffer[]} */
        const chunks = []
        let bytes = 0
        response.on('data', function keep(chunk) {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > MOST_BODY_BYTES) response.destroy(Object.assign(new Error('too large'), { code: TOO_LARGE_CODE }))
        })
        response.once('end', function complete() {
          gotResponse()
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) })
        })
        response.on('error', reject)
      })
      asked.end()
    })
  }
}
