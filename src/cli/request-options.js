import { readFileSync } from 'node:fs'
import { askedRequest, checkPath } from '../library/asked-request.js'
import { badOption } from '../library/bad-option.js'

/** @import { Request } from '../experiments/types.js' */

/** The options that describe a request, for `parseArgs`. */
export const requestOptions = /** @type {const} */ ({
  path: { type: 'string' },
  method: { type: 'string' },
  header: { type: 'string', multiple: true },
  body: { type: 'string' },
  'body-file': { type: 'string' },
  health: { type: 'string' }
})

/**
 * Returns the request that options describe.
 * @param {{ path?: string, method?: string, header?: string[], body?: string, 'body-file'?: string }} values
 * @returns {Request}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readRequestOptions({ path, method, header = [], ...given }) {
  return askedRequest({ path, method, headers: Object.fromEntries(header.map(readHeader)), body: readBody(given) })
}

/**
 * Returns the path that responds with 2xx once a server is ready.
 * @param {{ health?: string }} values
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readHealth({ health }) {
  if (health !== undefined) checkPath('--health', health)
  return health
}

/** @param {string} text @returns {[string, string]} */
function readHeader(text) {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*([\t -~]*?)\s*$/.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
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
