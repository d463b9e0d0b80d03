import { storeProblem } from './blob-store.js'

/** @import { ContainerClient } from '@azure/storage-blob' */
/** @import { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http' */
/** @import { createAdmission } from './admission.js' */
/** @import { Store } from './strategies.js' */

const UPLOAD = /^\/upload\/([^?]*)/

/**
 * Adds the routes to a server: `PUT /upload/:name`, and `GET /ping`, which does nothing.
 * @param {Server} server @param {ReturnType<typeof createUploadHandler>} handleUpload
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

/**
 * @typedef {object} Uploading
 * @property {Store} store
 * @property {ContainerClient} container
 * @property {ReturnType<typeof createAdmission>} admission
 * @property {number} mostBytes
 * @property {() => string} newFile
 */

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/
const nameForm = 'a letter or digit, then up to 254 letters, digits, dots, underscores and hyphens'
const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
const LIMIT_MS = 600_000
const RETRY_AFTER_S = 1
const SIGN_EVERY_MS = 500
const FULL = {
  status: 503,
  headers: { 'Retry-After': RETRY_AFTER_S },
  content: 'Too many uploads are waiting: try again later.'
}
const LATE = { status: 504, content: `The file was not stored within ${LIMIT_MS / 1000} s.` }

/** Returns the handler of `PUT /upload/:name`, which stores the body as a blob. @param {Uploading} uploading */
export function createUploadHandler({ store, container, admission, mostBytes, newFile }) {
  return handleUpload

  /**
   * @param {IncomingMessage} request @param {ServerResponse} response
   * @param {{ name: string, mustContinue: boolean }} asked `mustContinue`: the client waits for `100 Continue` to send the body
   */
  async function handleUpload(request, response, { name, mustContinue }) {
    const refusal = findRefusal(request, name, mostBytes)
    if (refusal) return respond(request, response, refusal, { hasBegun: !mustContinue })
    const arrivedMs = performance.now()
    const hangUp = signalHangUp(response)
    // Without its body no bytes wait on the connection, and a hang-up is noticed without that.
    const endSigns = mustContinue ? null : sendSigns(response)
    const turn = await admission.enter(hangUp)
    endSigns?.()
    if (turn === 'left') return
    if (turn === 'full') return respond(request, response, FULL, { hasBegun: !mustContinue })
    const startedMs = performance.now()
    const limit = AbortSignal.timeout(LIMIT_MS)
    try {
      if (mustContinue) response.writeContinue()
      const bytes = Number(request.headers['content-length'])
      await store({ body: request, bytes, name, container, newFile, signal: AbortSignal.any([hangUp, limit]) })
      const headers = { 'Server-Timing': timing(startedMs - arrivedMs, performance.now() - startedMs) }
      respond(request, response, { status: 201, headers, content: { name, bytes } }, { hasBegun: true })
    } catch (error) {
      if (!hangUp.aborted) respond(request, response, limit.aborted ? LATE : failure(error), { hasBegun: true })
    } finally {
      turn.end()
    }
  }
}

/**
 * Sends `102 Processing` to a client that waits, again and again. Node.js does not read the connection of a body that nobody takes, so
 * only a write shows that the client has gone: the second one after that fails.
 * @param {ServerResponse} response
 * @returns {() => void} ends it
 */
function sendSigns(response) {
  const timer = setInterval(() => response.writeProcessing(), SIGN_EVERY_MS)
  response.once('close', end)
  return end

  function end() {
    clearInterval(timer)
  }
}

/**
 * Returns a signal that aborts when the connection is closed before the response is complete.
 * @param {ServerResponse} response
 */
function signalHangUp(response) {
  const hangUp = new AbortController()
  response.once('close', function abortUnfinished() {
    if (!response.writableFinished) hangUp.abort()
  })
  return hangUp.signal
}

/** @type {(request: IncomingMessage, name: string, mostBytes: number) => Answer | null} */
function findRefusal({ headers }, name, mostBytes) {
  const length = headers['content-length']
  if (!NAME.test(name)) return { status: 400, content: `The name must be ${nameForm}.` }
  if (length === undefined) return { status: 411, content: 'The request must have a Content-Length.' }
  if (Number(length) > mostBytes) return { status: 413, content: `The body must have at most ${mostBytes} bytes.` }
  return null
}

/** @param {unknown} error @returns {Answer} */
function failure(error) {
  const problem = storeProblem(error)
  if (problem !== null) return { status: 502, content: `The blob store did not store the file (${problem}).` }
  const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error)
  if (DISK_FULL.includes(code)) return { status: 507, content: `The disk of the server is full (${code}).` }
  console.error(error)
  return { status: 500, content: 'The server could not store the file.' }
}

/**
 * Returns the value of a Server-Timing header. https://www.w3.org/TR/server-timing/
 * @param {number} waitMs in the queue
 * @param {number} uploadMs from the start of the work to the stored blob
 */
function timing(waitMs, uploadMs) {
  return `wait;dur=${waitMs.toFixed(3)}, upload;dur=${uploadMs.toFixed(3)}`
}

/** What is read and discarded of the body of a request that was answered before its end. */
const MOST_DISCARDED_BYTES = 16 * 1024 * 1024
/** How long such a request may go on after its response. */
const LINGER_MS = 5000

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {OutgoingHttpHeaders} [headers]
 * @property {string | object} content a sentence, or what is sent as JSON
 */

/**
 * Responds to a request, also to one that is still being sent: its client gets the response before the connection is closed.
 * @param {IncomingMessage} request @param {ServerResponse} response @param {Answer} answer
 * @param {{ hasBegun: boolean }} body `hasBegun` is false if the client waits for `100 Continue` to send it
 */
function respond(request, response, { status, headers = {}, content }, { hasBegun }) {
  const isText = typeof content === 'string'
  const text = `${isText ? content : JSON.stringify(content)}\n`
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json'
  const all = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text), ...headers }
  if (request.complete) return response.writeHead(status, all).end(text)
  response.writeHead(status, { ...all, Connection: 'close' })
  if (!hasBegun) return response.end(text)
  // To close a connection with unread data resets it, and the client may lose the response. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
  response.write(text)
  discard(request, () => response.end())
}

/**
 * Reads the rest of a body, up to a limit, and calls back when it has ended, was cut, or takes too long.
 * @param {IncomingMessage} request @param {() => void} done
 */
function discard(request, done) {
  let bytes = 0
  const limit = setTimeout(done, LINGER_MS)
  request.unpipe()
  request.removeAllListeners('data')
  request.on('data', count).once('end', done).once('close', end)
  request.resume()

  /** @param {Buffer} chunk */
  function count(chunk) {
    bytes += chunk.length
    if (bytes > MOST_DISCARDED_BYTES) request.pause()
  }
  function end() {
    clearTimeout(limit)
    done()
  }
}
