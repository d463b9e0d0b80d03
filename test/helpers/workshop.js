import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach } from '@jest/globals'
import { withDeadline } from '../../src/system/deadline.js'
import { descendantsOf } from './processes.js'

/** @import { ChildProcess } from 'node:child_process' */

const script = fileURLToPath(new URL('../../scripts/workshop.js', import.meta.url))
/** Less than the time limit of the tests, so that an error with the output comes first. */
const OUTPUT_LIMIT_MS = 45_000
const END_LIMIT_MS = 10_000

/** @type {Map<ChildProcess, Promise<unknown>>} processes that still run, each with its end */
const running = new Map()

afterEach(async function endAll() {
  await Promise.all([...running.keys()].map(endWorkshop))
}, 2 * END_LIMIT_MS)

/**
 * Starts the command `workshop` as a process of its own. It is ended after the test if it still runs.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [cwd]
 */
export function startWorkshop(args, env, cwd) {
  const child = spawn(process.execPath, [script, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', chunk => {
    output.stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', chunk => {
    output.stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code, ...output }
  })
  running.set(child, ended)
  return { child, output, ended, waitFor }

  /**
   * Waits until the command has printed a text. It fails with the whole output if the command ends before, or after a limit.
   * @param {'stdout' | 'stderr'} stream
   * @param {RegExp} pattern
   * @param {{ limitMs?: number }} [bounds]
   */
  async function waitFor(stream, pattern, { limitMs = OUTPUT_LIMIT_MS } = {}) {
    const late = () => new Error(`no ${pattern} within ${limitMs} ms: ${JSON.stringify(output)}`)
    const abort = new AbortController()
    try {
      await withDeadline(untilPrinted(stream, pattern, abort.signal), { limitMs, late })
    } finally {
      abort.abort()
    }
  }

  /** @type {(stream: 'stdout' | 'stderr', pattern: RegExp, signal: AbortSignal) => Promise<void>} */
  async function untilPrinted(stream, pattern, signal) {
    while (!pattern.test(output[stream])) {
      const next = await Promise.race([once(child[stream], 'data', { signal }), ended])
      if (!Array.isArray(next)) throw new Error(`ended without ${pattern}: ${JSON.stringify(next)}`)
    }
  }
}

/**
 * Runs the command `workshop` to its end.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [cwd]
 */
export function workshop(args, env, cwd) {
  return startWorkshop(args, env, cwd).ended
}

/**
 * Ends a command by Ctrl-C, so that it ends its own processes; kills all of them if that takes too long.
 * @param {ChildProcess} child
 */
async function endWorkshop(child) {
  const late = () => new Error('still running')
  child.kill('SIGINT')
  try {
    await withDeadline(Promise.resolve(running.get(child)), { limitMs: END_LIMIT_MS, late })
  } catch {
    const pid = Number(child.pid)
    for (const each of [pid, ...descendantsOf(pid)]) kill(each)
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by now.
  }
}
