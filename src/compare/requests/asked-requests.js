import { findSecrets, masked } from '../../errors/secrets.js'
import { badOption } from '../ask/bad-option.js'

/** @import { Request, WeightedRequest } from '../../experiments/types.js' */

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** The generators' defaults differ; a browser and most clients accept gzip. */
const usualHeaders = { accept: '*/*', 'accept-encoding': 'gzip' }

/** Each has slices of its own: with more, a run takes too long to say something of any. */
const MOST_REQUESTS = 20
const MOST_WEIGHT = 1e6
const HEADER = /^[\w!#$%&'*+.^`|~-]+$/
/** Of a value that a login captures, such as a location. */
const NAME_FIRST = /^\{\{[^{}]+\}\}/
const VALUE = /^[\t -~\u0080-\u00ff]*$/

/** @typedef {Partial<Request> & { name?: string, weight?: number }} PossibleRequest */

/**
 * Returns requests with all that is not named, as `askedRequest` does: the weight is 1, and the name is method and path. Equal requests
 * become one, with the sum of their weights.
 * @param {PossibleRequest[]} requests
 * @param {string} [option] that names them
 * @returns {[WeightedRequest, ...WeightedRequest[]]}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function askedRequests(requests, option = '--request') {
  /** @type {Map<string, WeightedRequest>} */
  const byContent = new Map()
  for (const { name, weight = 1, ...given } of requests) {
    if (!Number.isInteger(weight) || weight < 1 || weight > MOST_WEIGHT)
      throw badOption(option, `${weight} is no weight`, `a whole number from 1 to ${MOST_WEIGHT}`)
    const request = askedRequest(given)
    const wrong = Object.entries(request.headers).find(([header, value]) => !HEADER.test(header) || !VALUE.test(value))
    if (wrong)
      throw badOption(option, `a header of ${nameOf(request)} cannot be sent: ${wrong[0]}`, 'one line of Latin-1')
    const content = JSON.stringify([name, request])
    const known = byContent.get(content)?.weight ?? 0
    byContent.set(content, { name: masked(name ?? nameOf(request)), weight: known + weight, ...request })
  }
  const different = [...byContent.values()]
  if (different.length === 0) throw badOption(option, 'there is no request', 'one request or more')
  if (different.length > MOST_REQUESTS) {
    const problem = `there are ${different.length} different requests`
    throw badOption(option, problem, `at most ${MOST_REQUESTS}, since each is measured alone too`)
  }
  const names = numbered(different.map(({ name }) => name))
  const named = different.map((request, index) => ({ ...request, name: names[index] ?? '' }))
  return /** @type {[WeightedRequest, ...WeightedRequest[]]} */ (named)
}

/** @param {Request} request */
function nameOf({ method = 'GET', path }) {
  return `${method} ${path}`
}

/** Returns names with a number where those before have the same, such as `POST /items (2)`. @param {string[]} names */
export function numbered(names) {
  return names.map(function withNumber(name, index) {
    const same = names.slice(0, index).filter(each => each === name).length
    return same === 0 ? name : `${name} (${same + 1})`
  })
}

/**
 * Refuses a text that is no path of a request.
 * @param {string} option that has it
 * @param {string} path
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function checkPath(option, path) {
  if (/^\/[!-~]*$/.test(path)) return
  throw badOption(option, `"${path}" is no path`, 'a path that begins with /, percent-encoded')
}

/** Returns path and query of a URL, in which names such as {{id}} are as they were written. @param {URL} url */
export function pathOfUrl({ pathname, search }) {
  return pathname.replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}') + search
}

/**
 * Returns a request with all that is not named: GET, or POST with a body, of `/`, with usual headers. Names of headers are in small
 * letters, so that none is sent twice.
 * @param {Partial<Request>} request @returns {Request}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function askedRequest({ path = '/', method, headers = {}, body }) {
  findSecrets({ path, headers, body })
  checkPath('--path', path.replace(NAME_FIRST, '/'))
  const verb = (method ?? (body === undefined ? 'GET' : 'POST')).toUpperCase()
  if (!METHODS.includes(verb)) throw badOption('--method', `"${method}" is not one of its values`, METHODS.join(', '))
  if (verb === 'GET' && body !== undefined) throw badOption('--body', 'a GET request has no body', '--method POST')
  return {
    path,
    headers: { ...usualHeaders, ...lowerCased(headers) },
    ...(verb !== 'GET' && { method: verb }),
    ...(body !== undefined && { body })
  }
}

/** Returns headers with their names in small letters. @param {Record<string, unknown>} headers */
export function lowerCased(headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
}
