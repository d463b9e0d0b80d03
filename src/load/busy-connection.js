import { connect as connectSocket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { connect as connectTls } from 'node:tls'
import { responseReader } from './response-reader.js'

/** @import { Socket } from 'node:net' */
/** @import { ResponseHead } from './response-head.js' */

/** Read into again and again; large enough for most responses in one read. */
const READ_BUFFER_BYTES = 65_536
/** After a request that failed, so that a server that is gone is not asked without a pause. */
const RETRY_AFTER_MS = 10

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
export function startBusyConnection({ address, events }) {
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
