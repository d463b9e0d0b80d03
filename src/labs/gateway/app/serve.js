import { readFileSync } from 'node:fs'
import http from 'node:http'
import { UsageError } from '../../../app/toggles.js'
import { listenUntilSignal } from '../../skeleton/app/listen-until-signal.js'
import { createAggregate } from './aggregate.js'
import { startPoolCounts } from './pool-counts.js'
import { describeGateway } from './settings.js'
import { createUpstreamClient } from './upstream-client.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { GatewaySettings } from './settings.js' */

/**
 * Serves the gateway until SIGTERM or SIGINT.
 * @param {GatewaySettings} settings
 * @throws {UsageError} for a certificate that cannot be read
 */
export function serveGateway(settings) {
  const { host, port } = settings
  const { server, close } = createGateway(settings)
  listenUntilSignal(server, { host, port, path: '/aggregate', how: describeGateway(settings), onStop: close })
}

/**
 * Creates the server of the gateway, and what closes its connections to the upstream.
 * @param {GatewaySettings} settings
 * @throws {UsageError}
 */
export function createGateway(settings) {
  const counts = startPoolCounts(settings.poolSize)
  const client = createUpstreamClient({ ...settings, ca: readCertificate(settings.caFile) }, counts)
  const aggregate = createAggregate(settings, client)
  return { server: http.createServer(route), close: client.close }

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  function route(request, response) {
    const [path] = (request.url ?? '').split('?')
    if (path !== '/aggregate' && path !== '/pool')
      return sendText(response, 404, 'Not found: there is /aggregate, and /pool.')
    // Node.js sends no body in a response to HEAD.
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(response.setHeader('Allow', 'GET, HEAD'), 405, 'Only GET and HEAD are allowed.')
    if (path === '/aggregate') aggregate(request, response)
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(counts.read()))
  }
}

/** @param {ServerResponse} response @param {number} status @param {string} sentence */
function sendText(response, status, sentence) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`)
}

/** @param {string | null} file */
function readCertificate(file) {
  if (file === null) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`CA cannot be read: ${/** @type {Error} */ (error).message}`)
  }
}
