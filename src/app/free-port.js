import { once } from 'node:events'
import net from 'node:net'

/** @import { AddressInfo } from 'node:net' */

/**
 * A port that is free at the moment.
 *
 * @param {string} host
 * @returns {Promise<number>}
 * @throws {NodeJS.ErrnoException} if nothing can listen on this host
 */
export async function findFreePort(host) {
  const probe = net.createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = /** @type {AddressInfo} */ (probe.address())
  probe.close()
  await once(probe, 'close')
  return port
}
