import { EventEmitter } from 'node:events'
import core from '@artilleryio/int-core'
import createPhaser from '@artilleryio/int-core/lib/phases.js'
import { configOf, stepOf } from '../../../load/artillery.js'
import { timingsOf } from '../../../load/exchange.js'
import { monotonicMs } from '../../../load/send-clock.js'
import { contentEncodingOf } from '../../../load/tally.js'
import { phasesOf, schedule } from './schedule.js'
import { startStagesTally } from './stages-tally.js'

/** @import { IncomingMessage } from 'node:http' */
/** @import { Context } from '@artilleryio/int-core' */
/** @import { PhaseSpec } from '@artilleryio/int-core/lib/phases.js' */
/** @import { Exchange } from '../../../load/exchange.js' */
/** @import { PlayedStages, StagesOrder } from './types.js' */

/**
 * Plays stages with virtual users of artillery: its phases say when a user arrives, its HTTP engine sends the one request of each. Its
 * runner is not used, because it counts seconds and not requests. The last stage is none with a ramp: artillery ends a ramp before
 * its last user arrives.
 * @param {StagesOrder} order
 * @param {{ onStarted?: () => void }} [options] `onStarted` is called when the first phase begins
 * @returns {Promise<PlayedStages>} latency is from the arrival of a user, as artillery counts it; the delay of the generator is that of
 *   its arrivals, from when the requests of an open loop are due
 */
export async function playUsersHere(order, { onStarted } = {}) {
  const { stages, users = { most: null }, answerLimitMs } = order
  const start = createUsers(order)
  /** @type {Set<VirtualUser>} */
  const atWork = new Set()
  const phaser = createPhaser(phasesOf(stages, users))
  const { timesMs, stageOf } = schedule(stages)
  const dueOf = stages.map((_, index) => timesMs.filter((_ms, place) => stageOf[place] === index).values())
  const startedAt = new Date().toISOString()
  const startMs = monotonicMs()
  const tally = startStagesTally(order, startMs)
  phaser.on('arrival', arrive)
  onStarted?.()
  await new Promise(function untilAllArrived(resolve) {
    phaser.on('done', () => resolve(undefined))
    phaser.run()
  })
  const limit = setTimeout(giveUp, answerLimitMs)
  while (atWork.size > 0) await Promise.all([...atWork].map(({ ended }) => ended))
  clearTimeout(limit)
  return { startedAt, ...tally.finish() }

  /** Starts a user, or leaves it out by the comparison that artillery's runner makes. @param {PhaseSpec} phase */
  function arrive({ index, maxVusers = Number.POSITIVE_INFINITY }) {
    const { value: dueMs = Number.POSITIVE_INFINITY } = dueOf[index]?.next() ?? {}
    if (atWork.size >= maxVusers) return tally.notSent(index)
    const arrivedMs = monotonicMs()
    // A ramp of artillery is early in each second.
    const user = start(() => tally.sent(index, Math.min(startMs + dueMs, arrivedMs), monotonicMs()))
    atWork.add(user)
    user.ended.then(function endUser(exchange) {
      atWork.delete(user)
      tally.ended(index, arrivedMs, exchange)
    })
  }

  function giveUp() {
    const error = new Error(`no response within ${answerLimitMs} ms after the last user arrived`)
    for (const user of atWork) user.giveUp(error)
  }
}

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
function createUsers({ url, timings: wanted }) {
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
