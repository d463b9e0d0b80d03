import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { checksumOf } from './checksum.js'
import { isLink, kindOf } from './file-kind.js'

/** @import { BigIntStats } from 'node:fs' */

/** @typedef {'missing' | 'outside' | 'not-a-file' | 'too-large' | 'unreadable' | 'checksum'} FileFault */
/**
 * @typedef {object} Bounds
 * @property {string} [within] a folder that the file, its links followed, must be in
 * @property {number} [mostBytes] of a larger file nothing is read
 * @property {string} [checksum] that the file must have
 */

const CHUNK_BYTES = 1 << 20
/** A string of V8 has at most 512 Mi characters. */
const MOST_BYTES = 500e6
/** As JSON a line can take twenty times its size in memory. */
const MOST_LINE_LENGTH = 16e6

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
 * @param {string} file @param {Bounds} [bounds]
 * @throws {UnreadFile}
 */
export function readPlainFile(file, bounds) {
  return withoutMark(readPlainText(file, bounds))
}

/**
 * Reads a text file with its byte-order mark, as {@link readPlainFile} does.
 * @param {string} file @param {Bounds} [bounds]
 * @throws {UnreadFile}
 */
export function readPlainText(file, bounds) {
  return withPlainFile(file, bounds, descriptor => orUnread(file, () => readFileSync(descriptor, 'utf8')))
}

/**
 * Reads a text file line by line, so that the whole is never one string.
 * @param {string} file
 * @param {(line: string | null, number: number) => void} take is called for each line with its number, from 1; null of a line of more
 *   than {@link MOST_LINE_LENGTH} characters
 * @param {Bounds} [bounds]
 * @returns {string} what follows the last line break: '' of a complete file
 * @throws {UnreadFile}
 */
export function readPlainLines(file, take, bounds) {
  return withPlainFile(file, bounds, function readLines(descriptor) {
    const decoder = new StringDecoder('utf8')
    let number = 0
    let rest = ''
    let isTooLong = false
    for (const chunk of chunksOf(file, descriptor)) {
      const [first = '', ...others] = decoder.write(chunk).split('\n')
      append(first)
      for (const next of others) {
        number++
        take(lineRead(), number)
        rest = next
        isTooLong = false
      }
    }
    append(decoder.end())
    return rest

    /** @param {string} piece of the line that is read */
    function append(piece) {
      isTooLong ||= rest.length + piece.length > MOST_LINE_LENGTH
      if (!isTooLong) rest += piece
    }

    function lineRead() {
      if (isTooLong) return null
      return number === 1 ? withoutMark(rest) : rest
    }
  })
}

/** Returns the checksum of a file of any size. @param {string} file @param {string} within a folder that it must be in @throws {UnreadFile} */
export function plainFileChecksum(file, within) {
  const bounds = { within, mostBytes: Number.POSITIVE_INFINITY }
  return withPlainFile(file, bounds, descriptor => checksumOf(chunksOf(file, descriptor)))
}

/** Returns the bytes of an open file, each part in the place of the one before. @type {(file: string, descriptor: number) => Generator<Buffer>} */
function* chunksOf(file, descriptor) {
  const buffer = Buffer.alloc(CHUNK_BYTES)
  for (let position = 0, bytes = 1; bytes > 0; position += bytes) {
    bytes = orUnread(file, () => readSync(descriptor, buffer, { position }))
    yield buffer.subarray(0, bytes)
  }
}

/**
 * Returns why a file would not be read, null of one that is.
 * @param {string} file @param {Bounds} [bounds] @returns {FileFault | null}
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
 * Returns what a function makes of a file, which is open for as long as it runs.
 * @template T
 * @param {string} file @param {Bounds | undefined} bounds
 * @param {(descriptor: number) => T} use its own errors do not concern the file, and are thrown as they are
 * @returns {T}
 * @throws {UnreadFile}
 */
function withPlainFile(file, bounds, use) {
  const descriptor = orUnread(file, () => openPlainFile(file, bounds))
  try {
    return use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Opens a file to read it, unless it is none or leads out of its bounds. @param {string} file @param {Bounds} [bounds] */
function openPlainFile(file, { within, mostBytes = MOST_BYTES, checksum } = {}) {
  // Before it is opened too: to open a device can already have an effect.
  if (within !== undefined) realPathIn(within, file)
  // Without O_NONBLOCK to open a pipe waits for a process that writes.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor, { bigint: true })
    if (!stats.isFile()) throw new UnreadFile('not-a-file', `it is a ${kindOf(stats)}, not a file`)
    if (stats.size > mostBytes) throw new UnreadFile('too-large', sizeText(Number(stats.size), mostBytes))
    if (within !== undefined && !isAt(realPathIn(within, file), stats))
      throw new UnreadFile('unreadable', 'it was replaced while it was opened')
    if (checksum !== undefined && checksum !== checksumOf(chunksOf(file, descriptor)))
      throw new UnreadFile('checksum', 'it does not fit its checksum')
    return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/**
 * Returns the path of a file with its links followed.
 * @param {string} folder that it must be in
 * @param {string} file
 * @throws {UnreadFile}
 */
function realPathIn(folder, file) {
  const real = realpathSync(file)
  const relative = path.relative(realpathSync(folder), real)
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
    throw new UnreadFile('outside', `it leads out of the folder, to ${real}`)
  return real
}

/**
 * Returns whether a path is that of an open file, and no link. On Windows the two calls report the device differently.
 * @param {string} real @param {BigIntStats} opened
 */
function isAt(real, opened) {
  const { dev, ino } = lstatSync(real, { bigint: true })
  return ino === opened.ino && (process.platform === 'win32' || dev === opened.dev)
}

/**
 * Returns what a call of the system returns.
 * @template T
 * @param {string} file that it opens or reads
 * @param {() => T} call @returns {T}
 * @throws {UnreadFile} in place of its error
 */
function orUnread(file, call) {
  try {
    return call()
  } catch (error) {
    if (error instanceof UnreadFile) throw error
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === undefined) throw error
    if (code === 'ENOENT' && isLink(file)) throw new UnreadFile('not-a-file', 'it is a link to nothing', error)
    throw new UnreadFile(code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable', message, error)
  }
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
