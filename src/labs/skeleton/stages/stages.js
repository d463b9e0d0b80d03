import { fileURLToPath } from 'node:url'
import { WorkshopError } from '../../../errors/errors.js'
import { startMessageProcess } from '../../../load/message-process.js'
import { sum } from '../../../stats/means.js'

/** @import { PlayedStages, StagesMessage, StagesOrder, StagesPlayer } from './types.js' */

const entry = fileURLToPath(new URL('./stages-process.js', import.meta.url))
const READY_LIMIT_MS = 20_000
const EXTRA_MS = 15_000

/**
 * Plays a load in stages in a process of its own, with our own open loop or with virtual users of artillery.
 * @param {StagesOrder} order
 * @param {{ logPath: string, signal: AbortSignal, onStarted?: () => void }} options `logPath`: file that the output of the process
 *   is appended to; `onStarted` is called when the first request is due
 * @returns {Promise<PlayedStages>} rejects with ERR_TOOL, or with the signal's reason
 */
export async function playStages(order, { logPath, signal, onStarted }) {
  const { NODE_OPTIONS, ...env } = process.env
  /** @type {StagesPlayer} */
  const name = order.users ? 'users' : 'requests'
  /** @type {ReturnType<typeof startMessageProcess<StagesMessage>>} */
  const player = startMessageProcess({
    entry,
    args: [name],
    env,
    logPath,
    makeError: (problem, tail) => new WorkshopError('ERR_TOOL', { tool: 'node', what: entry, problem, tail })
  })
  try {
    await player.next({ limitMs: READY_LIMIT_MS, signal })
    player.send(order)
    await next(READY_LIMIT_MS)
    onStarted?.()
    const message = await next(sum(order.stages.map(({ durationMs }) => durationMs)) + order.answerLimitMs + EXTRA_MS)
    if (message.type !== 'played') throw player.failure(`unexpected message ${message.type}`)
    return message.played
  } finally {
    await player.end({ signal: 'SIGKILL' })
  }

  /** @param {number} limitMs */
  async function next(limitMs) {
    const message = await player.next({ limitMs, signal })
    if (message.type === 'failed') throw player.failure(message.problem)
    return message
  }
}
