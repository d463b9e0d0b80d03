import path from 'node:path'
import { WorkshopError } from '../../errors/errors.js'
import { readPlainFile } from '../../system/files/read-plain-file.js'
import { badOption } from '../ask/bad-option.js'
import { artilleryRequests } from './artillery-requests.js'
import { harRequests } from './har-requests.js'
import { listedRequests } from './listed-requests.js'

/** @import { FileOfRequests } from '../types.js' */

/** Most of a HAR file is the bodies of responses. */
const MOST_BYTES = 100e6

/**
 * Returns the requests of a file: an artillery script, a HAR file, or a list of paths or URLs.
 * @param {string} file
 * @returns {FileOfRequests}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function requestsOfFile(file) {
  return namingRequests(file, function readRequests() {
    const text = readText(file)
    if (/\.ya?ml$/i.test(file)) return artilleryRequests(text)
    if (/\.har$/i.test(file)) return harRequests(text)
    return { requests: listedRequests(text, path.dirname(file)), leftOut: [] }
  })
}

/**
 * Returns what a reader returns. What it finds wrong in a file of requests becomes an error that names the file.
 * @template T
 * @param {string} file
 * @param {() => T} read
 * @returns {T}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function namingRequests(file, read) {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WorkshopError) || error.code !== 'ERR_BAD_OPTION') throw error
    const { option, problem, allowed } = /** @type {WorkshopError<'ERR_BAD_OPTION'>} */ (error).details
    throw badOption(option, `${file}: ${problem}`, allowed, error)
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return readPlainFile(file, { mostBytes: MOST_BYTES })
  } catch (error) {
    throw badOption('--requests', /** @type {Error} */ (error).message, 'a .yml, .har or text file', error)
  }
}
