/**
 * Plays a load in stages in a process of its own, as the process that started it orders: `node stages-process.js <player>`.
 *
 * @import { PlayedStages, StagesMessage, StagesOrder, StagesPlayer } from './types.js'
 */

/** @typedef {(order: StagesOrder, options: { onStarted: () => void }) => Promise<PlayedStages>} PlayOrder */

/** Each loads only its own generator. @type {Record<StagesPlayer, () => Promise<PlayOrder>>} */
const players = {
  async requests() {
    const { playStagesHere } = await import('./play-stages.js')
    const { startSendClock } = await import('../../../load/send-clock.js')
    const clock = await startSendClock()
    return (order, options) => playStagesHere(order, { clock, ...options })
  },
  async users() {
    const { playUsersHere } = await import('./play-users.js')
    return playUsersHere
  }
}

const playOrder = await players[/** @type {StagesPlayer} */ (process.argv[2])]()
process.on('disconnect', () => process.exit())
process.once('message', message => play(/** @type {StagesOrder} */ (message)))
send({ type: 'ready' })

/** @param {StagesOrder} order */
async function play(order) {
  try {
    const before = process.cpuUsage()
    const played = await playOrder(order, { onStarted: () => send({ type: 'started' }) })
    const { user, system } = process.cpuUsage(before)
    send({ type: 'played', played: { ...played, generatorCpuMicros: user + system } })
  } catch (error) {
    console.error(error)
    send({ type: 'failed', problem: error instanceof Error ? error.message : String(error) })
  }
}

/** @param {StagesMessage} message */
function send(message) {
  process.send?.(message)
}
