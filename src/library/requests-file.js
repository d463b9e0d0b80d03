import { readFileSync } from 'node:fs'
import path from 'node:path'
import { artilleryRequests } from './artillery-requests.js'
import { badOption } from './bad-option.js'
import { harRequests } from './har-requests.js'
import { listedRequests } from './listed-requests.js'

/** @import { FileOfRequests } from './types.js' */

/**
 * Returns the requests of a file: an artillery script, a HAR file, or a list of paths or URLs.
 * @param {string} file
 * @returns {FileOfRequests}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function requestsOfFile(file) {
  const text = readText(file)
  if (/\.ya?ml$/i.test(file)) return artilleryRequests(text)
  if (/\.har$/i.test(file)) return harRequests(text)
  return { requests: listedRequests(text, path.dirname(file)), leftOut: [] }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    throw badOption('--requests', /** @type {Error} */ (error).message, 'a .yml, .har or text file', error)
  }
}
