import { fetch } from 'undici'
import { openPool } from './watched-pool.js'

/** @import { ClientSettings, Get } from './upstream-client.js' */

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
