import { EventEmitter } from 'node:events'
import { performance } from 'node:perf_hooks'
import core from '@artilleryio/int-core'
import ssms from '@artilleryio/int-core/lib/ssms.js'
import { getOrAdd } from '../stats/group-by.js'
import { cycleOf } from './cycle.js'
import { contentEncodingOf, startTally } from './tally.js'

/** @import { Tally } from './tally.js' */
/** @import { LoadRequest, SentRequest } from './types.js' */
/** @import { Context } from '@artilleryio/int-core' */
/** @import { IncomingMessage } from 'node:http' */
/** @import { Socket } from 'node:net' */

/**
 * @typedef {Record<string, object>} Step
 * @typedef {(context: Context, done: (error: Error | null) => void) => void} StartUser
 */

const { SSMS } = ssms

/**
 * Plays a batch: starts all virtual users at once through artillery's HTTP engine and waits until each has sent its
 * requests. Artillery's runner is not used, because it spreads arrivals over time and checks for the end once per
 * second.
 * @param {LoadRequest} request
 */
export async function playBatch(request) {
  if (request.mode !== 'batch') throw new TypeError(`artillery does not play ${request.mode} loads`)
  const { users: count, requestsPerUser } = request
  const { origin } = new URL(request.url)
  const cycle = cycleOf(request, stepOf)
  const events = new EventEmitter()
  const metrics = recordMetrics(events)
  const engine = new core.engine_http({ config: configOf(origin), scenarios: [] })
  const tally = startTally()
  const totalsOfWire = countWire(events, tally)
  /** @type {Map<number, StartUser>} by the place in the cycle where a user begins */
  const starters = new Map()
  const users = []
  for (let user = 0; user < count; user++) users.push(runUser(starterOf(user)))
  const contexts = await Promise.all(users)
  const tallied = tally.finish(totalsOfWire())
  for (const { _httpAgent, _httpsAgent } of contexts) {
    _httpAgent?.destroy()
    _httpsAgent?.destroy()
  }
  return { ...tallied, toolResult: metrics.finish() }

  /** @param {number} user */
  function starterOf(user) {
    const first = (user * requestsPerUser) % cycle.length
    return getOrAdd(starters, first, () => engine.createScenario(scenarioOf(cycle, first, requestsPerUser), events))
  }

  /** @param {StartUser} startUser @returns {Promise<Context>} */
  function runUser(startUser) {
    return new Promise(function untilUserIsDone(resolve) {
      const userEnded = metrics.userStarted()
      /** @type {Context} */
      const context = { vars: { target: origin }, funcs: {} }
      startUser(context, function endUser(error) {
        // No trace event has it.
        if (error) tally.failed(error)
        userEnded(error)
        resolve(context)
      })
    })
  }
}

/**
 * Returns the `config` of an artillery script. A certificate is not checked: that of a server under test is often its own.
 * @param {string} target origin
 */
export function configOf(target) {
  return { target, ...(target.startsWith('https:') && { tls: { rejectUnauthorized: false } }) }
}

/**
 * Returns the step of a scenario that sends a request. Without `gzip: false` artillery would inflate each response and, without an
 * accept-encoding, choose one. A redirect counts as the response.
 * @param {SentRequest} request @returns {Step}
 */
export function stepOf({ url, headers, method = 'GET', body }) {
  const { pathname, search } = new URL(url)
  const sent = { url: pathname + search, gzip: false, followRedirect: false, headers }
  return { [method.toLowerCase()]: { ...sent, ...(body !== undefined && { body }) } }
}

/**
 * Returns the scenario of a virtual user: the same request again and again, as in load/info.yml, or a part of the cycle. A user begins
 * where the one before it ends, so that a batch has the shares of the cycle.
 * @param {Step[]} cycle
 * @param {number} first place in the cycle
 * @param {number} count of requests
 */
export function scenarioOf(cycle, first, count) {
  if (cycle.length === 1) return { flow: [{ loop: cycle, count }] }
  return { flow: Array.from({ length: count }, (_, step) => cycle[(first + step) % cycle.length]) }
}

/**
 * Starts to record artillery's own metrics in artillery's own store, under the names that its runner gives them.
 * @param {EventEmitter} events the engine's
 */
export function recordMetrics(events) {
  const metrics = new SSMS({ pullOnly: true })
  // Stops its timers only: a batch is aggregated once, at its end.
  metrics.stop()
  events.on('counter', (name, value) => metrics.counter(name, value))
  events.on('histogram', (name, value) => metrics.histogram(name, value))
  events.on('rate', name => metrics.rate(name))
  events.on('error', code => metrics.counter(`errors.${code}`, 1))
  return { userStarted, finish }

  /** Counts a virtual user, and returns the function to call when that user is done. */
  function userStarted() {
    const startMs = performance.now()
    metrics.counter('vusers.created_by_name.0', 1)
    metrics.counter('vusers.created', 1)
    return userEnded

    /** @param {Error | null} error */
    function userEnded(error) {
      metrics.counter('vusers.failed', error ? 1 : 0)
      if (error) return
      metrics.counter('vusers.completed', 1)
      metrics.histogram('vusers.session_length', performance.now() - startMs)
    }
  }

  /** Returns all metrics, as artillery serialises them. */
  function finish() {
    metrics.aggregate(true)
    return SSMS.serializeMetrics(SSMS.pack(metrics.getBucketIds().map(period => metrics.getMetrics(period))))
  }
}

/**
 * Counts from the engine's trace events what its own metrics lack: latencies in microseconds up to the last byte, the
 * encoding of each response, and the bytes that its connections read. Returns a function that returns the totals.
 * @param {EventEmitter} events @param {Tally} tally
 */
function countWire(events, tally) {
  /** @type {Map<string, number>} */
  const sentAtMs = new Map()
  /** @type {Set<Socket>} */
  const sockets = new Set()
  let sent = 0
  events.on('trace:http:request', countRequest)
  events.on('trace:http:response', countResponse)
  return totals

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

  function totals() {
    let bytesRead = 0
    for (const socket of sockets) bytesRead += socket.bytesRead
    return { sent, bytesRead }
  }
}
