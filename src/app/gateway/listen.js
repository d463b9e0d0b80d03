import { explainListenError } from '../listening.js'
import { stopAtSignal } from '../signals.js'
import { prepareCleanStop } from '../stop-cleanly.js'

/** @import { Server } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

/**
 * Listens until SIGTERM or SIGINT, and prints one line when it is ready. A server that cannot listen reports why, with exit
 * code 1.
 *
 * @param {Server} server
 * @param {object} options
 * @param {string} options.host
 * @param {number} options.port
 * @param {string} options.url of what it serves, with `0` as the port
 * @param {string} options.how its settings as text
 * @param {() => unknown} [options.onStop] is called when no connection is open any more
 */
export function listenUntilSignal(server, { host, port, url, how, onStop }) {
  const stopCleanly = prepareCleanStop(server)
  server.once('error', endUnheard)
  server.once('listening', serveUntilSignal)
  server.listen(port, host)

  /** @param {NodeJS.ErrnoException} error */
  function endUnheard(error) {
    console.error(explainListenError(error, { host, port }))
    process.exitCode = 1
    onStop?.()
  }

  function serveUntilSignal() {
    server.off('error', endUnheard)
    stopAtSignal(stop)
    const opened = /** @type {AddressInfo} */ (server.address()).port
    console.log(`Listening on ${url.replace(':0', `:${opened}`)} (${how}, pid ${process.pid})`)
  }

  async function stop() {
    await stopCleanly()
    onStop?.()
  }
}
