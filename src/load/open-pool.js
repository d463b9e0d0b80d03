import { buildConnector, Pool } from 'undici'

/** @import { Socket } from 'node:net' */

const CONNECT_LIMIT_MS = 2000

/**
 * Opens a pool of connections to a server, some of them without sending a request, so that the first requests of the load
 * wait for no handshake. A failure is ignored: the requests of the load will fail with the same error.
 * @param {string} url @param {{ first: number, most: number }} connections opened beforehand, and at most
 * @param {number} answerLimitMs of the headers and of the body of a response; 0: none
 */
export async function openPool(url, { first, most }, answerLimitMs) {
  const { host, hostname, port, protocol, origin } = new URL(url)
  const open = buildConnector({ timeout: CONNECT_LIMIT_MS, rejectUnauthorized: false })
  /** @type {Socket[]} */
  const sockets = []
  const opened = await Promise.all(Array.from({ length: first }, openOne))
  const spare = opened.filter(socket => socket !== null)
  const limits = { headersTimeout: answerLimitMs, bodyTimeout: answerLimitMs }
  const pool = new Pool(origin, { connect, connections: most, pipelining: 1, ...limits })
  return { pool, bytesRead, close }

  /** @returns {Promise<Socket | null>} */
  function openOne() {
    return new Promise(function untilOpen(resolve) {
      open({ host, hostname: hostname.replace(/^\[|\]$/g, ''), port, protocol }, (_error, socket) =>
        resolve(keep(socket))
      )
    })
  }

  /** Returns the connections opened beforehand, then opens more. @type {buildConnector.connector} */
  function connect(options, callback) {
    const socket = spare.pop()
    // Never synchronously: undici sends no requests while it still waits for `connect` to return.
    if (socket && !socket.destroyed) queueMicrotask(() => callback(null, socket))
    else open(options, (error, fresh) => (error ? callback(error, null) : callback(null, keep(fresh))))
  }

  /** @template {Socket | null} T @param {T} socket */
  function keep(socket) {
    if (socket) sockets.push(socket)
    return socket
  }

  /** Returns the bytes read by all connections, headers included. */
  function bytesRead() {
    return sockets.reduce((sum, socket) => sum + socket.bytesRead, 0)
  }

  function close() {
    for (const socket of spare) socket.destroy()
    return pool.destroy()
  }
}
