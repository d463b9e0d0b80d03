import { once } from 'node:events'
import { createServer } from 'node:net'

/** @import { AddressInfo } from 'node:net' */

/**
 * Returns the wanted loopback port when it is free, another free port otherwise.
 * @param {number} wanted
 * @returns {Promise<number>}
 */
export async function freePortLike(wanted) {
  try {
    return await probe(wanted)
  } catch {
    return probe(0)
  }
}

/** @param {number} port */
async function probe(port) {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: found } = /** @type {AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return found
}
