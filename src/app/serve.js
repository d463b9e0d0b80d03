import cluster from 'node:cluster'
import http from 'node:http'
import { createApp } from './app.js'
import { announce, explainListenError } from './listening.js'
import { stopAtSignal, stopWorkerAtSignal } from './signals.js'
import { prepareCleanStop } from './stop-cleanly.js'

/** @import { AddressInfo } from 'node:net' */
/** @import { Settings } from './settings.js' */

/**
 * Serves the app in this process, alone or as a cluster's worker, until SIGTERM or SIGINT. If it cannot listen, it says
 * why and ends with exit code 1.
 *
 * @param {Settings} settings
 */
export function serve(settings) {
  const server = http.createServer(createApp(settings.toggles))
  const stopCleanly = prepareCleanStop(server)
  server.once('error', endUnheard)
  server.once('listening', serveUntilSignal)
  server.listen(settings.port, settings.host)

  /** @param {NodeJS.ErrnoException} error */
  function endUnheard(error) {
    console.error(explainListenError(error, settings))
    process.exitCode = 1
    leaveCluster()
  }

  function serveUntilSignal() {
    server.off('error', endUnheard)
    if (cluster.isWorker) return stopWorkerAtSignal(stop)
    stopAtSignal(stop)
    announce(/** @type {AddressInfo} */ (server.address()), settings, 'fork')
  }

  // Never process.exit: the process ends when nothing is open any more, and what others hooked to its end still runs.
  async function stop() {
    await stopCleanly()
    leaveCluster()
  }
}

/** The channel to the primary would keep a worker alive. */
function leaveCluster() {
  cluster.worker?.disconnect()
}
