import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../scripts/workshop.js', import.meta.url))

/**
 * Starts the command `workshop` as a process of its own.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function startWorkshop(args, env) {
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', chunk => {
    output.stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', chunk => {
    output.stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }))
  return { child, output, ended, waitFor }

  /**
   * Waits until the command has printed a text. It fails with the whole output if the command ends before.
   * @param {'stdout' | 'stderr'} stream
   * @param {RegExp} pattern
   */
  async function waitFor(stream, pattern) {
    while (!pattern.test(output[stream])) {
      const next = await Promise.race([once(child[stream], 'data'), ended])
      if (!Array.isArray(next)) throw new Error(`ended without ${pattern}: ${JSON.stringify(next)}`)
    }
  }
}

/**
 * Runs the command `workshop` to its end.
 * @param {string[]} args
 */
export function workshop(args) {
  return startWorkshop(args).ended
}
