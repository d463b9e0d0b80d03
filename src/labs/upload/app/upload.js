import { respond } from './answer.js'
import { storeProblem } from './blob-store.js'

/**
 * @import { IncomingMessage, ServerResponse } from 'node:http'
 * @import { ContainerClient } from '@azure/storage-blob'
 * @import { Answer } from './answer.js'
 * @import { createAdmission } from './admission.js'
 * @import { Store } from './strategies.js'
 *
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

/**
 * Returns the handler of `PUT /upload/:name`, which stores the body as a blob.
 * @param {Uploading} uploading
 */
export function createUploadHandler({ store, container, admission, mostBytes, newFile }) {
  return handleUpload

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
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
    if (turn === 'full') return respond(request, response, refused(), { hasBegun: !mustContinue })
    const startedMs = performance.now()
    const limit = AbortSignal.timeout(LIMIT_MS)
    try {
      if (mustContinue) response.writeContinue()
      const bytes = Number(request.headers['content-length'])
      await store({ body: request, bytes, name, container, newFile, signal: AbortSignal.any([hangUp, limit]) })
      const headers = { 'Server-Timing': timing(startedMs - arrivedMs, performance.now() - startedMs) }
      respond(request, response, { status: 201, headers, content: { name, bytes } }, { hasBegun: true })
    } catch (error) {
      if (!hangUp.aborted) respond(request, response, limit.aborted ? late() : failure(error), { hasBegun: true })
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

/** @returns {Answer} */
function refused() {
  const content = 'Too many uploads are waiting: try again later.'
  return { status: 503, headers: { 'Retry-After': RETRY_AFTER_S }, content }
}

/** @returns {Answer} */
function late() {
  return { status: 504, content: `The file was not stored within ${LIMIT_MS / 1000} s.` }
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
