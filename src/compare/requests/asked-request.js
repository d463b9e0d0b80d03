import { badOption } from '../ask/bad-option.js'

/** @import { Request } from '../../experiments/types.js' */

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** The generators' defaults differ; a browser and most clients accept gzip. */
const usualHeaders = { accept: '*/*', 'accept-encoding': 'gzip' }

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

/**
 * Returns a request with all that is not named: GET, or POST with a body, of `/`, with usual headers. Names of headers are in small
 * letters, so that none is sent twice.
 * @param {Partial<Request>} request
 * @returns {Request}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function askedRequest({ path = '/', method, headers = {}, body }) {
  checkPath('--path', path)
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

/**
 * Returns headers with their names in small letters.
 * @param {Record<string, unknown>} headers
 */
export function lowerCased(headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
}
