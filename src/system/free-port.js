import { once } from 'node:events'
import { createServer } from 'node:net'

/** @import { AddressInfo, Server } from 'node:net' */

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

/**
 * Returns free loopback ports that differ from each other.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => listenOn(0)))
  return Promise.all(servers.map(release))
}

/** @param {number} port */
async function probe(port) {
  return release(await listenOn(port))
}

/** @param {number} port */
async function listenOn(port) {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** @param {Server} server @returns {Promise<number>} its port */
async function release(server) {
  const { port } = /** @type {AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}
