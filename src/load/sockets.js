import { connect as connectSocket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { connect as connectTls } from 'node:tls'
import { cycleOf, pathOf } from './cycle.js'
import { responseReader } from './response-reader.js'
import { startTally } from './tally.js'

/** @import { ResponseHead } from './response-head.js' */
/** @import { LoadRequest, SentRequest } from './types.js' */
/** @import { Socket } from 'node:net' */

const ANSWER_LIMIT_MS = 10_000
/** Between two searches for responses that are late: a timer per request would cost more. */
const LATE_CHECKS_PER_LIMIT = 20
/** Read into again and again; large enough for most responses in one read. */
const READ_BUFFER_BYTES = 65_536
/** After a request that failed, so that a server that is gone is not asked without a pause. */
const RETRY_AFTER_MS = 10

/**
 * Plays a closed loop over plain sockets: keeps n connections busy for a time or for a number of requests, then waits
 * for the responses still due. Each request sent is either completed or an error. The connections take the requests of a mix from one
 * sequence, so that its shares are those that were asked for.
 * @param {LoadRequest} request @param {{ answerLimitMs?: number }} [options]
 */
export async function playOverSockets(request, { answerLimitMs = ANSWER_LIMIT_MS } = {}) {
  if (request.mode !== 'closed') throw new TypeError(`sockets does not play ${request.mode} loads`)
  const { connections, durationMs, requests = Number.POSITIVE_INFINITY } = request
  const url = new URL(request.url)
  const isTls = url.protocol === 'https:'
  if (!isTls && url.protocol !== 'http:') throw new TypeError(`sockets does not play loads over ${url.protocol}`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const address = { host, port: Number(url.port || (isTls ? 443 : 80)), isTls }
  const cycle = cycleOf(request, bytesOf)
  const tally = startTally()
  let isOver = false
  let sent = 0
  let bytesRead = 0
  await untilEnded()
  const tallied = tally.finish({ sent, bytesRead })
  const { completed, errors, latencyMicros } = tallied
  const path = pathOf(request)
  const toolResult = { path, connections, durationMs: tallied.durationMs, completed, errors, bytesRead, latencyMicros }
  return { ...tallied, toolResult }

  /** @returns {Promise<void>} resolves when no connection has a response due */
  function untilEnded() {
    return new Promise(function startConnections(resolve) {
      /** @type {BusyConnection[]} */
      const busy = []
      let open = connections
      const over = setTimeout(endSending, durationMs)
      const lateChecks = setInterval(giveUpLate, answerLimitMs / LATE_CHECKS_PER_LIMIT, busy)
      const events = { takeRequest, received, answered, failed: tally.failed, ended }
      for (let index = 0; index < connections; index++) busy.push(startBusyConnection({ address, events }))

      function ended() {
        open--
        if (open > 0) return
        clearTimeout(over)
        clearInterval(lateChecks)
        resolve()
      }
    })
  }

  function endSending() {
    isOver = true
  }

  function takeRequest() {
    return isOver || sent === requests ? null : (cycle[sent++ % cycle.length] ?? null)
  }

  /** @param {number} bytes */
  function received(bytes) {
    bytesRead += bytes
  }

  /** @param {ResponseHead} head @param {number} latencyMs */
  function answered({ statusCode, contentEncoding }, latencyMs) {
    tally.encoded(contentEncoding)
    tally.answered(statusCode, latencyMs)
  }

  /** @param {BusyConnection[]} busy */
  function giveUpLate(busy) {
    const error = Object.assign(new Error(`no response within ${answerLimitMs} ms`), { code: 'ETIMEDOUT' })
    const latestMs = performance.now() - answerLimitMs
    for (const connection of busy) connection.giveUpSince(latestMs, error)
  }
}

/** Returns the bytes of a request. @param {SentRequest} request */
function bytesOf({ url, method = 'GET', headers, body }) {
  const { pathname, search, host } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host, ...headers, ...length, connection: 'keep-alive' }).map(
    ([name, value]) => `${name}: ${value}\r\n`
  )
  const head = Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return Buffer.concat([head, Buffer.from(body ?? '')])
}

/**
 * @typedef {ReturnType<typeof startBusyConnection>} BusyConnection
 *
 * @typedef {object} ConnectionEvents
 * @property {() => Buffer | null} takeRequest returns the next request to send, and counts it; null when none may be sent any more
 * @property {(bytes: number) => void} received
 * @property {(head: ResponseHead, latencyMs: number) => void} answered is called at the last byte of a response
 * @property {(error: Error) => void} failed is called when a request will have no response
 * @property {() => void} ended is called once, when no request may be sent any more and none is due
 */

/**
 * Keeps one connection busy: sends a request, waits for its response, sends the next, and connects again when the server
 * has closed the connection. Latency counts from the moment when a request was sent, or, of the first request of a
 * connection, from the moment when it began to connect.
 * @param {object} setup @param {{ host: string, port: number, isTls: boolean }} setup.address
 * @param {ConnectionEvents} setup.events
 */
function startBusyConnection({ address, events }) {
  const reader = responseReader()
  const onread = { buffer: Buffer.allocUnsafe(READ_BUFFER_BYTES), callback: receive }
  /** @type {Socket | null} */
  let socket = null
  let isDue = false
  let sentMs = 0
  sendNext()
  return { giveUpSince }

  function sendNext() {
    const requestBytes = events.takeRequest()
    if (!requestBytes) return end()
    isDue = true
    sentMs = performance.now()
    socket ??= open()
    socket.write(requestBytes)
  }

  function open() {
    reader.restart()
    const options = { ...address, noDelay: true, onread }
    const opened = address.isTls ? connectTls({ ...options, rejectUnauthorized: false }) : connectSocket(options)
    /** @type {Error | null} */
    let lastError = null
    opened.on('error', error => {
      lastError = error
    })
    opened.on('close', () => {
      if (opened === socket) lose(lastError)
    })
    return opened
  }

  /** @param {number} length @param {Uint8Array} buffer */
  function receive(length, buffer) {
    events.received(length)
    if (readsToEnd(/** @type {Buffer} */ (buffer), length)) complete()
    return true
  }

  /** @param {Buffer} buffer @param {number} length */
  function readsToEnd(buffer, length) {
    try {
      return reader.read(buffer, length)
    } catch (error) {
      drop()
      fail(/** @type {Error} */ (error))
      return false
    }
  }

  function complete() {
    isDue = false
    events.answered(reader.head, performance.now() - sentMs)
    if (reader.head.closes) drop()
    sendNext()
  }

  /** @param {Error | null} error */
  function lose(error) {
    socket = null
    if (!isDue) return
    if (error || !reader.endsAtClose()) fail(error ?? new Error('the server closed the connection before a response'))
    else complete()
  }

  /** @param {Error} error */
  function fail(error) {
    isDue = false
    events.failed(error)
    setTimeout(sendNext, RETRY_AFTER_MS)
  }

  /** Closes the connection, whose events no longer count. */
  function drop() {
    const dropped = socket
    socket = null
    dropped?.destroy()
  }

  /**
   * Gives up a request that was sent before a moment and has no response yet.
   * @param {number} latestMs @param {Error} error
   */
  function giveUpSince(latestMs, error) {
    if (!isDue || sentMs > latestMs) return
    drop()
    fail(error)
  }

  function end() {
    drop()
    events.ended()
  }
}
