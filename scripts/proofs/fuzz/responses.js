import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { Pool } from 'undici'
import { readServerTiming } from '../../../src/labs/upload/measure/send-uploads.js'
import { exchange } from '../../../src/load/exchange.js'
import { responseReader } from '../../../src/load/response-reader.js'
import { playOverSockets } from '../../../src/load/sockets.js'
import { changeText, textChanges } from '../../../test/helpers/mutations.js'
import { assertPlain, assertSavable } from './refusal.js'

/** @import { AddressInfo, Server } from 'node:net' */
/** @import { FuzzTarget } from './targets.js' */

const LIMIT_MS = 10_000
const METRICS = ['pool', 'upstream']

/** @typedef {{ status: number, encoding: string, framing: string, body: string, timing: string }} Parts of a sound response */

/** @type {fc.Arbitrary<Parts>} */
const parts = fc.record({
  status: fc.constantFrom(200, 200, 201, 304, 404, 500),
  encoding: fc.constantFrom('gzip', 'identity', '', 'constructor', '__proto__', 'x'.repeat(200)),
  framing: fc.constantFrom('length', 'chunked', 'close'),
  body: fc.string({ unit: 'binary-ascii', maxLength: 60 }),
  timing: fc.constantFrom(
    'pool;dur=1.5',
    'pool;dur=1.2.3',
    'upstream;dur=.',
    `pool;dur=${'9'.repeat(400)}`,
    'pool;dur="1',
    ''
  )
})
const cuts = fc.array(fc.nat(400), { maxLength: 8 })

/**
 * Responses in pieces, sound and changed ones: the reader finds the same end wherever they are cut, and the end of a sound one.
 * @type {FuzzTarget<{ parts: Parts, changes: any, cuts: number[] }>}
 */
export const responsePieces = {
  arbitrary: fc.record({ parts, changes: fc.oneof(fc.constant([]), textChanges), cuts }),
  check({ parts, changes, cuts }) {
    const sound = responseOf(parts)
    const bytes = Buffer.from(changeText(sound, changes), 'latin1')
    const whole = outcomeOf(bytes, [])
    assert.deepEqual(outcomeOf(bytes, cuts), whole)
    assert.deepEqual(
      outcomeOf(
        bytes,
        Array.from(bytes, (_, index) => index)
      ),
      whole
    )
    if (bytes.toString('latin1') === sound) assert.deepEqual(whole, soundOutcome(parts))
    for (const durationMs of readServerTiming(bytes.toString('latin1')).values()) assert.ok(Number.isFinite(durationMs))
  }
}

/**
 * Responses on a connection, to what plays closed and open loops: each request is completed or an error, and figures are numbers.
 * @type {FuzzTarget<{ parts: Parts, changes: any }>}
 */
export const responses = {
  arbitrary: fc.record({ parts, changes: fc.oneof(fc.constant([]), textChanges) }),
  async check({ parts, changes }) {
    const text = changeText(responseOf(parts), changes)
    const url = await urlOf(Buffer.from(text, 'latin1'))
    const request = { url, headers: {}, generator: /** @type {const} */ ('sockets'), requests: 1, durationMs: LIMIT_MS }
    const played = await playOverSockets({ ...request, mode: 'closed', connections: 1 })
    assert.equal(played.completed + played.errors, 1)
    assert.ok(Object.values(played.contentEncodings).every(count => count === 1))
    assertSavable(played)
    assertPlain(JSON.stringify(played.errorMessages))
    const asked = await askOnce(url)
    const { error, ...figures } = asked
    assertSavable(figures)
    if (changes.length > 0) return
    assert.deepEqual([played.completed, error], [1, null])
    assert.deepEqual(Object.keys(played.contentEncodings), [(parts.encoding || '').slice(0, 60)])
    assert.deepEqual([asked.statusCode, played.non2xx], [parts.status, parts.status < 300 ? 0 : 1])
  },
  close: () => void listening?.server.close()
}

/** @param {Parts} parts @returns {string} in Latin-1 */
function responseOf({ status, encoding, framing, body, timing }) {
  const head = `HTTP/1.1 ${status} Text\r\ncontent-encoding: ${encoding}\r\nserver-timing: ${timing}\r\n`
  if (status === 304) return `${head}\r\n`
  if (framing === 'length') return `${head}content-length: ${body.length}\r\n\r\n${body}`
  if (framing === 'close') return `${head}connection: close\r\n\r\n${body}`
  const chunk = body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`
  return `${head}transfer-encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`
}

/** @typedef {string | { statusCode: number, encoding: string, end: 'bytes' | 'close' }} Outcome a string: why there is none */

/** @param {Parts} parts @returns {Outcome} */
function soundOutcome({ status, encoding, framing }) {
  return { statusCode: status, encoding, end: framing === 'close' && status !== 304 ? 'close' : 'bytes' }
}

/** @type {(bytes: Buffer, cuts: number[]) => Outcome} */
function outcomeOf(bytes, cuts) {
  const reader = responseReader()
  const ends = [...new Set([...cuts.filter(cut => cut > 0 && cut < bytes.length), bytes.length])].sort((a, b) => a - b)
  let at = 0
  for (const end of ends) {
    try {
      if (end > at && reader.read(bytes.subarray(at, end), end - at))
        return end === bytes.length ? ended('bytes') : 'malformed response: bytes after its end'
    } catch (error) {
      return /** @type {Error} */ (error).message
    }
    at = end
  }
  return reader.endsAtClose() ? ended('close') : 'not complete'

  /** @param {'bytes' | 'close'} end @returns {Outcome} */
  function ended(end) {
    const { statusCode, contentEncoding } = reader.head
    assert.ok(statusCode >= 200 && statusCode <= 999)
    return { statusCode, encoding: contentEncoding, end }
  }
}

/** @type {{ server: Server, url: string } | undefined} */
let listening
/** What the server sends next. */
let answer = /** @type {Buffer} */ (Buffer.alloc(0))

/** @param {Buffer} bytes @returns {Promise<string>} the URL of a server that answers each request with them */
async function urlOf(bytes) {
  listening ??= await listen()
  answer = bytes
  return listening.url
}

/** @returns {Promise<NonNullable<typeof listening>>} */
function listen() {
  return new Promise(function untilListening(resolve) {
    const server = createServer(function answerOnce(socket) {
      // A client that has read enough may reset the connection.
      socket.on('error', () => socket.destroy())
      socket.once('data', () => socket.end(answer))
    })
    server.listen(0, '127.0.0.1', function ready() {
      const { port } = /** @type {AddressInfo} */ (server.address())
      resolve({ server, url: `http://127.0.0.1:${port}/` })
    })
  })
}

/** Sends one request as the open loop does. @param {string} url */
async function askOnce(url) {
  const pool = new Pool(url, { connections: 1, pipelining: 1, headersTimeout: LIMIT_MS, bodyTimeout: LIMIT_MS })
  try {
    return await exchange(pool, { method: 'GET', path: '/' }, METRICS)
  } finally {
    await pool.destroy()
  }
}
