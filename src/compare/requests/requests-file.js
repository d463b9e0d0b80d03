import path from 'node:path'
import { shown } from '../../report/words/text.js'
import { readPlainFile, readPlainText } from '../../system/files/read-plain-file.js'
import { badOption, reworded } from '../ask/bad-option.js'
import { artilleryRequests } from './artillery-requests.js'
import { pathOfUrl } from './asked-requests.js'
import { harRequests } from './har-requests.js'

/** @import { PossibleRequest } from './asked-requests.js' */
/** @import { LeftOut } from '../../report/words/request-words.js' */

/**
 * @typedef {{ requests: PossibleRequest[], leftOut: LeftOut[], origin?: string }} FileOfRequests `origin`: of a HAR file, the server
 *   whose requests they are, such as https://shop.example
 */

const LINE = /^(?:(\d{1,9})\s*x\s+)?(?:([a-z]+)\s+)?((?:https?:\/\/|\/|\{\{)\S*)(?:\s+@(.+))?$/i
/** It is kept in memory by each generator, and sent again and again. */
const MOST_BODY_BYTES = 16e6
const ALLOWED = "[weight x] [method] path [@file of the body], such as '3x GET /items' or 'POST /items @item.json'"

/** Most of a HAR file is the bodies of responses. */
const MOST_BYTES = 100e6

/**
 * Returns the requests of a file: an artillery script, a HAR file, or a list of paths or URLs.
 * @param {string} file @returns {FileOfRequests}
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
 * @param {string} file @param {() => T} read @returns {T}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function namingRequests(file, read) {
  try {
    return read()
  } catch (error) {
    throw reworded(error, ({ problem }) => ({ problem: `${file}: ${problem}` }))
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

/**
 * Returns the requests of a list: one per line, with paths or URLs of one server. Lines that begin with # are comments.
 * @param {string} text
 * @param {string} folder that files are relative to
 * @returns {PossibleRequest[]}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
function listedRequests(text, folder) {
  const lines = text.split('\n').map(line => line.trim())
  const used = lines.filter(line => line !== '' && !line.startsWith('#'))
  return requestsOf(used, { option: '--requests', folder })
}

/**
 * Returns the requests of lines such as `3x POST /items @item.json`.
 * @param {string[]} lines
 * @param {{ option: string, folder: string }} given `option`: that names them
 * @returns {PossibleRequest[]}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function requestsOf(lines, { option, folder }) {
  const read = lines.map(line => readLine(line, option, folder))
  const origins = [...new Set(read.flatMap(({ origin }) => origin ?? []))]
  if (origins.length > 1) {
    const problem = `its URLs are of several servers: ${origins.slice(0, 3).join(', ')}`
    throw badOption(option, problem, 'paths, or URLs of one server')
  }
  return read.map(({ request }) => request)
}

/** @type {(line: string, option: string, folder: string) => { origin: string | null, request: PossibleRequest }} */
function readLine(line, option, folder) {
  const [isRequest, weight, method, target = '', file] = LINE.exec(line) ?? []
  if (isRequest === undefined) throw badOption(option, `"${shown(line)}" is no request`, ALLOWED)
  const isPath = !/^https?:/i.test(target)
  const isName = target.startsWith('{{')
  const full = isName ? 'http://server' : isPath ? `http://server${target}` : target
  if (!URL.canParse(full)) throw badOption(option, `"${shown(target)}" is no URL`, ALLOWED)
  const url = new URL(full)
  return {
    origin: isPath ? null : url.origin,
    request: {
      ...(weight !== undefined && { weight: Number(weight) }),
      ...(method !== undefined && { method }),
      path: isName ? target : pathOfUrl(url),
      ...(file !== undefined && { body: readBody(path.resolve(folder, file), option) })
    }
  }
}

/**
 * Reads the body of a request.
 * @param {string} file
 * @param {string} option that names it
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function readBody(file, option) {
  try {
    return readPlainText(file, { mostBytes: MOST_BODY_BYTES })
  } catch (error) {
    const problem = `${file} cannot be read: ${/** @type {Error} */ (error).message}`
    throw badOption(option, problem, 'a file of text that can be read', error)
  }
}
