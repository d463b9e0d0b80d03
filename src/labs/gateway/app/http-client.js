import http from 'node:http'
import https from 'node:https'
import { MOST_BODY_BYTES } from './upstream-error.js'

/** @import { ClientSettings, Get } from './upstream-client.js' */

/** That of undici. */
const TOO_LARGE_CODE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'

/**
 * Creates a client of node:http that opens a connection for each call and closes it after the response. A call waits for a
 * place among the connections; the time in which its own connection opens is time of the upstream.
 *
 * @param {ClientSettings} settings
 */
export function createHttpClient({ upstream, poolSize, ca }) {
  const isTls = upstream.protocol === 'https:'
  const options = { keepAlive: false, maxSockets: poolSize ?? Number.POSITIVE_INFINITY }
  const agent = isTls ? new https.Agent({ ...options, ca }) : new http.Agent(options)
  const { request } = isTls ? https : http
  return { get: getOnce, close: () => agent.destroy() }

  /** @type {Get} */
  function getOnce(path, signal, { gotConnection, gotResponse }) {
    return new Promise(function untilEnded(resolve, reject) {
      const asked = request(new URL(path, upstream), { agent, signal })
      asked.once('socket', gotConnection)
      // Not once: a connection may fail again after its request was cancelled.
      asked.on('error', reject)
      asked.once('response', function collect(response) {
        /** @type {Buffer[]} */
        const chunks = []
        let bytes = 0
        response.on('data', function keep(chunk) {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > MOST_BODY_BYTES) response.destroy(Object.assign(new Error('too large'), { code: TOO_LARGE_CODE }))
        })
        response.once('end', function complete() {
          gotResponse()
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) })
        })
        response.on('error', reject)
      })
      asked.end()
    })
  }
}
