import { buildConnector } from 'undici'

/** @import { Socket } from 'node:net' */

const CONNECT_LIMIT_MS = 2000

/**
 * @typedef {object} Connections
 * @property {buildConnector.connector} connect hands out those opened beforehand, then opens more
 * @property {() => number} bytesRead over all of them, headers included
 * @property {() => void} close those that were never handed out
 */

/**
 * Opens connections to a server without sending a request on them: no request is counted or answered that is not of the
 * load, and the first ones of the load wait for no handshake. Where that fails the load's own requests tell why.
 * @param {URL} url
 * @param {number} count
 * @returns {Promise<Connections>}
 */
export async function openConnections({ host, hostname, port, protocol }, count) {
  const open = buildConnector({ timeout: CONNECT_LIMIT_MS })
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

  /** @type {Connections['connect']} */
  function connect(options, callback) {
    const socket = spare.pop()
    // Never at once: undici does not look for requests to send while it is still asking for a connection.
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

  function bytesRead() {
    return sockets.reduce((sum, socket) => sum + socket.bytesRead, 0)
  }

  function close() {
    for (const socket of spare) socket.destroy()
  }
}
