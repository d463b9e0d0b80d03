import http from 'node:http'
import net from 'node:net'
import { stopAtSignal } from '../signals.js'
import { prepareCleanStop } from '../stop-cleanly.js'
import { UsageError } from '../toggles.js'
import { openEngine } from './engine.js'
import { createExecutor } from './executor.js'
import { createRoute } from './route.js'
import { describeStoreSettings, readStoreSettings } from './settings.js'

/** @import { AddressInfo } from 'node:net' */
/** @import { StoreSettings } from './settings.js' */

/** For the body of a request. */
const REQUEST_LIMIT_MS = 10_000

await main(process.env)

/** @param {NodeJS.ProcessEnv} env */
async function main(env) {
  try {
    await serveStore(readStoreSettings(env))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}

/**
 * Serves the store until SIGTERM or SIGINT: it then completes the open requests and writes to the disk what is outstanding.
 * @param {StoreSettings} settings
 */
async function serveStore(settings) {
  const engine = await openEngine(settings)
  const executor = await createExecutor(settings, engine)
  const server = http.createServer({ requestTimeout: REQUEST_LIMIT_MS }, createRoute(executor))
  const stopCleanly = prepareCleanStop(server)
  server.once('error', endUnheard)
  server.once('listening', announce)
  server.listen(settings.port, settings.host)

  function announce() {
    server.off('error', endUnheard)
    stopAtSignal(stop)
    const { address, port } = /** @type {AddressInfo} */ (server.address())
    const host = net.isIPv6(address) ? `[${address}]` : address
    console.log(
      `Listening on http://${host}:${port}/v0/entity (${describeStoreSettings(settings)}, pid ${process.pid})`
    )
  }

  /** @param {NodeJS.ErrnoException} error */
  async function endUnheard({ message }) {
    console.error(
      `Cannot listen on ${settings.host}, port ${settings.port}: ${message}. Set PORT (0 takes any free one) or HOST.`
    )
    process.exitCode = 1
    await close()
  }

  async function stop() {
    await stopCleanly()
    await close()
  }

  async function close() {
    await executor.close()
    await engine.close()
  }
}
