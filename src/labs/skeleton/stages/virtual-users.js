import { EventEmitter } from 'node:events'
import core from '@artilleryio/int-core'
import { configOf, stepOf } from '../../../load/artillery.js'
import { timingsOf } from '../../../load/exchange.js'
import { monotonicMs } from '../../../load/send-clock.js'
import { contentEncodingOf } from '../../../load/tally.js'

/** @import { Context } from '@artilleryio/int-core' */
/** @import { IncomingMessage } from 'node:http' */
/** @import { Exchange } from '../../../load/exchange.js' */
/** @import { StagesOrder } from './types.js' */

/**
 * @typedef {object} VirtualUser one request on a connection of its own, which closes with it
 * @property {Promise<Exchange>} ended never rejects
 * @property {(error: Error) => void} giveUp ends a user that waits for its response
 */

/**
 * Creates the engine of artillery, and returns what starts one user of it.
 * @param {Pick<StagesOrder, 'url' | 'timings'>} order
 * @returns {(onSent: () => void) => VirtualUser} `onSent` is called once, when the request is made or the user failed before
 */
export function createUsers({ url, timings: wanted }) {
  const { origin } = new URL(url)
  const engine = new core.engine_http({ config: configOf(origin), scenarios: [] })
  const step = stepOf({ url, headers: {} })
  return start

  /** @type {ReturnType<typeof createUsers>} */
  function start(onSent) {
    const events = new EventEmitter()
    /** @type {Context} */
    const context = { vars: { target: origin }, funcs: {} }
    /** @type {Exchange} */
    const exchange = {
      statusCode: 0,
      contentEncoding: '',
      writtenMs: 0,
      endedMs: 0,
      error: null,
      timings: {}
    }
    /** @type {Error | null} */
    let reason = null
    events.on('trace:http:request', markSent)
    events.on('trace:http:response', readResponse)
    // The scenario fails with it too.
    events.on('error', ignore)
    const runScenario = engine.createScenario({ flow: [step] }, events)
    return { ended: new Promise(untilEnded), giveUp }

    /** @param {(exchange: Exchange) => void} resolve */
    function untilEnded(resolve) {
      runScenario(context, function endScenario(error) {
        markSent()
        if (error) Object.assign(exchange, { error: reason ?? error, endedMs: monotonicMs() })
        // The engine reads the response to its end before it frees the connection.
        setImmediate(closeConnections)
        resolve(exchange)
      })
    }

    function markSent() {
      if (exchange.writtenMs > 0) return
      exchange.writtenMs = monotonicMs()
      onSent()
    }

    /** @param {IncomingMessage} response */
    function readResponse(response) {
      exchange.statusCode = response.statusCode ?? 0
      exchange.contentEncoding = contentEncodingOf(response.rawHeaders)
      exchange.timings = timingsOf(response.rawHeaders, wanted)
      response.on('end', () => {
        exchange.endedMs = monotonicMs()
      })
    }

    /** @param {Error} error */
    function giveUp(error) {
      reason = error
      closeConnections()
    }

    function closeConnections() {
      context._httpAgent?.destroy()
      context._httpsAgent?.destroy()
    }
  }
}

function ignore() {}
