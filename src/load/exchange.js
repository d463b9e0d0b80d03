import { monotonicMs } from './send-clock.js'
import { contentEncodingOf } from './tally.js'

/** @import { Dispatcher } from 'undici' */

/**
 * @typedef {object} Exchange a request and its response; moments of `monotonicMs`
 * @property {number} statusCode 0 without a response
 * @property {string} contentEncoding
 * @property {number} writtenMs when the request was about to be written to a connection
 * @property {number} endedMs when the last byte of the response arrived, or when the request failed
 * @property {NodeJS.ErrnoException | null} error
 * @property {Record<string, number>} timings milliseconds by metric of the Server-Timing header, of those that were asked for
 */

/**
 * Sends one request through undici and reads the response to its end, without keeping it.
 * @param {Dispatcher} dispatcher @param {Dispatcher.DispatchOptions} request
 * @param {string[]} [wanted] metrics of the Server-Timing header
 * @returns {Promise<Exchange>} never rejects
 */
export function exchange(dispatcher, request, wanted = []) {
  return new Promise(function untilEnded(resolve) {
    let writtenMs = 0
    let statusCode = 0
    let contentEncoding = ''
    /** @type {Record<string, number>} */
    let timings = {}
    dispatcher.dispatch(request, { onRequestStart, onResponseStart, onResponseEnd, onResponseError })

    function onRequestStart() {
      writtenMs = monotonicMs()
    }

    /** @param {Dispatcher.DispatchController} controller @param {number} code */
    function onResponseStart({ rawHeaders }, code) {
      if (code < 200) return
      const headers = /** @type {Buffer[]} */ (rawHeaders).map(String)
      statusCode = code
      contentEncoding = contentEncodingOf(headers)
      if (wanted.length > 0) timings = timingsOf(headers, wanted)
    }

    function onResponseEnd() {
      resolve({ statusCode, contentEncoding, writtenMs, endedMs: monotonicMs(), error: null, timings })
    }

    /** @param {unknown} _controller @param {Error} error */
    function onResponseError(_controller, error) {
      resolve({ statusCode, contentEncoding, writtenMs, endedMs: monotonicMs(), error, timings })
    }
  })
}

/**
 * Reads the durations of the Server-Timing header, such as `pool;dur=1.5, upstream;dur=201`.
 * @param {string[]} rawHeaders name, value, name, value ...
 * @param {string[]} wanted
 * @returns {Record<string, number>} milliseconds by metric; those without a number in the header are left out
 */
export function timingsOf(rawHeaders, wanted) {
  const at = rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'server-timing')
  const metrics =
    at < 0 ? [] : (rawHeaders[at + 1] ?? '').split(',').map(text => /^\s*([\w-]+);dur=([\d.]+)/.exec(text))
  return Object.fromEntries(
    metrics.flatMap(function durationOf(found) {
      const [, name = '', digits] = found ?? []
      const durationMs = Number(digits)
      return wanted.includes(name) && Number.isFinite(durationMs) ? [[name, durationMs]] : []
    })
  )
}
