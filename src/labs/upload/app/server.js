import http from 'node:http'
import { stopAtSignal } from '../../../app/signals.js'
import { prepareCleanStop } from '../../../app/stop-cleanly.js'
import { orExplain } from '../../skeleton/app/settings.js'
import { createAdmission } from './admission.js'
import { connectContainer, storeProblem } from './blob-store.js'
import { readUploadSettings } from './settings.js'
import { makeTempFolder, strategies } from './strategies.js'
import { addRoutes, createUploadHandler } from './upload.js'

/** @import { AddressInfo } from 'node:net' */
/** @import { UploadSettings } from './settings.js' */

const HOST = '127.0.0.1'
/** Node's default, which no limit on requests would remove. */
const HEADERS_LIMIT_MS = 60_000

await main(process.env)

/** @param {NodeJS.ProcessEnv} env */
async function main(env) {
  const settings = await orExplain(() => readUploadSettings(env))
  if (!settings) return
  const container = connectContainer(settings.blobService, settings.container)
  try {
    await container.createIfNotExists()
  } catch (error) {
    return explain(`The blob store at ${settings.blobService} cannot be used (${storeProblem(error) ?? error}).`)
  }
  const store = strategies[settings.strategy]
  const handleUpload = createUploadHandler({
    ...settings,
    store,
    container,
    admission: createAdmission(settings),
    newFile: makeTempFolder()
  })
  serve(handleUpload, settings)
}

/**
 * Serves until SIGTERM or SIGINT; then open uploads are completed, and the process ends.
 * @param {ReturnType<typeof createUploadHandler>} handleUpload @param {UploadSettings} settings
 */
function serve(handleUpload, { port, strategy }) {
  // No limit on the time to receive a body, which would end one that waits for its turn: each upload has its own limit.
  const server = http.createServer({ requestTimeout: 0, headersTimeout: HEADERS_LIMIT_MS })
  const stopCleanly = prepareCleanStop(server)
  addRoutes(server, handleUpload)
  server.once('error', error => explain(`Cannot listen on ${HOST}, port ${port}: ${error.message}.`))
  server.listen(port, HOST, function announce() {
    stopAtSignal(stopCleanly)
    const { address, port } = /** @type {AddressInfo} */ (server.address())
    console.log(`Listening on http://${address}:${port} (${strategy}, pid ${process.pid})`)
  })
}

/** @param {string} message */
function explain(message) {
  console.error(message)
  process.exitCode = 1
}
