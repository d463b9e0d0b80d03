import { playStagesHere } from './play-stages.js'
import { startSendClock } from './send-clock.js'

/**
 * Plays an open loop in stages in a process of its own, as the process that started it orders.
 *
 * @import { StagesMessage, StagesOrder } from './stage-types.js'
 */

const clock = await startSendClock()
process.on('disconnect', () => process.exit())
process.once('message', message => play(/** @type {StagesOrder} */ (message)))
send({ type: 'ready' })

/** @param {StagesOrder} order */
async function play(order) {
  try {
    const played = await playStagesHere(order, { clock, onStarted: () => send({ type: 'started' }) })
    send({ type: 'played', played })
  } catch (error) {
    console.error(error)
    send({ type: 'failed', problem: error instanceof Error ? error.message : String(error) })
  }
}

/** @param {StagesMessage} message */
function send(message) {
  process.send?.(message)
}
