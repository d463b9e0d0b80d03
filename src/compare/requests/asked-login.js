import path from 'node:path'
import { isObject } from '../../errors/type-guards.js'
import { didYouMean } from '../../errors/words.js'
import { namesIn } from '../../measure/launch/sent-to.js'
import { badOption, reworded } from '../ask/bad-option.js'
import { readJson } from '../config/read-json.js'
import { askedRequest, lowerCased } from './asked-requests.js'

/** @import { WorkshopError } from '../../errors/errors.js' */
/** @import { LoginRequest, Request } from '../../experiments/types.js' */

const ALLOWED =
  'a JSON file with a list of requests, such as [{ "path": "/login", "body": { "user": "a" }, "capture": { "token": "json $.token" } }]'

/** @typedef {Partial<Omit<LoginRequest, 'body'>> & { path: string, body?: unknown }} PossibleLogin a body that is no text is sent as JSON */

/**
 * Returns the login of a run, where each value that a request needs is captured before it.
 * @param {string | PossibleLogin[] | undefined} given a file, or the requests as the schema of the configuration has them
 * @param {Request[]} requests that are measured
 * @returns {Promise<LoginRequest[] | undefined>} undefined without one
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export async function askedLogin(given, requests) {
  const option = typeof given === 'object' ? 'login' : '--login'
  const found = typeof given === 'string' ? await loginOfFile(path.resolve(given)) : given
  const login = found?.map(request => toLoginRequest(request, option))
  checkNames(login, requests, option)
  return login
}

/** @param {string} file @returns {Promise<PossibleLogin[]>} */
async function loginOfFile(file) {
  const { value: login, lines } = readFile(file)
  if (!Array.isArray(login)) throw badOption('--login', `${file} is ${kindOf(login)}`, ALLOWED)
  // The checks of a schema take a tenth of a second to load.
  const { checkConfig } = await import('../config/check-config.js')
  const [wrong] = checkConfig({ login }, ['login'])
  if (!wrong) return login
  const place = `${file}:${lines.ofKey(wrong.path.slice(1))}`
  throw badOption('--login', `${place}: ${wrong.problem.replace(/; (did you mean .*)$/, ' ($1)')}`, ALLOWED)
}

/** The message of JSON.parse can have a part of a password. @param {string} file */
function readFile(file) {
  try {
    return readJson(file, file)
  } catch (error) {
    const { problems } = /** @type {WorkshopError<'ERR_CONFIG'>} */ (error).details
    const problem = problems.replace(/(:\d+): .* JSON.*$/s, '$1: it is no JSON, or cut off here')
    throw badOption('--login', problem, ALLOWED, error)
  }
}

/** Returns what JSON that is no login seems to be. @param {unknown} value */
function kindOf(value) {
  if (isObject(value) && 'servers' in value) return 'a configuration, which --config reads'
  return isObject(value) && 'log' in value ? 'a HAR file, which --requests reads' : 'JSON without a list'
}

/** @param {PossibleLogin} given @param {string} option @returns {LoginRequest} */
function toLoginRequest({ capture = {}, body, headers, ...given }, option) {
  const isText = body === undefined || typeof body === 'string'
  // What is captured is read as it is received.
  const usual = { 'accept-encoding': 'identity', ...(!isText && { 'content-type': 'application/json' }) }
  try {
    const sent = isText ? body : JSON.stringify(body)
    return { ...askedRequest({ ...given, headers: { ...usual, ...lowerCased(headers ?? {}) }, body: sent }), capture }
  } catch (error) {
    throw reworded(error, ({ allowed }) => ({ option, allowed: allowed.replace('--', '') }))
  }
}

/**
 * Refuses a name that nothing captures before it is needed. Without a login a body can have braces of its own.
 * @param {LoginRequest[] | undefined} login @param {Request[]} requests @param {string} option
 */
function checkNames(login = [], requests, option) {
  /** @type {string[]} */
  const known = []
  /** @type {(Request & Partial<LoginRequest>)[]} */
  const all = [...login, ...requests]
  for (const { method = 'GET', path, headers, body = '', capture = {} } of all) {
    const texts = [path, ...Object.values(headers), ...(login.length > 0 ? [body] : [])]
    const wrong = texts.flatMap(namesIn).find(name => !known.includes(name))
    if (wrong !== undefined) {
      const problem = `nothing before ${method} ${path} captures {{${wrong}}}${didYouMean(wrong, known)}`
      const names = known.map(name => `{{${name}}}`).join(', ')
      throw badOption(option, problem, names || 'a file of requests that capture it, such as --login login.json')
    }
    known.push(...Object.keys(capture))
  }
}
