import { WorkshopError } from '../../errors/errors.js'
import { askOnce } from './ask-servers.js'
import { withOneServer } from './one-server.js'

/**
 * @import { Request, Variant } from '../../experiments/types.js'
 * @import { Answer } from '../../runs/types.js'
 * @import { Launch } from './launch.js'
 */

/**
 * @typedef {{ path: string, answer: Answer | null }} TriedPath `answer`: null where the server did not respond
 * @typedef {{ wantedPort: number, tried: TriedPath[], found: TriedPath | null }} TriedServer `found`: responded with 2xx
 */

/**
 * Starts a server, and requests one path after the other until it responds with 2xx.
 * @param {Variant} variant
 * @param {Request[]} requests
 * @param {AbortSignal} signal
 * @returns {Promise<TriedServer>}
 * @throws {WorkshopError} ERR_SERVER_EXITED, ERR_SERVER_NEVER_LISTENED
 */
export function tryPaths(variant, requests, signal) {
  return withOneServer({ variant, signal }, async function tryServer(launch, stderr) {
    /** @type {TriedPath[]} */
    const tried = []
    for (const request of requests) {
      const answer = await answerOrNull(launch, request, stderr, signal)
      tried.push({ path: request.path, answer })
      if (isSuccess(answer)) break
    }
    const last = tried.at(-1)
    return { wantedPort: launch.wantedPort, tried, found: last && isSuccess(last.answer) ? last : null }
  })
}

/** @type {(launch: Launch, request: Request, stderr: string, signal: AbortSignal) => Promise<Answer | null>} */
async function answerOrNull(launch, request, stderr, signal) {
  try {
    return await launch.whileAlive(askOnce(launch, request, stderr, signal))
  } catch (error) {
    if (error instanceof WorkshopError && error.code === 'ERR_NO_RESPONSE') return null
    throw error
  }
}

/** @param {Answer | null} answer */
function isSuccess(answer) {
  return answer !== null && answer.statusCode >= 200 && answer.statusCode < 300
}
