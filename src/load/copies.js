import { fileURLToPath } from 'node:url'
import { lastLines, WorkshopError } from '../errors.js'
import { withDeadline } from '../system/deadline.js'
import { readTail } from '../system/files.js'
import { startProcess } from '../system/processes.js'

/**
 * @import { Exit, ToolProblem } from '../error-types.js'
 * @import { Copied, CopyMessage, CopyOrder } from './copy-types.js'
 */

const entry = fileURLToPath(new URL('./copies-process.js', import.meta.url))
/** Of one message: 64 MiB byte by byte take minutes. */
const LIMIT_MS = 1_800_000

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
  const managed = startProcess({
    command: process.execPath,
    args: [entry],
    env,
    stdoutPath: logPath,
    stderrPath: logPath,
    ipc: true
  })
  const died = managed.exited.then(explainExit)
  died.catch(ignore)
  const messages = queueOf(managed.child)
  try {
    await next()
    await beforeFirst(Number(managed.pid))
    managed.child.send(order, ignore)
    for (let index = 0; ; index++) {
      const message = await next()
      if (message.type === 'end') return
      if (message.type === 'failed') throw copyError(message)
      if (message.type === 'copied') {
        const { type, ...copied } = message
        onCopied(copied, index)
      }
    }
  } finally {
    await managed.end({ signal: 'SIGKILL' })
  }

  /** @returns {Promise<CopyMessage>} */
  function next() {
    const late = () => failure({ code: 'late', limitMs: LIMIT_MS })
    return withDeadline(Promise.race([messages.next(), died]), { limitMs: LIMIT_MS, signal, late })
  }

  /** @param {Exit} exit @returns {Promise<never>} */
  async function explainExit(exit) {
    throw failure({ code: 'exited', exit })
  }

  /** @param {ToolProblem} problem */
  function failure(problem) {
    return new WorkshopError('ERR_TOOL', { tool: 'node', what: entry, problem, tail: lastLines(readTail(logPath)) })
  }

  /** @param {Extract<CopyMessage, { type: 'failed' }>} message */
  function copyError({ index, code, problem }) {
    const { strategy = '', source = '' } = order.copies[index] ?? {}
    return new WorkshopError('ERR_COPY', { strategy, source, folder: order.folder, code, problem })
  }
}

/**
 * Returns the messages of a process in order, also those that come before they are waited for.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {{ next: () => Promise<CopyMessage> }}
 */
function queueOf(child) {
  /** @type {CopyMessage[]} */
  const waiting = []
  /** @type {((message: CopyMessage) => void) | undefined} */
  let deliver
  child.on('message', function receive(message) {
    const received = /** @type {CopyMessage} */ (message)
    if (!deliver) return waiting.push(received)
    deliver(received)
    deliver = undefined
  })
  return {
    next: () =>
      new Promise(resolve => {
        const first = waiting.shift()
        if (first) resolve(first)
        else deliver = resolve
      })
  }
}

function ignore() {}
