import { fileURLToPath } from 'node:url'
import { WorkshopError } from '../../../errors/errors.js'
import { startMessageProcess } from '../../../load/message-process.js'
import { MIB } from '../../skeleton/file-sizes.js'

/**
 * @import { Copied, CopyMessage, CopyOrder } from './types.js'
 */

const entry = fileURLToPath(new URL('./copies-process.js', import.meta.url))
const READY_LIMIT_MS = 20_000
/** A copy byte by byte takes about 2 s per MiB: ten times that on a slow machine. */
const LIMIT_MS_PER_MIB = 20_000

/**
 * Copies files one after the other in a process of its own.
 * @param {CopyOrder} order
 * @param {object} options
 * @param {string} options.logPath file that the output of the process is appended to
 * @param {AbortSignal} options.signal
 * @param {(pid: number) => Promise<void>} options.beforeFirst runs when the process is ready
 * @param {(copied: Copied, index: number) => void} options.onCopied runs the moment a copy is complete and compared
 * @returns {Promise<void>} rejects with ERR_COPY, with ERR_TOOL, or with the signal's reason
 */
export async function playCopies(order, { logPath, signal, beforeFirst, onCopied }) {
  const { NODE_OPTIONS, ...env } = process.env
  /** @type {ReturnType<typeof startMessageProcess<CopyMessage>>} */
  const copier = startMessageProcess({
    entry,
    env,
    logPath,
    makeError: (problem, tail) => new WorkshopError('ERR_TOOL', { tool: 'node', what: entry, problem, tail })
  })
  try {
    await copier.next({ limitMs: READY_LIMIT_MS, signal })
    await beforeFirst(Number(copier.pid))
    copier.send(order)
    for (let index = 0; ; index++) {
      const message = await copier.next({ limitMs: limitOf(index), signal })
      if (message.type === 'end') return
      if (message.type === 'failed') throw copyError(message)
      if (message.type === 'copied') {
        const { type, ...copied } = message
        onCopied(copied, index)
      }
    }
  } finally {
    await copier.end({ signal: 'SIGKILL' })
  }

  /** Returns how long a copy may take. @param {number} index */
  function limitOf(index) {
    const { sizeBytes = 0 } = order.copies[index] ?? {}
    return READY_LIMIT_MS + (sizeBytes / MIB) * LIMIT_MS_PER_MIB
  }

  /** @param {Extract<CopyMessage, { type: 'failed' }>} message */
  function copyError({ index, code, problem }) {
    const { strategy = '', source = '' } = order.copies[index] ?? {}
    return new WorkshopError('ERR_COPY', { strategy, source, folder: order.folder, code, problem })
  }
}
