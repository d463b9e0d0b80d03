import { readFile } from 'node:fs/promises'
import { WorkshopError } from '../errors/errors.js'
import { ProfileError } from '../profile/read/profile-error.js'
import { fileKind } from '../system/files/file-kind.js'
import { mostProfileBytes } from '../system/files/files.js'

/** @import { ProfileFault } from '../errors/types.js' */

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
    return read(parseJson(textOf(await readFile(file))))
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

/** Returns a text without its byte-order mark. @param {Uint8Array} bytes */
export function textOf(bytes) {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** @param {string} text @returns {unknown} */
export function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ProfileError({ code: 'not-json', problem: /** @type {Error} */ (error).message })
  }
}
