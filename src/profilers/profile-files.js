import { constants } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { WorkshopError } from '../errors/errors.js'
import { ProfileError } from '../profile/read/profile-error.js'
import { fileKind } from '../system/files/file-kind.js'
import { mostProfileBytes } from '../system/files/files.js'

/** @import { ProfileFault } from '../errors/types.js' */

const PIECE_BYTES = 32e6

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/**
 * Reads a profile that is JSON, in UTF-8 or UTF-16, with or without a byte-order mark.
 * @template T
 * @param {string} file
 * @param {(content: unknown) => T} read takes the parsed JSON
 * @returns {Promise<T>}
 * @throws {WorkshopError} ERR_DAMAGED_PROFILE
 */
export function readProfileFile(file, read) {
  return namingFile(file, async function readContent() {
    const bytes = await requireFile(file)
    const limitBytes = mostProfileBytes()
    if (bytes > limitBytes) throw new ProfileError({ code: 'too-large', bytes, limitBytes })
    return read(parseJson(await readFile(file)))
  })
}

/**
 * Returns what a reader returns. What it finds wrong in a file, and what the system says about it, becomes an error that names it.
 * @template T
 * @param {string} file @param {() => Promise<T>} read @returns {Promise<T>}
 * @throws {WorkshopError} ERR_DAMAGED_PROFILE
 */
export async function namingFile(file, read) {
  try {
    return await read()
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    throw new WorkshopError('ERR_DAMAGED_PROFILE', { path: file, fault }, error)
  }
}

/**
 * Refuses what is not a file before it is opened: to open a pipe waits for a writer.
 * @param {string} file
 * @returns {Promise<number>} its bytes
 * @throws {ProfileError}
 */
export async function requireFile(file) {
  const { kind, bytes } = await fileKind(file)
  if (kind !== 'file') throw new ProfileError({ code: 'not-a-file', kind })
  return bytes
}

/** @param {unknown} error @returns {ProfileFault | null} null of an error that is not about the file */
function faultOf(error) {
  if (error instanceof ProfileError) return error.fault
  const { code, syscall, message } = /** @type {NodeJS.ErrnoException} */ (error)
  return syscall !== undefined || code === 'ERR_STRING_TOO_LONG' ? { code: 'unreadable', problem: message } : null
}

/** @param {Buffer} bytes @returns {unknown} */
function parseJson(bytes) {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  const isLong = bytes.length > constants.MAX_STRING_LENGTH && !isWide
  const text = isLong ? '' : new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
  try {
    return isLong ? parseInPieces(bytes) : JSON.parse(text)
  } catch (error) {
    throw new ProfileError({ code: 'not-json', problem: /** @type {Error} */ (error).message })
  }
}

/**
 * Parses JSON that is longer than a string can be: an object whose long values are arrays, as profiles are. These are parsed in
 * pieces.
 * @param {Buffer} bytes UTF-8
 * @param {number} [pieceBytes] of an array
 * @returns {Record<string, unknown>}
 * @throws {SyntaxError} when it is not JSON, or no object
 */
export function parseInPieces(bytes, pieceBytes = PIECE_BYTES) {
  const start = bytes.indexOf(openObject)
  if (start === -1 || !isBlank(bytes.subarray(0, start))) throw new SyntaxError('The text does not begin with {')
  /** @type {Record<string, unknown>} */
  const parsed = {}
  /** Of an array that is read in pieces. @type {unknown[] | null} */
  let array = null
  let [from, depth, isInArray] = [start + 1, 1, false]
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfText(at)
    else if (byte === openArray || byte === openObject) {
      depth++
      if (depth === 2) isInArray = byte === openArray
    } else if (byte === closeArray || byte === closeObject) {
      depth--
      if (depth === 0) return endAt(at)
    } else if (byte === comma && depth === 1) endMember(at)
    else if (byte === comma && depth === 2 && isInArray && at - from >= pieceBytes) endPiece(at)
  }
  throw new SyntaxError('The text ends before its last }')

  /** @param {number} at of the quote that begins it */
  function endOfText(at) {
    let end = at + 1
    while (end < bytes.length && bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1
    return end
  }

  /** @param {number} at of the comma after a member, or of the end of the object */
  function endMember(at) {
    const text = bytes.toString('utf8', from, at)
    if (array) append(array, JSON.parse(`[${text}`))
    else Object.assign(parsed, filled(JSON.parse(`{${text}}`)))
    array = null
    from = at + 1
  }

  /** @param {number} at of a comma in an array */
  function endPiece(at) {
    const text = bytes.toString('utf8', from, at)
    if (array) append(array, JSON.parse(`[${text}]`))
    else {
      const member = JSON.parse(`{${text}]}`)
      Object.assign(parsed, member)
      array = /** @type {unknown[]} */ (filled(Object.values(member)[0]))
    }
    from = at + 1
  }

  /** @param {number} at of the end of the object */
  function endAt(at) {
    if (!isBlank(bytes.subarray(at + 1))) throw new SyntaxError('There is text after the last }')
    if (from > start + 1 || !isBlank(bytes.subarray(from, at))) endMember(at)
    return parsed
  }
}

/** With a loop: there are more elements than a call takes arguments. @type {(array: unknown[], more: unknown[]) => void} */
function append(array, more) {
  for (const each of filled(more)) array.push(each)
}

/** Returns what is beside a comma. @template {object} Part @param {Part} part */
function filled(part) {
  const { length } = Array.isArray(part) ? part : Object.keys(part)
  if (length === 0) throw new SyntaxError('A comma has nothing on one side')
  return part
}

/** @param {Buffer} bytes */
function isBlank(bytes) {
  return bytes.toString('utf8').trim() === ''
}
