import { once } from 'node:events'
import { createServer } from 'node:net'

/** @import { AddressInfo } from 'node:net' */

/**
 * @param {number} wanted
 * @returns {Promise<number>} the wanted loopback port when it is free, any free one otherwise
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
