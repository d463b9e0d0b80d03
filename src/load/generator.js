import { fileURLToPath } from 'node:url'
import { lastLines, WorkshopError } from '../errors.js'
import { withDeadline } from '../system/deadline.js'
import { readTail } from '../system/files.js'
import { lowerPriority } from '../system/lower-priority.js'
import { startProcess } from '../system/processes.js'
import { generators } from './generators.js'

/**
 * @import { Exit, ToolProblem } from '../error-types.js'
 * @import { Answer } from './generator-process.js'
 * @import { GeneratorName, LoadRequest, LoadResult } from './types.js'
 */

const entry = fileURLToPath(new URL('./generator-process.js', import.meta.url))
const READY_LIMIT_MS = 20_000
const TIMED_EXTRA_MS = 15_000
const BATCH_LIMIT_MS = 60_000

/**
 * @typedef {object} Generator a load generator in a process of its own
 * @property {GeneratorName} name
 * @property {number | undefined} pid
 * @property {(request: LoadRequest, options?: { signal?: AbortSignal }) => Promise<LoadResult>} play plays one load at
 *   a time; a failure also ends the process. Rejects with ERR_GENERATOR or with the signal's reason.
 * @property {() => Promise<unknown>} end
 */

/**
 * Starts a generator's process and waits until it can play. Where it may, the generator runs at low priority: V8's
 * sampling thread waits when the generator holds the only other core, and samples then fall on what the server does
 * while the generator idles. A function of 104 µs in 265 was measured as 150, and as 118 to 125 with a generator at low
 * priority.
 * @param {GeneratorName} name
 * @param {{ logPath: string, signal?: AbortSignal }} options `logPath`: file that its output is appended to
 * @returns {Promise<Generator>}
 * @throws {WorkshopError} ERR_GENERATOR
 */
export async function startGenerator(name, { logPath, signal }) {
  const managed = startProcess({
    command: process.execPath,
    args: [entry, name],
    env: withoutForeignSettings(process.env),
    stdoutPath: logPath,
    stderrPath: logPath,
    ipc: true
  })
  if (managed.pid !== undefined && generators[name].givesWay) lowerPriority(managed.pid)
  const died = managed.exited.then(explainExit)
  died.catch(ignore)

  await answerOrEnd(nextAnswer(), READY_LIMIT_MS, signal)
  return { name, pid: managed.pid, play, end: () => managed.end() }

  /** @type {Generator['play']} */
  async function play(request, options = {}) {
    const answer = nextAnswer()
    // `died` reports a closed channel; the callback keeps the error from being thrown as well.
    managed.child.send(request, ignore)
    const limitMs = request.mode === 'batch' ? BATCH_LIMIT_MS : request.durationMs + TIMED_EXTRA_MS
    const { result } = await answerOrEnd(answer, limitMs, options.signal)
    return /** @type {LoadResult} */ (result)
  }

  /** @returns {Promise<Answer>} */
  function nextAnswer() {
    return new Promise(function waitForMessage(resolve) {
      managed.child.once('message', message => resolve(/** @type {Answer} */ (message)))
    })
  }

  /** @param {Promise<Answer>} answer @param {number} limitMs @param {AbortSignal | undefined} stopSignal */
  async function answerOrEnd(answer, limitMs, stopSignal) {
    try {
      const bounds = { limitMs, signal: stopSignal, late: () => failure({ code: 'late', limitMs }) }
      const given = await withDeadline(Promise.race([answer, died]), bounds)
      if (given.problem !== undefined) throw failure(given.problem)
      return given
    } catch (error) {
      await managed.end()
      throw error
    }
  }

  /** @param {Exit} exit @returns {Promise<never>} */
  async function explainExit(exit) {
    throw failure({ code: 'exited', exit })
  }

  /** @param {ToolProblem} problem */
  function failure(problem) {
    return new WorkshopError('ERR_GENERATOR', { generator: name, problem, tail: lastLines(readTail(logPath)) })
  }
}

/**
 * Returns the environment without settings for servers and for other tools that would change the generator: a
 * profiler's preload, a proxy (artillery would send the load through it), and debug output (artillery would keep
 * response bodies).
 * @param {NodeJS.ProcessEnv} env
 */
function withoutForeignSettings(env) {
  const { NODE_OPTIONS, HTTP_PROXY, HTTPS_PROXY, DEBUG, ARTILLERY_EXTENDED_HTTP_METRICS, ...kept } = env
  return kept
}

function ignore() {}
