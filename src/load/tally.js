import { performance } from 'node:perf_hooks'
import { microsHistogram } from '../stats/micros-histogram.js'

/** @import { LoadResult } from './types.js' */

const MAX_MESSAGES = 10
const TIMEOUT_CODES = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']
const CONTENT_ENCODING = 'content-encoding'
/** Any but the expected one discards the slice. */
const MAX_ENCODINGS = 10
const LONGEST_ENCODING = 60

/**
 * @typedef {Omit<LoadResult, 'generatorProcess' | 'toolResult'>} Tallied
 *
 * @typedef {ReturnType<typeof startTally>} Tally
 */

/**
 * Starts to count and time a load, in the same way for every generator. The load lasts until its last response, or until `finish` when
 * there is none. Every request sent without a response is an error.
 */
export function startTally() {
  const startedAt = new Date().toISOString()
  const startMs = performance.now()
  const startWallMs = Date.now()
  const latencies = microsHistogram()
  let lastResponseMs = 0
  let completed = 0
  let non2xx = 0
  let refusals = 0
  let timedOut = 0
  /** @type {Map<string, number>} */
  const contentEncodings = new Map()
  /** @type {Record<string, number>} */
  const errorMessages = {}
  return { answered, refused, encoded, failed, finish }

  /** Counts a response whose last byte has arrived. @param {number} statusCode @param {number} latencyMs */
  function answered(statusCode, latencyMs) {
    lastResponseMs = performance.now()
    completed++
    if (statusCode < 200 || statusCode > 299) non2xx++
    latencies.record(latencyMs)
  }

  /** Counts a refusal, whose last byte has arrived. */
  function refused() {
    lastResponseMs = performance.now()
    completed++
    refusals++
  }

  /** Counts the encoding of a response. @param {string} contentEncoding */
  function encoded(contentEncoding) {
    const name = contentEncoding.slice(0, LONGEST_ENCODING)
    const known = contentEncodings.get(name)
    if (known === undefined && contentEncodings.size === MAX_ENCODINGS) return
    contentEncodings.set(name, (known ?? 0) + 1)
  }

  /**
   * @param {{ sent: number, timeouts?: number, bytesRead: number }} totals `timeouts`: as the generator counts them; absent: those of
   *   the failures @returns {Tallied}
   */
  function finish({ sent, timeouts = timedOut, bytesRead }) {
    const errors = Math.max(0, sent - completed)
    const explained = Object.values(errorMessages).reduce((sum, count) => sum + count, 0)
    if (errors > explained) failed({ message: 'the connection was closed before a response' }, errors - explained)
    return {
      startedAt,
      durationMs: (completed > 0 ? lastResponseMs : performance.now()) - startMs,
      sent,
      completed,
      non2xx,
      ...(refusals > 0 && { refused: refusals }),
      errors,
      timeouts,
      bytesRead,
      contentEncodings: Object.fromEntries(contentEncodings),
      latencyMicros: latencies.encode(),
      pace: null,
      clockStepMs: Math.round(Date.now() - startWallMs - (performance.now() - startMs)),
      errorMessages
    }
  }

  /** Counts requests that will have no response. @param {{ code?: string, message: string }} error @param {number} [count] */
  function failed({ code = '', message }, count = 1) {
    if (TIMEOUT_CODES.includes(code)) timedOut += count
    const isNew = errorMessages[message] === undefined
    if (isNew && Object.keys(errorMessages).length === MAX_MESSAGES) return
    errorMessages[message] = (errorMessages[message] ?? 0) + count
  }
}

/**
 * Returns how a response was encoded on the wire. Reads the raw header list, because a tool that inflates hides the
 * parsed header.
 * @param {string[]} rawHeaders name, value, name, value ...
 * @returns {string} `identity` where the header is absent
 */
export function contentEncodingOf(rawHeaders) {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const isMeant = name.length === CONTENT_ENCODING.length && name.toLowerCase() === CONTENT_ENCODING
    if (isMeant) return rawHeaders[index + 1] ?? ''
  }
  return 'identity'
}
