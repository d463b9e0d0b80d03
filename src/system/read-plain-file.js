import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { StringDecoder } from 'node:string_decoder'

/** @typedef {'missing' | 'outside' | 'not-a-file' | 'too-large' | 'unreadable'} FileFault */

const CHUNK_BYTES = 1 << 20
/** A string of V8 has at most 512 Mi characters. */
const MOST_BYTES = 500e6
const OF_RUNS = '; a run with fewer rounds (--max-time) leaves less'

/** Why a file is not read. */
export class UnreadFile extends Error {
  /** @param {FileFault} fault @param {string} message @param {unknown} [cause] */
  constructor(fault, message, cause) {
    super(message, { cause })
    this.fault = fault
  }
}

/**
 * Reads a text file without its byte-order mark. Pipes, devices and folders are refused: to read a pipe never ends.
 * @param {string} file
 * @param {{ within?: string, mostBytes?: number }} [bounds] `within`: a folder that the file, its links followed, must be in
 * @throws {UnreadFile}
 */
export function readPlainFile(file, bounds) {
  return withoutMark(readPlainText(file, bounds))
}

/**
 * Reads a text file with its byte-order mark, as {@link readPlainFile} does.
 * @param {string} file
 * @param {{ within?: string, mostBytes?: number }} [bounds]
 * @throws {UnreadFile}
 */
export function readPlainText(file, bounds) {
  return withPlainFile(file, bounds, descriptor => readFileSync(descriptor, 'utf8'))
}

/**
 * Reads a text file line by line, so that the whole is never one string.
 * @param {string} file
 * @param {(line: string, number: number) => void} take is called for each line with its number, from 1
 * @param {{ within?: string, mostBytes?: number }} [bounds]
 * @returns {string} what follows the last line break: '' of a complete file
 * @throws {UnreadFile}
 */
export function readPlainLines(file, take, bounds) {
  return withPlainFile(file, bounds, function readLines(descriptor) {
    const decoder = new StringDecoder('utf8')
    const buffer = Buffer.alloc(CHUNK_BYTES)
    let number = 0
    let rest = ''
    for (let bytes = readSync(descriptor, buffer); bytes > 0; bytes = readSync(descriptor, buffer)) {
      const [first = '', ...others] = decoder.write(buffer.subarray(0, bytes)).split('\n')
      rest += first
      for (const next of others) {
        number++
        take(number === 1 ? withoutMark(rest) : rest, number)
        rest = next
      }
    }
    return rest + decoder.end()
  })
}

/**
 * Returns why a file would not be read, null of one that is.
 * @param {string} file
 * @param {{ within?: string, mostBytes?: number }} [bounds]
 * @returns {FileFault | null}
 */
export function plainFileFault(file, bounds) {
  try {
    return withPlainFile(file, bounds, () => null)
  } catch (error) {
    if (error instanceof UnreadFile) return error.fault
    throw error
  }
}

/**
 * @template T
 * @param {string} file
 * @param {{ within?: string, mostBytes?: number } | undefined} bounds
 * @param {(descriptor: number) => T} read
 */
function withPlainFile(file, { within, mostBytes = MOST_BYTES } = {}, read) {
  let descriptor
  try {
    if (within !== undefined) checkWithin(file, within)
    // Without O_NONBLOCK to open a pipe waits for a process that writes.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new UnreadFile('not-a-file', `it is ${kindOf(stats)}, not a file`)
    if (stats.size > mostBytes)
      throw new UnreadFile('too-large', sizeText(stats.size, mostBytes) + (within === undefined ? '' : OF_RUNS))
    return read(descriptor)
  } catch (error) {
    if (error instanceof UnreadFile) throw error
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === undefined) throw error
    if (code === 'ENOENT' && isLink(file)) throw new UnreadFile('not-a-file', 'it is a link to nothing', error)
    throw new UnreadFile(code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable', message, error)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** @param {string} file */
function isLink(file) {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** @param {string} file @param {string} folder */
function checkWithin(file, folder) {
  const real = realpathSync(file)
  const relative = path.relative(realpathSync(folder), real)
  if (relative.startsWith('..') || path.isAbsolute(relative))
    throw new UnreadFile('outside', `it leads out of the folder, to ${real}`)
}

/** @param {import('node:fs').Stats} stats */
function kindOf(stats) {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  if (stats.isSocket()) return 'a socket'
  return 'a device'
}

/** @type {(bytes: number, mostBytes: number) => string} */
function sizeText(bytes, mostBytes) {
  const [size, most] = [bytes, mostBytes].map(each => `${Math.ceil(each / 1e6)} MB`)
  return `it has ${size}, and at most ${most} are read`
}

/** @param {string} text */
function withoutMark(text) {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}
