import createPhaser from '@artilleryio/int-core/lib/phases.js'
import { monotonicMs } from '../../../load/send-clock.js'
import { phasesOf } from './phases.js'
import { schedule } from './schedule.js'
import { startStagesTally } from './stages-tally.js'
import { createUsers } from './virtual-users.js'

/** @import { PhaseSpec } from '@artilleryio/int-core/lib/phases.js' */
/** @import { PlayedStages, StagesOrder } from './types.js' */
/** @import { VirtualUser } from './virtual-users.js' */

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
