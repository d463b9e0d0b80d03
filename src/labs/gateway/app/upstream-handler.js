import { performance } from 'node:perf_hooks'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/**
 * @typedef {object} Latency how long the upstream takes for a call: a part that is always the same, and an exponential one
 * @property {number} meanMs of both parts
 * @property {number} tailMs the mean of the exponential part
 * @property {number} networkMs added to every call
 * @property {number} stepAfterMs from this moment on, counted from the first call, each call takes `stepMs` more
 * @property {number} stepMs
 */

/**
 * The paper measured that 95% of its mock's answers take 206 ms at most, for two calls of 100 ms. The sum of two exponential
 * parts of mean t has its 95th percentile at 4.744 t (Erlang with two stages), 2.744 t above its mean: 2.19 ms makes 206 of 200.
 */
export const PAPER_LATENCY = { meanMs: 100, tailMs: 2.19, networkMs: 0, stepAfterMs: 0, stepMs: 0 }

/** A response that comes this much before its time is not delayed again. */
const EARLY_MS = 0.5

/**
 * Returns the handler of the upstream: `GET /items/<name>` answers with JSON after the time drawn for it. The Server-Timing
 * header has that time (`drawn`), so that a client can measure what the upstream added.
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

/**
 * Returns a function that draws the time of each call.
 * @param {Latency} latency @param {number} seed
 * @returns {(sinceFirstMs: number) => number} milliseconds, from the time since the first call
 */
export function latencyDrawer({ meanMs, tailMs, networkMs, stepAfterMs, stepMs }, seed) {
  const random = seededRandom(seed)
  return function drawMs(sinceFirstMs) {
    const step = sinceFirstMs >= stepAfterMs ? stepMs : 0
    return meanMs - tailMs - tailMs * Math.log(1 - random()) + networkMs + step
  }
}

/**
 * Returns a seeded generator (mulberry32, public domain, Tommy Ettinger). (src/stats has the same one, but the app imports
 * nothing from outside.)
 * @param {number} seed
 * @returns {() => number} uniform in [0, 1)
 */
function seededRandom(seed) {
  let state = seed >>> 0
  return function nextRandom() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
