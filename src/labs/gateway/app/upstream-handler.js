import { performance } from 'node:perf_hooks'
import { latencyDrawer } from './latency.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Latency } from './latency.js' */

/** A response that comes this much before its time is not delayed again. */
const EARLY_MS = 0.5

/**
 * Returns the handler of the upstream: `GET /items/<name>` answers with JSON after the time drawn for it. The Server-Timing
 * header has that time (`drawn`), so that a client can measure what the upstream added.
 *
 * @param {Latency} latency @param {number} seed
 */
export function createUpstreamHandler(latency, seed) {
  const drawMs = latencyDrawer(latency, seed)
  /** @type {Map<string, Buffer>} */
  const bodies = new Map()
  /** @type {number | undefined} */
  let firstMs
  return answerLater

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  function answerLater({ url = '' }, response) {
    const receivedMs = performance.now()
    const [, name] = /^\/items\/([a-z]{1,20})$/.exec(url) ?? []
    if (name === undefined) return response.writeHead(404, { 'Content-Length': 0 }).end()
    firstMs ??= receivedMs
    const ms = drawMs(receivedMs - firstMs)
    let timer = setTimeout(answerWhenDue, ms)
    response.once('close', () => clearTimeout(timer))

    function answerWhenDue() {
      const leftMs = receivedMs + ms - performance.now()
      // A timer counts whole milliseconds, from when the turn of the event loop began: it may fire early.
      if (leftMs > EARLY_MS) timer = setTimeout(answerWhenDue, leftMs)
      else answer(response, bodyOf(String(name)), ms)
    }
  }

  /** @param {string} name */
  function bodyOf(name) {
    const body = bodies.get(name) ?? Buffer.from(JSON.stringify(itemOf(name)))
    bodies.set(name, body)
    return body
  }
}

/** @param {ServerResponse} response @param {Buffer} body @param {number} drawnMs */
function answer(response, body, drawnMs) {
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Server-Timing': `drawn;dur=${drawnMs.toFixed(3)}`
  })
  response.end(body)
}

/** Returns what a service that sells things might answer: about 700 bytes as JSON. @param {string} name */
function itemOf(name) {
  return {
    id: `item-${name}`,
    name,
    price: { amount: 1299.9, currency: 'BRL', installments: 10 },
    stock: Array.from({ length: 8 }, (_, index) => ({
      shop: `shop-${index + 1}`,
      left: (index * 7) % 11,
      open: index % 2 === 0
    })),
    tags: ['new', 'sale', 'fragile', 'gift'],
    description: `The ${name} item: ${'a sentence of its text. '.repeat(8)}`.trim()
  }
}
