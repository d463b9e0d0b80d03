import { openPool } from './watched-pool.js'

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
