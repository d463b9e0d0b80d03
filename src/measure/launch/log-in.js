import { performance } from 'node:perf_hooks'
import { WorkshopError } from '../../errors/errors.js'
import { hidden } from '../../errors/secrets.js'
import { capturedValue } from './captured-value.js'
import { launchError } from './launch-life.js'
import { isSuccess, oneResponse, throwIfOtherProtocol } from './one-response.js'
import { sentTo } from './sent-to.js'

/** @import { LoadResult, SentRequest } from '../../load/types.js' */
/** @import { Session } from '../rounds/measure.js' */
/** @import { Launch, LaunchSetup } from './launch.js' */
/** @import { LaunchLife } from './launch-life.js' */

/** @typedef {{ values: Record<string, string>, sources: Record<string, string>, requests: number, durationMs: number, endedMs: number }} Login by
 * name: what was captured, and where; `endedMs`: of `performance.now()` */

/**
 * Plays the login of a launch, one request after the other, and captures what the measured requests need, which is masked as secrets are.
 * @param {LaunchSetup} setup @param {string} origin @param {LaunchLife} life
 * @returns {Promise<Login | null>} null without a login
 * @throws {WorkshopError} ERR_LOGIN, ERR_HTTP2_ONLY, ERR_TLS, or that the server died
 */
export async function logIn(setup, origin, life) {
  const { login } = setup
  if (!login) return null
  const startedMs = performance.now()
  /** @type {Login['values']} */
  const values = {}
  for (const each of login) {
    const request = `${each.method ?? 'GET'} ${each.path}`
    const response = await life.whileAlive(play(setup, request, sentTo({ origin, login: { values } }, each)))
    for (const [name, source] of Object.entries(each.capture)) {
      const captured = capturedValue(source, response)
      if ('found' in captured)
        throw launchError(setup, 'ERR_LOGIN', { request, problem: { code: 'no-value', name, source, ...captured } })
      values[name] = captured.value
      hidden(name, captured.value)
    }
  }
  const endedMs = performance.now()
  const sources = Object.assign({}, ...login.map(({ capture }) => capture))
  return { values, sources, requests: login.length, durationMs: endedMs - startedMs, endedMs }
}

/** A redirect is a success too, since a form is often answered with one. @type {(setup: LaunchSetup, request: string, sent: SentRequest) => ReturnType<typeof oneResponse>} */
async function play(setup, request, sent) {
  const { variant, signal } = setup
  const response = await oneResponse(sent, { signal, keptBytes: 1e6 }).catch(fail)
  const { statusCode } = response
  if (statusCode >= 200 && statusCode <= 399) return response
  throw launchError(setup, 'ERR_LOGIN', { request, problem: { code: 'wrong-status', request, statusCode } })

  /** @param {Error} error @returns {Promise<never>} */
  async function fail(error) {
    signal.throwIfAborted()
    await throwIfOtherProtocol(variant, new URL(sent.url).origin, error, signal)
    throw launchError(setup, 'ERR_LOGIN', { request, problem: error.message.trim() })
  }
}

/**
 * Ends the run where a server takes no longer what its login captured: it asks for a login, or leads to one, which costs less.
 * @param {Session} session @param {{ launch: Launch, responses: Pick<LoadResult, 'non2xx'> }[]} loaded
 * @throws {WorkshopError} ERR_LOGIN_ENDED
 */
export async function refuseEndedLogin(session, loaded) {
  for (const { launch, responses } of loaded) {
    const { login, planned, command } = launch
    const failing = login && responses.non2xx > 0 ? await failingRequest(session, launch) : undefined
    if (!login || !failing || !/^(401|403|3..)$/.test(String(failing.status))) continue
    const { method = 'GET', path, status } = failing
    const seconds = Math.round((performance.now() - login.endedMs) / 100) / 10
    const details = { variant: planned.variant, request: `${method} ${path}`, status, seconds, command }
    throw new WorkshopError('ERR_LOGIN_ENDED', details)
  }
}

/**
 * Returns the first request of the load that fails alone too, and the status of its response; 0 without one.
 * @param {Session} session @param {Launch} launch
 */
export async function failingRequest({ experiment, signal }, launch) {
  const { request: only, requests = [{ ...only, name: undefined }] } = experiment
  for (const request of requests) {
    const asked = oneResponse(sentTo(launch, request), { signal }).catch(() => ({ statusCode: 0 }))
    const { statusCode } = await launch.whileAlive(asked)
    signal.throwIfAborted()
    if (!isSuccess({ statusCode })) return { ...request, status: statusCode }
  }
}
