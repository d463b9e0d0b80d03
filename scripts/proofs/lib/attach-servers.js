import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Servers under a load of their own, which `attach` finds running. */

/**
 * @typedef {object} LoadedServer
 * @property {number} pid
 * @property {() => Promise<Usage>} usage until now
 * @property {() => Promise<void>} stop
 *
 * @typedef {{ cpuMicros: number, requests: number }} Usage
 */

const FILE = path.join(import.meta.dirname, 'attach-server.cjs')
const THINK_MS = 5

/**
 * Starts servers, loads each of them, calls a function with them, and stops them.
 * @template T
 * @param {number[]} repeats of the work of a request, one per server
 * @param {number} connections to each of them
 * @param {(servers: LoadedServer[]) => Promise<T>} work @returns {Promise<T>}
 */
export async function withServers(repeats, connections, work) {
  /** @type {LoadedServer[]} */
  const servers = []
  try {
    for (const each of repeats) servers.push(await startServer(each, connections))
    return await work(servers)
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

/**
 * Returns the CPU per request of servers in a window from now on, in microseconds.
 * @param {LoadedServer[]} servers @param {number} ms @param {AbortSignal} signal @returns {Promise<number[]>}
 */
export async function costsIn(servers, ms, signal) {
  const before = await Promise.all(servers.map(({ usage }) => usage()))
  await pause(ms, signal)
  const after = await Promise.all(servers.map(({ usage }) => usage()))
  return after.map(function costOf({ cpuMicros, requests }, index) {
    const start = /** @type {Usage} */ (before[index])
    return (cpuMicros - start.cpuMicros) / (requests - start.requests)
  })
}

/** @param {number} ms @param {AbortSignal} signal */
export async function pause(ms, signal) {
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}

/** @param {number} repeats @param {number} connections @returns {Promise<LoadedServer>} */
async function startServer(repeats, connections) {
  const child = fork(FILE, [], {
    env: { ...process.env, REPEATS: String(repeats) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc']
  })
  const exited = once(child, 'exit')
  const { port } = await message()
  const stopLoad = startLoad(port, connections)
  return { pid: Number(child.pid), usage, stop }

  function usage() {
    child.send('usage')
    return message()
  }

  async function stop() {
    try {
      await stopLoad()
    } finally {
      child.kill()
      await exited
    }
  }

  /** Returns the next message of the server. @returns {Promise<any>} */
  async function message() {
    const [first] = await Promise.race([once(child, 'message'), exited.then(fail)])
    return first
  }

  /** @param {unknown[]} exit @returns {never} */
  function fail([code, signal]) {
    throw new Error(`a server of the proof ended: code ${code}, signal ${signal}`)
  }
}

/**
 * Sends requests to a server, over some connections that wait a while after each response; returns what ends it.
 * @param {number} port @param {number} connections
 */
function startLoad(port, connections) {
  const agent = new http.Agent({ keepAlive: true })
  let isOver = false
  const ended = Promise.all(Array.from({ length: connections }, askAgain))
  // A server that failed is reported at the end.
  ended.catch(() => {})
  return async function stopLoad() {
    isOver = true
    await ended.finally(() => agent.destroy())
  }

  async function askAgain() {
    while (!isOver) {
      await ask(port, agent)
      await delay(THINK_MS)
    }
  }
}

/** @param {number} port @param {http.Agent} agent @returns {Promise<void>} */
function ask(port, agent) {
  return new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', agent }, response => response.resume().on('end', resolve)).on('error', reject)
  })
}
