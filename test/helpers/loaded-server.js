import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { afterEach } from '@jest/globals'

/** @import { ChildProcess } from 'node:child_process' */

const folder = path.join(import.meta.dirname, '../fixtures/servers')
/** Of a server that burns a millisecond or so per request, a fifth of a core. */
const INTERVAL_MS = 5

/** @type {(() => Promise<unknown>)[]} */
const stops = []

afterEach(async function stopServers() {
  await Promise.all(stops.splice(0).map(stop => stop()))
})

/**
 * Starts a server of the fixtures that prints its port, and sends it requests until the test has ended: at most one at a time per client.
 * @param {object} [asked]
 * @param {string} [asked.node] the binary
 * @param {string[]} [asked.flags] of node; SIGUSR1 opens a port of its own where they are absent, as other tests use the usual one
 * @param {NodeJS.ProcessEnv} [asked.env]
 * @param {string} [asked.file]
 * @param {string} [asked.path] of the requests
 * @param {boolean} [asked.isIdle] whether it gets no requests
 */
export async function loadedServer({
  node = process.execPath,
  flags = ['--inspect-port=0'],
  env = {},
  file = 'runs-already.cjs',
  path: url = '/',
  isIdle = false
} = {}) {
  const child = spawn(node, [...flags, path.join(folder, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = { stderr: '' }
  child.stderr.setEncoding('utf8').on('data', chunk => {
    output.stderr += chunk
  })
  const [first] = await once(child.stdout, 'data')
  const port = Number(String(first).trim())
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const count = { answered: 0 }
  const timer = isIdle ? undefined : setInterval(send, INTERVAL_MS)
  stops.push(stop)
  return { pid: Number(child.pid), port, child, output, count, stop, ask }

  function send() {
    const request = http.get({ host: '127.0.0.1', port, path: url, agent }, function drain(response) {
      response.on('end', () => count.answered++).resume()
    })
    // Its server ends before the timer does.
    request.on('error', () => {})
  }

  /** Returns the status of a response. @returns {Promise<number>} */
  async function ask() {
    const response = await fetch(`http://127.0.0.1:${port}${url}`)
    await response.text()
    return response.status
  }

  async function stop() {
    clearInterval(timer)
    agent.destroy()
    await ended(child)
  }
}

/** @param {ChildProcess} child */
async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}
