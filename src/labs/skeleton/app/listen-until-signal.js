import { explainListenError, VARIABLES } from '../../../app/listening.js'
import { stopAtSignal } from '../../../app/signals.js'
import { prepareCleanStop } from '../../../app/stop-cleanly.js'

/** @import { Server } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

/**
 * Listens until SIGTERM or SIGINT, and prints one line when it is ready. A server that cannot listen reports why, with exit
 * code 1. For servers whose settings are environment variables.
 *
 * @param {Server} server @param {object} options @param {string} options.host @param {number} options.port
 * @param {'http' | 'https'} [options.protocol]
 * @param {string} [options.path] of what it serves
 * @param {string} options.how its settings as text
 * @param {() => unknown} [options.onStop] is called when no connection is open any more
 */
export function listenUntilSignal(server, { host, port, protocol = 'http', path = '', how, onStop }) {
  const stopCleanly = prepareCleanStop(server)
  server.once('error', endUnheard)
  server.once('listening', serveUntilSignal)
  server.listen(port, host)

  /** @param {NodeJS.ErrnoException} error */
  async function endUnheard(error) {
    console.error(explainListenError(error, { host, port }, VARIABLES))
    process.exitCode = 1
    await onStop?.()
  }

  function serveUntilSignal() {
    server.off('error', endUnheard)
    stopAtSignal(stop)
    const opened = /** @type {AddressInfo} */ (server.address()).port
    const origin = `${protocol}://${host.includes(':') ? `[${host}]` : host}:${opened}`
    console.log(`Listening on ${origin}${path} (${how}, pid ${process.pid})`)
  }

  async function stop() {
    await stopCleanly()
    await onStop?.()
  }
}
