import { performance } from 'node:perf_hooks'
import { startBusyConnection } from './busy-connection.js'
import { cycleOf, pathOf } from './cycle.js'
import { startTally } from './tally.js'

/** @import { BusyConnection } from './busy-connection.js' */
/** @import { ResponseHead } from './response-head.js' */
/** @import { LoadRequest, SentRequest } from './types.js' */

const ANSWER_LIMIT_MS = 10_000
/** Between two searches for responses that are late: a timer per request would cost more. */
const LATE_CHECKS_PER_LIMIT = 20

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
  let timeouts = 0
  let bytesRead = 0
  await untilEnded()
  const tallied = tally.finish({ sent, timeouts, bytesRead })
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
      const events = { takeRequest, received, answered, failed: countFailure, ended }
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

  /** @param {NodeJS.ErrnoException} error */
  function countFailure({ code, message }) {
    if (code === 'ETIMEDOUT') timeouts++
    tally.failed(message)
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
