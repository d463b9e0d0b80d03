import { randomBytes } from 'node:crypto'
import { appendFileSync, closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { maskedDeep } from '../../errors/secrets.js'
import { isRunning } from '../processes.js'
import { withChecksum } from './checksum.js'

/** Six million samples, for which a profile and what is read from it take 512 MB of memory. */
const MOST_MB = 64

/** Writes a file as {@link writeInFolder} does, and makes its folder. @param {string} file @param {string | Uint8Array} text */
export async function writeAtomic(file, text) {
  await mkdir(path.dirname(file), { recursive: true })
  await writeInFolder(file, text)
}

/**
 * Writes a file of a folder that exists, atomically: readers see the old content or the new. What has the temporary name already is not
 * followed or overwritten, as the folder may come from someone else: a link in it could lead anywhere.
 * @param {string} file @param {string | Uint8Array} text
 */
export async function writeInFolder(file, text) {
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.part`
  await removeParts(file)
  try {
    // A file or a link that is there under this name is of nobody who writes now, and is not written through.
    await writeFile(temporary, text, { flag: 'wx' })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Removes what writers of a file left that were killed, or met a full disk. @param {string} file */
async function removeParts(file) {
  const folder = path.dirname(file)
  const start = `${path.basename(file)}.`
  for (const name of await readdir(folder)) {
    const [, pid] = name.startsWith(start)
      ? (/^(\d{1,10})-[0-9a-f]{8}\.part$/.exec(name.slice(start.length)) ?? [])
      : []
    const isLeft = pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))
    if (isLeft) await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Copies a file. What has the name of the copy already is replaced: a link there is not written through.
 * @param {string} from @param {string} to
 */
export async function copyToNew(from, to) {
  await rm(to, { force: true })
  await copyFile(from, to, constants.COPYFILE_EXCL)
}

/** Writes a value as JSON that can be read and compared line by line. @param {string} file @param {unknown} value */
export function writeJson(file, value) {
  return writeAtomic(file, `${formatJson(value)}\n`)
}

const numberColumn = /\[\n\s+((?:(?:null|-?\d[\d.eE+-]*),\n\s+)*(?:null|-?\d[\d.eE+-]*))\n\s+\]/g

/** Returns indented JSON without secrets, with each array of numbers on one line. @param {unknown} value */
export function formatJson(value) {
  const text = JSON.stringify(maskedDeep(value), null, 2)
  return text.replace(numberColumn, (_, column) => `[${column.replace(/\n\s+/g, ' ')}]`)
}

/**
 * Appends one JSON line without secrets and with its checksum, synchronously, so that it is on disk before anything else can fail.
 * @param {string} file @param {unknown} record an object
 */
export function appendJsonLine(file, record) {
  appendFileSync(file, `${withChecksum(JSON.stringify(maskedDeep(record)))}\n`)
}

/**
 * Makes a new folder. A name in use gets -2, -3 ..., so that two runs never share a folder.
 * @param {string} parent @param {string} name
 * @returns {Promise<string>} the path of the new folder
 */
export async function makeNewFolder(parent, name) {
  await makeFolders(parent)
  for (let attempt = 1; ; attempt++) {
    const folder = path.join(parent, attempt === 1 ? name : `${name}-${attempt}`)
    try {
      await mkdir(folder)
      return folder
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST' || attempt === 100) throw error
    }
  }
}

/**
 * Makes a folder and its missing parents. The `recursive` option of mkdir is not used, because it never ends below
 * /proc.
 * @param {string} folder
 */
async function makeFolders(folder) {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    const parent = path.dirname(folder)
    if (code !== 'ENOENT' || existsSync(parent)) throw error
    await makeFolders(parent)
    await makeFolders(folder)
  }
}

/** Reads the end of a text file; '' when there is no file. @param {string} file @param {number} [bytes] */
export function readTail(file, bytes = 4096) {
  let descriptor
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return ''
  }
  try {
    const buffer = Buffer.alloc(bytes)
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return ''
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, bytes, Math.max(0, stats.size - bytes)))
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Cuts the middle out of a long file: a server that logs each request writes megabytes per second, and its first and
 * last lines are enough for a reader.
 * @param {string} file
 * @param {number} keepBytes at either end
 * @param {number} [removedBytes] those that were removed before, after the first ones
 * @returns {Promise<number>} the bytes the file had, with those
 */
export async function cutMiddle(file, keepBytes, removedBytes = 0) {
  const { size } = await stat(file)
  if (size <= 3 * keepBytes && removedBytes === 0) return size
  const handle = await open(file, 'r+')
  try {
    const tail = Buffer.alloc(Math.min(keepBytes, Math.max(0, size - keepBytes)))
    await handle.read(tail, 0, tail.length, size - tail.length)
    const cutBytes = size + removedBytes - keepBytes - tail.length
    const note = Buffer.from(`\n... ${cutBytes} bytes cut here by the workshop ...\n`)
    await handle.write(note, 0, note.length, keepBytes)
    await handle.write(tail, 0, tail.length, keepBytes + note.length)
    await handle.truncate(keepBytes + note.length + tail.length)
  } finally {
    await handle.close()
  }
  return size + removedBytes
}

/** Replaces the text of a small file by what a function makes of it. @param {string} file @param {(text: string) => string} change */
export async function changeText(file, change) {
  const text = await readFile(file, 'utf8')
  const changed = change(text)
  if (changed !== text) await writeFile(file, changed)
}

/** Returns the limit of profiles and call trees, which are read as a whole. Logs and texts are read line by line, whatever their size. */
export function mostProfileBytes() {
  const askedMB = Number(process.env.WORKSHOP_PROFILE_MB)
  return (askedMB > 0 ? askedMB : MOST_MB) * 1e6
}
