import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { spawnServer, whenListening } from './child-server.js'

const serverPath = fileURLToPath(new URL('../../src/labs/store/app/server.js', import.meta.url))
const holderPath = fileURLToPath(new URL('../fixtures/store/hold-write-lock.js', import.meta.url))

/** @typedef {Awaited<ReturnType<typeof startStore>>} ChildStore */

/**
 * Starts the server of the store on a free port, and waits until it listens.
 * @param {NodeJS.ProcessEnv} env
 */
export async function startStore(env) {
  const server = await whenListening(spawnStore(env))
  const agent = new http.Agent({ keepAlive: true })
  return { ...server, put, get, ask, counts }

  /** Returns the status. @param {string} id @param {string} value */
  async function put(id, value) {
    return (await ask('PUT', `/v0/entity?id=${id}`, value)).status
  }

  /** Returns the value. @param {string} id */
  async function get(id) {
    return (await ask('GET', `/v0/entity?id=${id}`)).body
  }

  async function counts() {
    return JSON.parse((await ask('GET', '/v0/counts')).body)
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {string} [body]
   * @returns {Promise<{ status: number, headers: http.IncomingHttpHeaders, body: string }>}
   */
  async function ask(method, path, body) {
    const request = http.request({ host: '127.0.0.1', port: server.port, method, path, agent })
    request.end(body)
    const [response] = await once(request, 'response')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: Buffer.concat(await response.toArray()).toString()
    }
  }
}

/** @param {NodeJS.ProcessEnv} env */
export function spawnStore(env) {
  return spawnServer([], { PORT: '0', ...env }, serverPath)
}

/**
 * Holds the write lock of a database of lmdb in a process of its own: no write is committed until it is released.
 * @param {string} data folder of the store
 */
export async function holdWriteLock(data) {
  const holder = spawn(process.execPath, [holderPath, data])
  await once(holder.stdout, 'data')
  return { release }

  async function release() {
    holder.stdin.end()
    await once(holder, 'close')
  }
}
