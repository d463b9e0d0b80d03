import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { createGateway } from '../../src/labs/gateway/app/serve.js'
import { readGatewaySettings } from '../../src/labs/gateway/app/settings.js'
import { listenOnFreePort } from './raw-http.js'

/** @import { RequestListener, Server, ServerResponse } from 'node:http' */
/** @import { Certificate } from '../../src/labs/gateway/app/certificate.js' */

/** @type {(() => void)[]} */
const ends = []

/**
 * Starts an upstream that answers with a function, or holds every response until it is asked for them.
 * @param {{ answer?: RequestListener, certificate?: Certificate }} [options]
 */
export async function startFakeUpstream({ answer, certificate } = {}) {
  const counts = { open: 0, mostOpen: 0, opened: 0 }
  /** @type {ServerResponse[]} */
  const held = []
  const listener = answer ?? hold
  const server = certificate ? https.createServer(certificate, listener) : http.createServer(listener)
  server.on('connection', function count(socket) {
    counts.opened++
    counts.open++
    counts.mostOpen = Math.max(counts.mostOpen, counts.open)
    socket.once('close', () => counts.open--)
  })
  const port = await listenOnFreePort(server)
  end(server)
  return { origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`, server, counts, held, answerHeld }

  /** @type {RequestListener} */
  function hold(_request, response) {
    held.push(response)
    server.emit('held')
  }

  /** Answers everything that is held. @param {string} [body] */
  function answerHeld(body = '{"some":"item"}') {
    for (const response of held.splice(0)) response.end(body)
  }
}

/**
 * Starts the gateway in this process.
 * @param {string} upstream origin
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function startGateway(upstream, env = {}) {
  const { server, close } = createGateway(readGatewaySettings({ UPSTREAM: upstream, ...env }))
  const port = await listenOnFreePort(server)
  end(server)
  ends.push(close)
  return { url: `http://127.0.0.1:${port}/aggregate`, port, readPool }

  /** @returns {Promise<import('../../src/labs/gateway/types.js').PoolReading>} */
  async function readPool() {
    return (await fetch(`http://127.0.0.1:${port}/pool`)).json()
  }
}

/** Waits until an upstream holds so many requests. @param {Awaited<ReturnType<typeof startFakeUpstream>>} upstream @param {number} count */
export async function untilHeld({ held, server }, count) {
  while (held.length < count) await once(server, 'held')
}

/** @param {Server | https.Server} server */
function end(server) {
  ends.push(function closeServer() {
    server.closeAllConnections()
    server.close()
  })
}

/** Ends every server that a test has started. */
export function endAll() {
  for (const end of ends.splice(0)) end()
}
