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
 * Plays a batch: starts all virtual users at once through artillery's HTTP engine and waits until each has sent its
 * requests. Artillery's runner is not used, because it spreads arrivals over time and checks for the end once per
 * second.
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
  const wire = countWire(events, tally)
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
 * Counts from the engine's trace events what its own metrics lack: latencies in microseconds up to the last byte, the
 * encoding of each response, and the bytes that its connections read.
 * @param {EventEmitter} events
 * @param {Tally} tally
 */
function countWire(events, tally) {
  /** @type {Map<string, number>} */
  const sentAtMs = new Map()
  /** @type {Set<Socket>} */
  const sockets = new Set()
  let sent = 0
  let timeouts = 0
  events.on('trace:http:request', countRequest)
  events.on('trace:http:response', countResponse)
  return { countError, totals }

  /** @param {unknown} _params @param {string} id */
  function countRequest(_params, id) {
    sent++
    sentAtMs.set(id, performance.now())
  }

  /** @param {IncomingMessage} response @param {string} id */
  function countResponse(response, id) {
    sockets.add(response.socket)
    tally.encoded(contentEncodingOf(response.rawHeaders))
    response.on('end', () => {
      tally.answered(response.statusCode ?? 0, performance.now() - (sentAtMs.get(id) ?? 0))
      sentAtMs.delete(id)
    })
  }

  /** @param {NodeJS.ErrnoException} error the error that ended a virtual user, which has no trace event */
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
