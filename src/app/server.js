import cluster from 'node:cluster'
import http from 'node:http'
import { createApp } from './app.js'
import { announce, explainListenError } from './listening.js'
import { serveCluster } from './serve-cluster.js'
import { readSettings, usage } from './settings.js'
import { stopAtSignal } from './signals.js'
import { prepareCleanStop } from './stop-cleanly.js'
import { UsageError } from './toggles.js'

/** @import { Settings } from './settings.js' */
/** @import { AddressInfo } from 'node:net' */

main(process.argv.slice(2), process.env)

/** @param {string[]} args @param {NodeJS.ProcessEnv} env */
function main(args, env) {
  const settings = readSettingsOrExplain(args, env)
  if (!settings) return
  if (settings.help) return console.log(usage)
  if (settings.mode === 'cluster' && cluster.isPrimary) return serveCluster(settings)
  serve(settings)
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} env */
function readSettingsOrExplain(args, env) {
  try {
    return readSettings(args, env)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}

/**
 * Serves the app in this process, which may be a cluster's worker, until SIGTERM or SIGINT. If it cannot listen, it
 * reports why and ends with exit code 1.
 *
 * @param {Settings} settings
 */
function serve(settings) {
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
    stopAtSignal(stop)
    if (cluster.isPrimary) announce(/** @type {AddressInfo} */ (server.address()), settings, 'fork')
  }

  // Not by process.exit: the process ends when nothing is open, and exit handlers that wait for that still run.
  async function stop() {
    await stopCleanly()
    leaveCluster()
  }
}

/** Closes the channel to the primary, which would keep a worker running. */
function leaveCluster() {
  cluster.worker?.disconnect()
}
