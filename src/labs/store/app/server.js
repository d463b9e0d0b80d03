import http from 'node:http'
import { orExplain } from '../../skeleton/app/explain-use.js'
import { listenUntilSignal } from '../../skeleton/app/listen-until-signal.js'
import { openEngine } from './engine.js'
import { createExecutor } from './executor.js'
import { createRoute } from './route.js'
import { describeStoreSettings, readStoreSettings } from './settings.js'

/** @import { StoreSettings } from './settings.js' */

/** For the body of a request. */
const REQUEST_LIMIT_MS = 10_000

await orExplain(() => serveStore(readStoreSettings(process.env)))

/**
 * Serves the store until SIGTERM or SIGINT: it then completes the open requests and writes to the disk what is outstanding.
 * @param {StoreSettings} settings
 */
async function serveStore(settings) {
  const { host, port } = settings
  const engine = await openEngine(settings)
  const executor = await createExecutor(settings, engine)
  const server = http.createServer({ requestTimeout: REQUEST_LIMIT_MS }, createRoute(executor))
  listenUntilSignal(server, { host, port, path: '/v0/entity', how: describeStoreSettings(settings), onStop: close })

  async function close() {
    await executor.close()
    await engine.close()
  }
}
