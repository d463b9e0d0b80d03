import { respond } from './answer.js'

/**
 * @import { IncomingMessage, Server, ServerResponse } from 'node:http'
 * @import { Answer } from './answer.js'
 * @import { createUploadHandler } from './upload.js'
 */

const UPLOAD = /^\/upload\/([^?]*)/

/**
 * Adds the routes to a server: `PUT /upload/:name`, and `GET /ping`, which does nothing.
 * @param {Server} server
 * @param {ReturnType<typeof createUploadHandler>} handleUpload
 */
export function addRoutes(server, handleUpload) {
  /** @type {WeakSet<IncomingMessage>} requests with Expect: 100-continue */
  const waiting = new WeakSet()
  server.on('request', route)
  server.on('checkContinue', function routeUncontinued(request, response) {
    waiting.add(request)
    server.emit('request', request, response)
  })

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  function route(request, response) {
    const { method = '', url = '' } = request
    const mustContinue = waiting.has(request)
    const name = UPLOAD.exec(url)?.[1]
    if (name !== undefined && method === 'PUT') handleUpload(request, response, { name, mustContinue })
    else respond(request, response, answerOf(method, url), { hasBegun: !mustContinue })
  }
}

/** @param {string} method @param {string} url @returns {Answer} of all but an upload */
function answerOf(method, url) {
  if (url === '/ping' && method === 'GET') return { status: 200, content: 'pong' }
  if (url === '/ping') return notAllowed('GET')
  if (UPLOAD.test(url)) return notAllowed('PUT')
  return { status: 404, content: 'There are only PUT /upload/:name and GET /ping.' }
}

/** @param {string} allowed @returns {Answer} */
function notAllowed(allowed) {
  return { status: 405, headers: { Allow: allowed }, content: `Only ${allowed} is allowed here.` }
}
