import { exchange } from '../../../load/exchange.js'
import { openPool } from '../../../load/open-pool.js'
import { followSchedule, monotonicMs } from '../../../load/send-clock.js'
import { schedule } from './schedule.js'
import { startStagesTally } from './stages-tally.js'

/** @import { SendClock } from '../../../load/send-clock.js' */
/** @import { PlayedStages, StagesOrder } from './types.js' */

/**
 * Plays an open loop in stages: sends each request when it is due, then waits for the responses still due, up to a limit.
 * @param {StagesOrder} order
 * @param {{ clock: SendClock, onStarted?: () => void }} options `onStarted` is called when the first request is due
 * @returns {Promise<PlayedStages>}
 */
export async function playStagesHere(order, { clock, onStarted }) {
  const { stages, answerLimitMs } = order
  const { pathname, search } = new URL(order.url)
  // The limit is that of the whole load.
  const { pool, close } = await openPool(order.url, order.connections, 0)
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
  await close()
  return { startedAt, ...tally.finish() }

  /** @param {number} stage @param {number} dueMs */
  async function send(stage, dueMs) {
    tally.sent(stage, dueMs, monotonicMs())
    const ended = await exchange(pool, { method: 'GET', path: pathname + search }, order.timings)
    tally.ended(stage, dueMs, ended)
  }

  function giveUp() {
    pool.destroy(new Error(`no response within ${answerLimitMs} ms after the last request was due`))
  }
}
