import { EventEmitter } from 'node:events'
import { performance } from 'node:perf_hooks'
import core from '@artilleryio/int-core'
import { recordMetrics } from './artillery-metrics.js'
import { scenarioOf } from './artillery-scenario.js'
import { serveLoads } from './serve-loads.js'
import { contentEncodingOf, startTally } from './tally.js'

/**
 * @import { Tally } from './tally.js'
 * @import { LoadRequest } from './types.js'
 * @import { Context } from '@artilleryio/int-core'
 * @import { IncomingMessage } from 'node:http'
 * @import { Socket } from 'node:net'
 */

serveLoads(playBatch)

/**
 * Starts all virtual users at once through artillery's HTTP engine and waits until each has done its requests. The
 * runner above the engine spreads arrivals over time and looks only once a second whether it is done, hence without it.
 * @param {LoadRequest} request
 */
async function playBatch(request) {
  if (request.mode !== 'batch') throw new TypeError(`artillery does not play ${request.mode} loads`)
  const { origin, pathname, search } = new URL(request.url)
  const script = scenarioOf({ ...request, target: origin, path: pathname + search })
  const events = new EventEmitter()
  const metrics = recordMetrics(events)
  const startUser = new core.engine_http(script).createScenario(script.scenarios[0] ?? {}, events)
  const tally = startTally()
  const wire = watchWire(events, tally)
  const users = []
  for (let user = 0; user < request.users; user++) users.push(runUser())
  const contexts = await Promise.all(users)
  const tallied = tally.finish(wire.totals())
  for (const { _httpAgent, _httpsAgent } of contexts) {
    _httpAgent?.destroy()
    _httpsAgent?.destroy()
  }
  return { ...tallied, toolResult: metrics.finish() }

  /** @returns {Promise<Context>} */
  function runUser() {
    return new Promise(function untilUserIsDone(resolve) {
      const userEnded = metrics.userStarted()
      /** @type {Context} */
      const context = { vars: { target: origin }, funcs: {} }
      startUser(context, function endUser(error) {
        if (error) wire.countError(error)
        userEnded(error)
        resolve(context)
      })
    })
  }
}

/**
 * Takes from the engine's trace events what its own metrics lack: latencies in microseconds up to the last byte, the
 * encoding of each answer, and the bytes that came over its connections.
 * @param {EventEmitter} events
 * @param {Tally} tally
 */
function watchWire(events, tally) {
  /** @type {Map<string, number>} */
  const sentAtMs = new Map()
  /** @type {Set<Socket>} */
  const sockets = new Set()
  let sent = 0
  let timeouts = 0
  events.on('trace:http:request', countRequest)
  events.on('trace:http:response', watchAnswer)
  return { countError, totals }

  /**
   * @param {unknown} _params
   * @param {string} id
   */
  function countRequest(_params, id) {
    sent++
    sentAtMs.set(id, performance.now())
  }

  /**
   * @param {IncomingMessage} answer
   * @param {string} id
   */
  function watchAnswer(answer, id) {
    sockets.add(answer.socket)
    tally.encoded(contentEncodingOf(answer.rawHeaders))
    answer.on('end', () => {
      tally.answered(answer.statusCode ?? 0, performance.now() - (sentAtMs.get(id) ?? 0))
      sentAtMs.delete(id)
    })
  }

  /** @param {NodeJS.ErrnoException} error what ended a virtual user; the engine has no trace event for it */
  function countError(error) {
    if (error.code === 'ETIMEDOUT') timeouts++
    tally.failed(error.message)
  }

  function totals() {
    let bytesRead = 0
    for (const socket of sockets) bytesRead += socket.bytesRead
    return { sent, timeouts, bytesRead }
  }
}
