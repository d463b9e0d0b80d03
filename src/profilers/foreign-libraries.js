import { constants, realpathSync, statSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * @import { FileHandle } from 'node:fs/promises'
 *
 * @typedef {object} LeftOut the lines of one log
 * @property {string} file
 * @property {number} count
 * @property {number} first the number of the first one, from 1
 */

const LOG_NAME = /v8\.log$/
const CHUNK_BYTES = 1 << 20
const COMMAND = 'shared-library'
/** Longer than a command and the longest path. What follows of a line is not looked at. */
const START_BYTES = 8192
/** What the tick processor gives to no program: parts of the kernel, and the addresses of memory that is of no file. */
const OF_NO_FILE = /^(?:\[vdso\]|\[vsyscall\]|[0-9a-f]+-[0-9a-f]+)$/
/** A line that begins with it is no command. */
const IGNORED = '#'
const LINE_END = 0x0a
const BACKSLASH = 0x5c
const FIRST = COMMAND.charCodeAt(0)

/**
 * Makes the V8 logs of a launch safe to process. `node --prof-process` gives the name of each library in a log to `nm`, and a name
 * that begins with a dash is an option, which can load code. Lines are left out unless their library is a file of this machine outside of
 * the run folder. The first character of such a line is overwritten, so that the age of the log, which orders the logs, stays.
 * @param {string} folder of the launch
 * @param {string} root the run folder, without links
 * @returns {Promise<LeftOut[]>}
 */
export async function leaveOutForeignLibraries(folder, root) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const logs = entries.filter(entry => LOG_NAME.test(entry.name) && !entry.isDirectory())
  /** @type {LeftOut[]} */
  const found = []
  for (const { name, parentPath } of logs) {
    const file = path.join(parentPath, name)
    const handle = await open(file, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      const { count, first } = await leaveOut(handle, isForeign)
      if (count > 0) found.push({ file, count, first })
    } finally {
      await handle.close()
    }
  }
  return found

  /** @param {string} library */
  function isForeign(library) {
    return !OF_NO_FILE.test(library) && !isOfThisMachine(library, root)
  }
}

/**
 * @param {FileHandle} handle @param {(library: string) => boolean} isForeign
 * @returns {Promise<Pick<LeftOut, 'count' | 'first'>>}
 */
async function leaveOut(handle, isForeign) {
  const buffer = Buffer.alloc(CHUNK_BYTES + START_BYTES)
  const lines = { count: 0, first: 0 }
  let number = 0
  let isLineStart = true
  let offset = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
    if (bytesRead === 0) return lines
    // What is beyond belongs to the next part, and is read twice: a line that begins before has its start in this one.
    const end = Math.min(bytesRead, CHUNK_BYTES)
    let at = isLineStart ? 0 : afterLine(buffer, 0, end)
    for (; at < end; at = afterLine(buffer, at, end)) {
      number++
      if (!mayName(buffer, at) || !isLeftOut(startOfLine(buffer, at, bytesRead), isForeign)) continue
      await handle.write(IGNORED, offset + at)
      if (++lines.count === 1) lines.first = number
    }
    isLineStart = buffer[end - 1] === LINE_END
    offset += end
  }
}

/** @type {(buffer: Buffer, at: number, end: number) => number} */
function afterLine(buffer, at, end) {
  const lineEnd = buffer.indexOf(LINE_END, at)
  return lineEnd === -1 || lineEnd >= end ? end : lineEnd + 1
}

/** Returns whether a line can be one of a library: most are not, by their first character. @param {Buffer} buffer @param {number} at */
function mayName(buffer, at) {
  return buffer[at] === FIRST || buffer[at] === BACKSLASH
}

/** @type {(buffer: Buffer, at: number, end: number) => string} */
function startOfLine(buffer, at, end) {
  const text = buffer.toString('utf8', at, Math.min(end, at + START_BYTES))
  const lineEnd = text.indexOf('\n')
  return lineEnd === -1 ? text : text.slice(0, lineEnd)
}

/** @param {string} line @param {(library: string) => boolean} isForeign */
function isLeftOut(line, isForeign) {
  const [command = '', library = ''] = line.split(',')
  // The tick processor reads escapes in any field, and V8 writes none in a command.
  return command.includes('\\') || (command === COMMAND && isForeign(library))
}

/** @param {string} library as the log has it @param {string} root */
function isOfThisMachine(library, root) {
  // V8 doubles the backslashes of a path of Windows; elsewhere a name with one stands for another name.
  const file = path.sep === '\\' ? library.replaceAll('\\\\', '\\') : library
  if (!path.isAbsolute(file) || (path.sep === '/' && file.includes('\\'))) return false
  try {
    const real = realpathSync.native(file)
    return statSync(real).isFile() && !real.startsWith(root + path.sep)
  } catch {
    return false
  }
}
