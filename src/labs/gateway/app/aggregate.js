import { performance } from 'node:perf_hooks'
import { asUpstreamError, UpstreamError } from './upstream-error.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { GatewaySettings } from './settings.js' */
/** @import { UpstreamClient, UpstreamResponse } from './upstream-client.js' */

const PATHS = /** @type {const} */ (['/items/first', '/items/second'])
const CLIENT_GONE = 'the client has closed its connection'
const nothing = Buffer.alloc(0)
const beforeFirst = Buffer.from('{"first":')
const beforeSecond = Buffer.from(',"second":')
const afterSecond = Buffer.from('}')
const neverChanged = new Int32Array(new SharedArrayBuffer(4))

/**
 * Returns the handler of `GET /aggregate`: it makes two calls and sends both responses as one JSON object. Its Server-Timing
 * header has how long the calls waited for a connection (`pool`) and how long they then took (`upstream`), both calls added up.
 * A call that fails is answered with 502 and one that takes too long with 504, in one sentence. When the client closes its
 * connection, open calls are cancelled.
 * @param {Pick<GatewaySettings, 'calls' | 'body' | 'log' | 'blockMs' | 'timeoutMs'>} settings
 * @param {Pick<UpstreamClient, 'get'>} client
 */
export function createAggregate({ calls, body, log, blockMs, timeoutMs }, client) {
  const callBoth = calls === 'together' ? callTogether : callInSequence
  const join = body === 'pass' ? joinBytes : joinParsed
  return aggregate

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  async function aggregate(request, response) {
    const cancel = new AbortController()
    const limit = setTimeout(giveUp, timeoutMs)
    response.once('close', cancelUnlessSent)
    try {
      if (blockMs > 0) Atomics.wait(neverChanged, 0, 0, blockMs)
      const parts = await callBoth(cancel.signal)
      const bytes = join(parts)
      send(response, 200, bytes, parts)
    } catch (thrown) {
      const { reason } = cancel.signal
      // The other one of two calls at once.
      cancel.abort(thrown)
      if (reason !== CLIENT_GONE) sendFailure(response, asUpstreamError(reason ?? thrown))
    } finally {
      clearTimeout(limit)
    }
    if (log === 'sync') logRequest(request, response)

    function giveUp() {
      cancel.abort(new UpstreamError(504, `The upstream did not answer both calls within ${timeoutMs} ms.`))
    }

    function cancelUnlessSent() {
      if (!response.writableFinished) cancel.abort(CLIENT_GONE)
    }
  }

  /** @param {AbortSignal} signal */
  async function callInSequence(signal) {
    return [await call(PATHS[0], signal), await call(PATHS[1], signal)]
  }

  /** @param {AbortSignal} signal */
  function callTogether(signal) {
    return Promise.all(PATHS.map(path => call(path, signal)))
  }

  /** @param {string} path @param {AbortSignal} signal */
  async function call(path, signal) {
    const answer = await client.get(path, signal)
    if (answer.status === 200) return answer
    throw new UpstreamError(502, `The upstream answered ${path} with status ${answer.status}.`)
  }
}

/** Parses both responses and serialises them again. @param {UpstreamResponse[]} parts */
function joinParsed(parts) {
  const [first, second] = parts.map(parse)
  return Buffer.from(JSON.stringify({ first, second }))
}

/** @param {UpstreamResponse} part */
function parse({ body }) {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new UpstreamError(502, 'The upstream answered with a body that is not JSON.')
  }
}

/** Puts both responses into one object, each byte as it came. @param {UpstreamResponse[]} parts */
function joinBytes(parts) {
  const [first = nothing, second = nothing] = parts.map(({ body }) => body)
  return Buffer.concat([beforeFirst, first, beforeSecond, second, afterSecond])
}

/** @type {(response: ServerResponse, status: number, bytes: Buffer, parts: UpstreamResponse[]) => void} */
function send(response, status, bytes, parts) {
  const waitMs = parts.reduce((sum, part) => sum + part.waitMs, 0)
  const upstreamMs = parts.reduce((sum, part) => sum + part.upstreamMs, 0)
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    'Server-Timing': `pool;dur=${waitMs.toFixed(2)}, upstream;dur=${upstreamMs.toFixed(2)}`
  })
  response.end(bytes)
}

/** @param {ServerResponse} response @param {UpstreamError} error */
function sendFailure(response, { status, message }) {
  const bytes = Buffer.from(`${message}\n`)
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': bytes.length }).end(bytes)
}

/** Prints one line of JSON, as a log of requests has it; without a status where the client has gone. @param {IncomingMessage} request @param {ServerResponse} response */
function logRequest({ method, url, headers }, { statusCode, headersSent }) {
  const at = new Date().toISOString()
  const status = headersSent ? statusCode : null
  const line = { at, level: 'info', method, url, status, agent: headers['user-agent'], upMs: performance.now() }
  console.log(JSON.stringify(line))
}
