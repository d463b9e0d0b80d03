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
 */

/**
 * Sends one request through undici and reads the response to its end, without keeping it.
 * @param {Dispatcher} dispatcher
 * @param {Dispatcher.DispatchOptions} request
 * @returns {Promise<Exchange>} never rejects
 */
export function exchange(dispatcher, request) {
  return new Promise(function untilEnded(resolve) {
    let writtenMs = 0
    let statusCode = 0
    let contentEncoding = ''
    dispatcher.dispatch(request, { onRequestStart, onResponseStart, onResponseEnd, onResponseError })

    function onRequestStart() {
      writtenMs = monotonicMs()
    }

    /** @param {Dispatcher.DispatchController} controller @param {number} code */
    function onResponseStart({ rawHeaders }, code) {
      if (code < 200) return
      statusCode = code
      contentEncoding = contentEncodingOf(/** @type {Buffer[]} */ (rawHeaders).map(String))
    }

    function onResponseEnd() {
      resolve({ statusCode, contentEncoding, writtenMs, endedMs: monotonicMs(), error: null })
    }

    /** @param {unknown} _controller @param {Error} error */
    function onResponseError(_controller, error) {
      resolve({ statusCode, contentEncoding, writtenMs, endedMs: monotonicMs(), error })
    }
  })
}
