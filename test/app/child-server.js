import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** @import { ChildProcessWithoutNullStreams } from 'node:child_process' */
/** @typedef {{ code: number | null, signal: string | null, stdout: string, stderr: string }} Ending */

const serverPath = fileURLToPath(new URL('../../src/app/server.js', import.meta.url))
const limitMs = 20_000

/** @type {Set<ChildProcessWithoutNullStreams>} */
const running = new Set()

/**
 * Starts the server in a process group of its own, with nothing in its environment but `env`.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} entry file of the server
 */
export function spawnServer(args, env = {}, entry = serverPath) {
  const child = spawn(process.execPath, [entry, ...args], { env, detached: true })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (output.stderr += text))
  running.add(child)
  child.once('close', () => running.delete(child))
  const ended = once(child, 'close', { signal: AbortSignal.timeout(limitMs) }).then(describeEnding)
  ended.catch(() => {})
  return { child, output, ended }

  /**
   * @param {any[]} closed
   * @returns {Ending}
   */
  function describeEnding([code, signal]) {
    return { code, signal, ...output }
  }
}

/**
 * Starts the server on a free port and waits for the line that it prints when it listens.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function startServer(args = [], env = {}) {
  return whenListening(spawnServer(['--port', '0', ...args], env))
}

/** @param {ReturnType<typeof spawnServer>} server */
export async function whenListening(server) {
  const signal = AbortSignal.timeout(limitMs)
  while (!server.output.stdout.includes('\n')) await once(server.child.stdout, 'data', { signal })
  const url = /http:\/\/\S+/.exec(server.output.stdout)?.[0] ?? ''
  return { ...server, url, port: Number(new URL(url).port) }
}

/** Kills every server that still runs, with its workers. */
export async function endServers() {
  for (const child of running) {
    const ended = once(child, 'close')
    process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL')
    await ended
  }
}
