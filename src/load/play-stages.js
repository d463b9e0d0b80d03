import { Pool } from 'undici'
import { sum } from '../stats/means.js'
import { arrivalTimes, rampTimes } from './arrivals.js'
import { exchange } from './exchange.js'
import { openConnections } from './open-connections.js'
import { followSchedule, monotonicMs } from './send-clock.js'
import { startStagesTally } from './stages-tally.js'

/**
 * @import { SendClock } from './send-clock.js'
 * @import { PlannedStage, PlayedStages, StagesOrder } from './stage-types.js'
 */

/**
 * Plays an open loop in stages: sends each request when it is due, then waits for the responses still due, up to a limit.
 * @param {StagesOrder} order
 * @param {{ clock: SendClock, onStarted?: () => void }} options `onStarted` is called when the first request is due
 * @returns {Promise<PlayedStages>}
 */
export async function playStagesHere(order, { clock, onStarted }) {
  const { stages, answerLimitMs } = order
  const url = new URL(order.url)
  const connections = await openConnections(url, order.connections.first)
  const pool = new Pool(url.origin, {
    connect: connections.connect,
    connections: order.connections.most,
    pipelining: 1,
    // The limit is that of the whole load.
    headersTimeout: 0,
    bodyTimeout: 0
  })
  const { timesMs, stageOf } = schedule(stages)
  const startedAt = new Date().toISOString()
  const startMs = monotonicMs()
  const tally = startStagesTally(order, startMs)
  /** @type {Promise<void>[]} */
  const underWay = []
  onStarted?.()
  await followSchedule({ clock, timesMs }, (index, dueMs) => underWay.push(send(Number(stageOf[index]), dueMs)))
  const limit = setTimeout(giveUp, answerLimitMs)
  await Promise.all(underWay)
  clearTimeout(limit)
  connections.close()
  await pool.destroy()
  return { startedAt, ...tally.finish() }

  /** @param {number} stage @param {number} dueMs */
  async function send(stage, dueMs) {
    tally.sent(stage, dueMs, monotonicMs())
    const ended = await exchange(pool, { method: 'GET', path: url.pathname + url.search }, order.timings)
    tally.ended(stage, dueMs, ended)
  }

  function giveUp() {
    pool.destroy(new Error(`no response within ${answerLimitMs} ms after the last request was due`))
  }
}

/**
 * Returns when each request is due, and its stage.
 * @param {PlannedStage[]} stages
 */
export function schedule(stages) {
  const starts = stages.map((_, index) => sum(stages.slice(0, index).map(({ durationMs }) => durationMs)))
  const times = stages.map((stage, index) => timesOf(stage).map(ms => ms + Number(starts[index])))
  return {
    timesMs: Float64Array.from(times.flatMap(own => [...own])),
    stageOf: Uint8Array.from(times.flatMap((own, index) => new Array(own.length).fill(index)))
  }
}

/** Returns when the requests of a stage are due, in milliseconds from its start. @param {PlannedStage} stage */
function timesOf({ ratePerSecond, durationMs, ramp }) {
  if (!ramp) return arrivalTimes({ arrivals: 'constant', ratePerSecond, durationMs, seed: 0 })
  const [fromPerSecond, toPerSecond] = ramp
  return rampTimes({ fromPerSecond, toPerSecond, durationMs })
}
