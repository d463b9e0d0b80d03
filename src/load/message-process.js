import { lastLines } from '../errors/words.js'
import { withDeadline } from '../system/deadline.js'
import { readTail } from '../system/files/files.js'
import { startProcess } from '../system/processes.js'

/** @import { ToolProblem } from '../errors/types.js' */

/**
 * Starts a Node.js program in a process of its own that is sent messages and sends messages back.
 * @template {object} Message what it sends; `id`, where it has one, is that of the message that it answers
 * @param {object} spec @param {string} spec.entry file of the program
 * @param {string[]} [spec.args] @param {NodeJS.ProcessEnv} spec.env
 * @param {string} spec.logPath file that its output is appended to
 * @param {(problem: ToolProblem, tail: string | null) => Error} spec.makeError `tail`: the last lines of that file
 */
export function startMessageProcess({ entry, args = [], env, logPath, makeError }) {
  const managed = startProcess({
    command: process.execPath,
    args: [entry, ...args],
    env,
    stdoutPath: logPath,
    stderrPath: logPath,
    ipc: true
  })
  const died = managed.exited.then(function explainExit(exit) {
    throw failure({ code: 'exited', exit })
  })
  died.catch(ignore)
  /** @type {(Message & { id?: number })[]} */
  const waiting = []
  /** @type {Map<number | undefined, (message: Message) => void>} */
  const callers = new Map()
  managed.child.on('message', function receive(message) {
    const received = /** @type {Message & { id?: number }} */ (message)
    const deliver = callers.get(received.id)
    if (!deliver) return waiting.push(received)
    callers.delete(received.id)
    deliver(received)
  })
  return { pid: managed.pid, send, next, failure, end: managed.end }

  /**
   * Sends a message. A closed channel is reported by {@link next}; the callback keeps the error from being thrown as well.
   * @param {import('node:child_process').Serializable} message
   */
  function send(message) {
    managed.child.send(message, ignore)
  }

  /**
   * Returns the next message with an id, or without one, also one that came before it was waited for. One caller waits for each at a time.
   * @param {{ limitMs: number, signal?: AbortSignal, id?: number }} bounds
   * @returns {Promise<Message>} rejects with the error of the spec, or with the signal's reason
   */
  function next({ limitMs, signal, id }) {
    return withDeadline(Promise.race([received(id), died]), {
      limitMs,
      signal,
      late: () => failure({ code: 'late', limitMs })
    })
  }

  /** @param {number} [id] @returns {Promise<Message>} */
  function received(id) {
    return new Promise(resolve => {
      const first = waiting.find(message => message.id === id)
      if (first === undefined) return callers.set(id, resolve)
      waiting.splice(waiting.indexOf(first), 1)
      resolve(first)
    })
  }

  /** @param {ToolProblem} problem */
  function failure(problem) {
    return makeError(problem, lastLines(readTail(logPath)))
  }
}

function ignore() {}
