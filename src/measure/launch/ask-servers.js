import { WorkshopError } from '../../errors/errors.js'
import { lastLines } from '../../errors/words.js'
import { readTail } from '../../system/files/files.js'
import { chooseRoute } from '../project/choose-route.js'
import { findRoutes } from '../project/find-routes.js'
import { causeOf } from './failure-causes.js'
import { isSuccess, oneResponse, RESPONSE_LIMIT_MS, throwIfOtherProtocol } from './one-response.js'
import { withOneServer } from './one-server.js'
import { namesIn, sentTo } from './sent-to.js'

/** @import { LoginRequest, Request, Variant, WeightedRequest } from '../../experiments/types.js' */
/** @import { Answer, Answers } from '../../runs/types.js' */
/** @import { ChosenRoute } from '../project/choose-route.js' */
/** @import { Launch } from './launch.js' */
/** @import { OneResponse } from './one-response.js' */

/**
 * @typedef {Request & Partial<Pick<WeightedRequest, 'name'>>} AskedRequest with its name, where there are several
 * @typedef {{ path: string, answer: Answer | null, isFile: boolean }} TriedPath `answer`: null where the server did not respond;
 * `isFile`: the response has the time when a file was changed
 * @typedef {{ wantedPort: number, tried: TriedPath[], chosen: ChosenRoute | null }} TriedServer
 */

const ANSWERS = 20

/**
 * Starts one server of each variant after the other, reads a few of its responses to each request, and stops it.
 * @param {Variant[]} variants @param {AskedRequest[]} requests @param {AbortSignal} signal
 * @param {string} [health] path that responds with 2xx once a server is ready
 * @param {LoginRequest[]} [login] played then
 * @returns {Promise<Answers[]>} in the order of the variants, and then of the requests
 * @throws {WorkshopError} ERR_NO_RESPONSE, ERR_WRONG_STATUS, ERR_HTTP2_ONLY, ERR_TLS, and those of `startLaunch`
 */
export async function askServers(variants, requests, signal, health, login) {
  const all = []
  for (const variant of variants) all.push(...(await withOneServer({ variant, signal, health, login }, askServer)))
  return all

  /** @param {Launch} launch @param {string} stderr @param {Variant} variant @returns {Promise<Answers[]>} in the order of the requests */
  async function askServer(launch, stderr, variant) {
    try {
      const found = []
      for (const request of requests) found.push(await askFor(request, launch, stderr, variant))
      return found
    } catch (error) {
      if (isNoResponse(error)) await throwIfOtherProtocol(variant, launch.origin, error.cause, signal)
      throw error
    }
  }

  /** @type {(asked: AskedRequest, launch: Launch, stderr: string, variant: Variant) => Promise<Answers>} */
  async function askFor({ name: request, ...sent }, launch, stderr, variant) {
    const { wantedPort, nodeVersion } = launch
    const answers = []
    while (answers.length < ANSWERS) answers.push(await launch.whileAlive(askOnce(launch, sent, stderr, signal)))
    const otherPorts = variant.port === undefined ? launch.otherPorts() : []
    const wrong = answers.find(answer => !isSuccess(answer))
    if (wrong) throw wrongStatus(wrong, `${sent.method ?? 'GET'} ${sent.path}`)
    return {
      variant: variant.name,
      ...(request !== undefined && { request }),
      wantedPort,
      ...(otherPorts.length > 0 && { otherPorts }),
      nodeVersion,
      answers
    }

    /** @param {Answer} answer @param {string} asked */
    function wrongStatus({ statusCode: status, location }, asked) {
      const login = launch.login?.sources
      const texts = [sent.path, ...Object.values(sent.headers), sent.body ?? '']
      const played = login && { login, sent: texts.flatMap(namesIn).filter(name => Object.hasOwn(login, name)) }
      const output = { tail: lastLines(readTail(stderr)), cause: causeOf(stderr), command: launch.command, ...played }
      const routes = status === 404 ? findRoutes(variant.cwd ?? '.') : []
      const details = { variant: variant.name, request: asked, status, location, routes, otherPorts, ...output }
      return new WorkshopError('ERR_WRONG_STATUS', details)
    }
  }
}

/** @param {unknown} error @returns {error is WorkshopError} */
function isNoResponse(error) {
  return error instanceof WorkshopError && error.code === 'ERR_NO_RESPONSE'
}

/** @type {(...asked: Parameters<typeof respond>) => Promise<Answer>} what is compared of one response; throws as `respond` */
async function askOnce(...asked) {
  return toAnswer(await respond(...asked))
}

/**
 * Sends one request to a server and returns its response.
 * @param {Launch} launch @param {Request} request
 * @param {string} stderr file of the server
 * @param {AbortSignal} signal @returns {Promise<OneResponse>}
 * @throws {WorkshopError} ERR_NO_RESPONSE
 */
async function respond(launch, request, stderr, signal) {
  const sent = sentTo(launch, request)
  const late = () => failure(`no response within ${RESPONSE_LIMIT_MS} ms`)
  const failed = (/** @type {Error} */ error) => failure(error.message.trim(), error)
  return oneResponse(sent, { signal, late, failed })

  /** @param {string} problem @param {Error} [cause] */
  function failure(problem, cause) {
    const tail = lastLines(readTail(stderr))
    const { planned, command, otherPorts } = launch
    const url = `${sent.method ?? 'GET'} ${sent.url}`
    const details = { variant: planned.variant, url, problem, otherPorts: otherPorts(), command, tail }
    return new WorkshopError('ERR_NO_RESPONSE', details, cause)
  }
}

/** @param {OneResponse} response @returns {Answer} */
function toAnswer({ statusCode, headers, bodyBytes: bytes }) {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity', location = null } = headers
  const [contentType = ''] = type.split(';')
  return { statusCode, contentType: contentType.trim(), contentEncoding: encoding, bytes, location }
}

/**
 * Starts a server, requests all paths, and chooses one of them. Where none of these is a route that users ask for, it requests the last
 * ones until one responds with 2xx.
 * @param {Variant} variant @param {{ requests: Request[], last?: Request[] }} asked
 * @param {AbortSignal} signal @returns {Promise<TriedServer>}
 * @throws {WorkshopError} ERR_SERVER_EXITED, ERR_SERVER_NEVER_LISTENED
 */
export function tryPaths(variant, { requests, last = [] }, signal) {
  return withOneServer({ variant, signal }, async function tryServer(launch, stderr) {
    /** @type {TriedPath[]} */
    const tried = []
    for (const request of requests) tried.push(await tryPath(request))
    for (const request of last) if (chooseRoute(tried) === null) tried.push(await tryPath(request))
    return { wantedPort: launch.wantedPort, tried, chosen: chooseRoute(tried) }

    /** @param {Request} request @returns {Promise<TriedPath>} */
    async function tryPath(request) {
      const { path } = request
      try {
        const response = await launch.whileAlive(respond(launch, request, stderr, signal))
        return { path, answer: toAnswer(response), isFile: response.headers['last-modified'] !== undefined }
      } catch (error) {
        if (isNoResponse(error)) return { path, answer: null, isFile: false }
        throw error
      }
    }
  })
}
