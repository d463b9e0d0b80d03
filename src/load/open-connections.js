import { buildConnector } from 'undici'

/** @import { Socket } from 'node:net' */

const CONNECT_LIMIT_MS = 2000

/**
 * Opens connections to a server without sending a request, so that the first requests of the load wait for no
 * handshake. A failure is ignored: the requests of the load will fail with the same error.
 * @param {URL} url @param {number} count
 */
export async function openConnections({ host, hostname, port, protocol }, count) {
  const open = buildConnector({ timeout: CONNECT_LIMIT_MS, rejectUnauthorized: false })
  /** @type {Socket[]} */
  const sockets = []
  const opened = await Promise.all(Array.from({ length: count }, openOne))
  const spare = opened.filter(socket => socket !== null)
  return { connect, bytesRead, close }

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

  /**
   * @template {Socket | null} T
   * @param {T} socket
   */
  function keep(socket) {
    if (socket) sockets.push(socket)
    return socket
  }

  /** Returns the bytes read by all connections, headers included. */
  function bytesRead() {
    return sockets.reduce((sum, socket) => sum + socket.bytesRead, 0)
  }

  /** Closes the unused connections. */
  function close() {
    for (const socket of spare) socket.destroy()
  }
}
