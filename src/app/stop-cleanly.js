import net from 'node:net'

/** @import { IncomingMessage, Server, ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */

const checkEveryMs = 20

/**
 * Prepares a server, before it listens, for a clean stop. The returned function stops it: it refuses new connections,
 * completes open requests, closes idle connections, and cuts the others after `limitMs`. Its promise resolves when the
 * last connection is closed.
 *
 * @param {Server} server @param {number} limitMs @returns {() => Promise<void>}
 */
export function prepareCleanStop(server, limitMs = 5000) {
  /** @type {Set<Socket>} */
  const sockets = new Set()
  server.on('connection', trackConnection)

  return stopCleanly

  /** @param {Socket} socket */
  function trackConnection(socket) {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }

  /** @returns {Promise<void>} */
  function stopCleanly() {
    return new Promise(resolve => {
      const idleCheck = setInterval(closeIdle, checkEveryMs, server, sockets)
      const limit = setTimeout(() => server.closeAllConnections(), limitMs).unref()
      server.prependListener('request', announceClose)
      // Not the close of http.Server, which cuts responses that are complete but still being written to a slow client.
      net.Server.prototype.close.call(server, function stopped() {
        clearInterval(idleCheck)
        clearTimeout(limit)
        resolve()
      })
      closeIdle(server, sockets)
    })
  }
}

/** @param {Server} server @param {Set<Socket>} sockets */
function closeIdle(server, sockets) {
  for (const socket of [...sockets].filter(isUnused)) socket.destroy()
  // Not while a response is being written: closeIdleConnections would take its connection for idle.
  if (![...sockets].some(isWriting)) server.closeIdleConnections()
}

/** @param {Socket} socket */
function isUnused(socket) {
  return socket.bytesRead === 0
}

/** @param {Socket} socket */
function isWriting(socket) {
  return socket.writableLength > 0
}

/** @param {IncomingMessage} _request @param {ServerResponse} response */
function announceClose(_request, response) {
  response.setHeader('Connection', 'close')
}
