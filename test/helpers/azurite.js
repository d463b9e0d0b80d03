import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../src/labs/node_modules/azurite/dist/src/blob/main.js', import.meta.url))
const START_LIMIT_MS = 60_000

/**
 * @typedef {object} Azurite
 * @property {string} url of its account
 * @property {() => void} pause stops it from reading and writing, until `resume`
 * @property {() => void} resume
 * @property {() => Promise<void>} end removes its data too
 */

/**
 * Starts Azurite's blob service on a free port, with its data in a temporary folder. A store that the test does not end is killed
 * with the process of the test.
 * @returns {Promise<Azurite>}
 */
export async function startAzurite() {
  const folder = mkdtempSync(path.join(tmpdir(), 'workshop-azurite-'))
  const options = ['--blobHost', '127.0.0.1', '--blobPort', '0', '--location', folder]
  const quiet = ['--disableTelemetry', '--silent', '--skipApiVersionCheck']
  const child = spawn(process.execPath, [entry, ...options, ...quiet], { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const url = await readAddress(child.stdout)
  return {
    url: `${url}/devstoreaccount1`,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    end
  }

  async function end() {
    const closed = once(child, 'close')
    kill()
    await closed
    process.off('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {import('node:stream').Readable} stdout */
async function readAddress(stdout) {
  const lines = createInterface({ input: stdout, signal: AbortSignal.timeout(START_LIMIT_MS) })
  for await (const line of lines) {
    const url = /successfully listens on (http:\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('Azurite did not listen')
}
