import { lastLines, WorkshopError } from '../errors.js'
import { readTail } from '../system/files.js'
import { oneResponse } from './one-response.js'
import { withOneServer } from './one-server.js'

/**
 * @import { Request, Variant } from '../experiments/types.js'
 * @import { Answer, Answers } from '../runs/types.js'
 * @import { Launch } from './launch.js'
 * @import { OneResponse } from './one-response.js'
 */

const ANSWERS = 20
const RESPONSE_LIMIT_MS = 10_000

/**
 * Starts one server of each variant after the other, reads a few of its responses, and stops it.
 * @param {Variant[]} variants
 * @param {Request} request
 * @param {AbortSignal} signal
 * @returns {Promise<Answers[]>} in the order of the variants
 * @throws {WorkshopError} ERR_SERVER_EXITED, ERR_SERVER_NEVER_LISTENED, ERR_NO_RESPONSE
 */
export async function askServers(variants, request, signal) {
  const all = []
  for (const variant of variants) all.push(await withOneServer({ variant, signal }, askServer))
  return all

  /** @param {Launch} launch @param {string} stderr @returns {Promise<Answers>} */
  async function askServer(launch, stderr) {
    const answers = []
    while (answers.length < ANSWERS) answers.push(await launch.whileAlive(askOnce(launch, request, stderr, signal)))
    return { variant: launch.planned.variant, wantedPort: launch.wantedPort, answers }
  }
}

/**
 * Sends one request to a server and returns what is compared of its response.
 * @param {Launch} launch
 * @param {Request} request
 * @param {string} stderr file of the server
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 * @throws {WorkshopError} ERR_NO_RESPONSE
 */
export async function askOnce({ origin, planned }, { path: asked, headers, method = 'GET', body }, stderr, signal) {
  const url = origin + asked
  const response = await oneResponse(
    { url, method, headers, body },
    {
      limitMs: RESPONSE_LIMIT_MS,
      signal,
      late: () => failure(`no response within ${RESPONSE_LIMIT_MS} ms`),
      failed: ({ message }) => failure(message)
    }
  )
  return toAnswer(response)

  /** @param {string} problem */
  function failure(problem) {
    const tail = lastLines(readTail(stderr))
    return new WorkshopError('ERR_NO_RESPONSE', { variant: planned.variant, url: `${method} ${url}`, problem, tail })
  }
}

/** @param {OneResponse} response @returns {Answer} */
function toAnswer({ statusCode, headers, bodyBytes: bytes }) {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity', location = null } = headers
  const [contentType = ''] = type.split(';')
  return {
    statusCode,
    contentType: contentType.trim(),
    contentEncoding: encoding,
    bytes,
    location
  }
}
