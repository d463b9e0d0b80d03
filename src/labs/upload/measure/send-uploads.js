import { createHash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { request } from 'node:http'
import net from 'node:net'
import { performance } from 'node:perf_hooks'
import { finished, Readable } from 'node:stream'
import { seededRandom } from '../../../stats/seeded-random.js'
import { KIB } from '../../skeleton/file-sizes.js'

/** @import { IncomingMessage } from 'node:http' */
/** @import { SentFile, SentUploads, UploadsOrder } from '../types.js' */

/**
 * Uploads files at once, each over a connection of its own. The bodies are made and hashed before the time begins. A response that comes
 * before the body is sent ends that upload; a connection that ends without a response has the status null. The process has at most 76 MB
 * resident for 125 bodies of 10 MiB in flight, 20 to 30 MB more than at its start.
 * @param {UploadsOrder} order @returns {Promise<SentUploads>}
 */
export async function sendUploads({ origin, files: count, sizeBytes, seed, limitMs, refusals = 0 }) {
  const bodies = uploadBodies({ files: count, sizeBytes, seed })
  const signal = AbortSignal.timeout(limitMs)
  // Every request listens to it.
  setMaxListeners(0, signal)
  /** @type {(() => void)[]} */
  const held = []
  let ended = 0
  let inFlight = 0
  let mostInFlight = 0
  const startedMs = performance.now()
  const files = await Promise.all(bodies.map(send))
  return { files, totalMs: performance.now() - startedMs, mostInFlight }

  /** @param {UploadBody} body @param {number} index @returns {Promise<SentFile>} */
  function send({ sha256, chunks }, index) {
    const name = `file-${String(index).padStart(3, '0')}`
    return new Promise(function upload(resolve) {
      let sentMs = performance.now()
      let isInFlight = false
      let hasEnded = false
      /** @type {IncomingMessage | undefined} */
      let response
      const headers = { 'content-type': 'application/octet-stream', 'content-length': sizeBytes }
      const outgoing = request(`${origin}/upload/${name}`, {
        method: 'PUT',
        headers,
        signal,
        createConnection: connectUpload
      })
      outgoing.on('socket', socket => socket.once('connect', begin))
      outgoing.on('response', answer)
      outgoing.on('error', end)
      outgoing.on('close', end)
      outgoing.flushHeaders()
      if (refusals > 0) held.push(sendBody)
      else sendBody()

      function sendBody() {
        if (!outgoing.destroyed) Readable.from(chunks()).pipe(outgoing)
      }

      function begin() {
        sentMs = performance.now()
        isInFlight = true
        mostInFlight = Math.max(mostInFlight, ++inFlight)
      }

      function leaveFlight() {
        if (isInFlight) inFlight--
        isInFlight = false
      }

      /** @param {IncomingMessage} received */
      function answer(received) {
        leaveFlight()
        response = received
        finished(received.resume(), end)
      }

      function end() {
        if (hasEnded) return
        hasEnded = true
        leaveFlight()
        const durationMs = performance.now() - sentMs
        const timing = readServerTiming(response?.headers['server-timing'])
        resolve({
          name,
          statusCode: response?.statusCode ?? null,
          durationMs,
          waitMs: timing.get('wait') ?? null,
          uploadMs: timing.get('upload') ?? null,
          sha256
        })
        outgoing.destroy()
        if (++ended === refusals) for (const sendHeld of held) sendHeld()
      }
    })
  }
}

/** A prime: in one body no two buffers of a power of two have the same bytes, so one that is stored twice or in another place is found. */
const BLOCK_BYTES = 1_048_573
const STEP_BYTES = 8191
const CHUNK_BYTES = 64 * KIB

/**
 * @typedef {object} UploadBody
 * @property {string} sha256
 * @property {() => Generator<Buffer>} chunks returns its bytes, in parts of one block that all bodies share
 */

/**
 * Returns bodies of random bytes, always the same ones for a seed. Each repeats one block of random bytes and begins at another place in
 * it, so all of them together take the memory of the block.
 * @param {object} order @param {number} order.files @param {number} order.sizeBytes @param {number} order.seed
 * @returns {UploadBody[]}
 */
function uploadBodies({ files, sizeBytes, seed }) {
  const block = randomBlock(seed)
  return Array.from({ length: files }, function bodyAt(_, index) {
    const chunks = () => chunksFrom(block, (index * STEP_BYTES) % BLOCK_BYTES, sizeBytes)
    return { sha256: hashOf(chunks()), chunks }
  })
}

/** @param {number} seed */
function randomBlock(seed) {
  const random = seededRandom(seed)
  const words = Uint32Array.from({ length: Math.ceil(BLOCK_BYTES / 4) }, () => random() * 2 ** 32)
  return Buffer.from(words.buffer, 0, BLOCK_BYTES)
}

/** @param {Buffer} block @param {number} start @param {number} sizeBytes @returns {Generator<Buffer>} */
function* chunksFrom(block, start, sizeBytes) {
  let at = start
  for (let left = sizeBytes; left > 0; ) {
    const chunk = block.subarray(at, at + Math.min(left, CHUNK_BYTES))
    yield chunk
    at = (at + chunk.length) % block.length
    left -= chunk.length
  }
}

/** @param {Iterable<Buffer>} chunks */
function hashOf(chunks) {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Connects a socket which a failed write does not end: a server may respond and close its connection while the body is still being sent,
 * and Node.js would end the socket before the response is read. The end of what can be read ends it.
 * @param {{ host?: string | null, port?: number | string | null }} address
 */
function connectUpload({ host, port }) {
  return new UploadSocket().connect({ host: host ?? undefined, port: Number(port) })
}

class UploadSocket extends net.Socket {
  /** @type {net.Socket['_write']} */
  _write(chunk, encoding, callback) {
    super._write(chunk, encoding, unlessFailed(callback))
  }

  /** @type {NonNullable<net.Socket['_writev']>} */
  _writev(chunks, callback) {
    super._writev?.(chunks, unlessFailed(callback))
  }
}

/** Returns a callback that leaves a failed write open, so that nothing more is written. @param {(error?: Error | null) => void} callback */
function unlessFailed(callback) {
  return function callUnlessFailed(/** @type {Error | null | undefined} */ error) {
    if (!error) callback()
  }
}

/** Text up to a delimiter outside of quotes; a quote that is not closed reaches to the end. */
const TIMING_METRIC = /(?:"(?:[^"\\]|\\.)*"?|[^",])+/gs
const TIMING_PARAMETER = /(?:"(?:[^"\\]|\\.)*"?|[^";])+/gs

/**
 * Returns the durations in a Server-Timing header by the name of the metric, in milliseconds (https://www.w3.org/TR/server-timing/). Of
 * several parameters `dur` of a metric, and of several metrics of one name, the first counts.
 * @param {string | string[] | undefined} header several headers joined with commas, as Node.js joins them
 * @returns {Map<string, number>} without metrics that have no duration
 */
export function readServerTiming(header) {
  /** @type {Map<string, number>} */
  const durations = new Map()
  for (const [metric] of String(header ?? '').matchAll(TIMING_METRIC)) {
    const [name = '', ...parameters] = (metric.match(TIMING_PARAMETER) ?? []).map(part => part.trim())
    const durationMs = durationIn(parameters)
    if (Number.isFinite(durationMs) && !durations.has(name)) durations.set(name, durationMs)
  }
  return durations
}

/** @param {string[]} parameters @returns {number} NaN where none is a duration */
function durationIn(parameters) {
  for (const parameter of parameters) {
    const [name = '', ...value] = parameter.split('=')
    if (name.trim().toLowerCase() === 'dur') return Number.parseFloat(value.join('=').trim().replace(/^"/, ''))
  }
  return Number.NaN
}
