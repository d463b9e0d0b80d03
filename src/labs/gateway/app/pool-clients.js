import { DecoratorHandler, fetch, Pool } from 'undici'
import { MOST_BODY_BYTES } from './upstream-error.js'

/** @import { Dispatcher } from 'undici' */
/** @import { CallEvents } from './pool-counts.js' */
/** @import { ClientSettings, Get } from './upstream-client.js' */

/**
 * Creates a client that calls through a pool of undici.
 *
 * @param {ClientSettings} settings
 */
export function createUndiciClient(settings) {
  const { watched, close } = openPool(settings)
  return { get: getThroughPool, close }

  /** @type {Get} */
  async function getThroughPool(path, signal, events) {
    const { statusCode, body } = await watched(events).request({ method: 'GET', path, signal })
    return { status: statusCode, body: Buffer.from(await body.arrayBuffer()) }
  }
}

/**
 * Creates a client that calls `fetch`: that of undici, whose code Node.js has too, so that the size of its pool can be set.
 *
 * @param {ClientSettings} settings
 */
export function createFetchClient(settings) {
  const { watched, close } = openPool(settings)
  return { get: fetchThroughPool, close }

  /** @type {Get} */
  async function fetchThroughPool(path, signal, events) {
    const response = await fetch(new URL(path, settings.upstream), { signal, dispatcher: watched(events) })
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }
}

/** Opens a pool of connections, and returns what makes a view of it for one call. @param {ClientSettings} settings */
function openPool({ upstream, poolSize, ca }) {
  const pool = new Pool(upstream.origin, {
    connections: poolSize,
    // One request per connection at a time, as in any HTTP/1.1 client.
    pipelining: 1,
    maxResponseSize: MOST_BODY_BYTES,
    ...(ca !== undefined && { connect: { ca } })
  })
  return { watched, close: () => pool.destroy() }

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
