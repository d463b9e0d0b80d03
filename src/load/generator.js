import { fileURLToPath } from 'node:url'
import { WorkshopError } from '../errors/errors.js'
import { lowerPriority } from '../system/cores.js'
import { generators } from './generators.js'
import { startMessageProcess } from './message-process.js'

/** @import { Answer } from './generator-process.js' */
/** @import { GeneratorName, LoadRequest, LoadResult } from './types.js' */

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
  /** @type {ReturnType<typeof startMessageProcess<Answer>>} */
  const child = startMessageProcess({
    entry,
    args: [name],
    env: withoutForeignSettings(process.env),
    logPath,
    makeError: (problem, tail) => new WorkshopError('ERR_GENERATOR', { generator: name, problem, tail })
  })
  if (child.pid !== undefined && generators[name].givesWay) lowerPriority(child.pid)

  await answerOrEnd(READY_LIMIT_MS, signal)
  return { name, pid: child.pid, play, end: () => child.end() }

  /** @type {Generator['play']} */
  async function play(request, options = {}) {
    child.send(request)
    const limitMs = request.mode === 'batch' ? BATCH_LIMIT_MS : request.durationMs + TIMED_EXTRA_MS
    const { result } = await answerOrEnd(limitMs, options.signal)
    return /** @type {LoadResult} */ (result)
  }

  /** @param {number} limitMs @param {AbortSignal | undefined} stopSignal */
  async function answerOrEnd(limitMs, stopSignal) {
    try {
      const given = await child.next({ limitMs, signal: stopSignal })
      if (given.problem !== undefined) throw child.failure(given.problem)
      return given
    } catch (error) {
      await child.end()
      throw error
    }
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
