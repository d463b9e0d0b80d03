import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../scripts/workshop.js', import.meta.url))

/**
 * Starts the command as a user would.
 * @param {string[]} args
 */
export function startWorkshop(args) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', chunk => {
    output.stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', chunk => {
    output.stderr += chunk
  })
  return { child, output, ended: once(child, 'close').then(([code]) => ({ code, ...output })) }
}

/**
 * Runs the command to its end.
 * @param {string[]} args
 */
export function workshop(args) {
  return startWorkshop(args).ended
}
