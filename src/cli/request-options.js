import { readFileSync } from 'node:fs'
import { badOption } from './bad-option.js'

/** @import { Request } from '../experiments/types.js' */

/** The options that describe a request, for `parseArgs`. */
export const requestOptions = /** @type {const} */ ({
  path: { type: 'string' },
  method: { type: 'string' },
  header: { type: 'string', multiple: true },
  body: { type: 'string' },
  'body-file': { type: 'string' }
})

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** The generators' defaults differ; a browser and most clients accept gzip. */
const usualHeaders = { accept: '*/*', 'accept-encoding': 'gzip' }

/**
 * @param {{ path?: string, method?: string, header?: string[], body?: string, 'body-file'?: string }} values
 * @returns {Request}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readRequestOptions({ path = '/', method, header = [], ...given }) {
  if (!/^\/[!-~]*$/.test(path))
    throw badOption('--path', `"${path}" is no path`, 'a path that begins with /, percent-encoded')
  const body = readBody(given)
  const verb = (method ?? (body === undefined ? 'GET' : 'POST')).toUpperCase()
  if (!METHODS.includes(verb)) throw badOption('--method', `"${method}" is not one of its values`, METHODS.join(', '))
  if (verb === 'GET' && body !== undefined) throw badOption('--body', 'a GET request has no body', '--method POST')
  const headers = { ...usualHeaders, ...Object.fromEntries(header.map(readHeader)) }
  return { path, headers, ...(verb !== 'GET' && { method: verb }), ...(body !== undefined && { body }) }
}

/** @param {string} text @returns {[string, string]} */
function readHeader(text) {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*([\t -~]*?)\s*$/.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name.toLowerCase(), value]
  throw badOption('--header', `"${text}" is no header`, "such as 'authorization: Bearer 1'")
}

/** @param {{ body?: string, 'body-file'?: string }} given */
function readBody({ body, 'body-file': file }) {
  if (file === undefined) return body
  if (body !== undefined) throw badOption('--body', 'there is a --body-file too', 'either --body or --body-file')
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw badOption('--body-file', /** @type {Error} */ (error).message, 'a file of text that can be read', error)
  }
}
