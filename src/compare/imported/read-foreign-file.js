import { createReadStream } from 'node:fs'
import { copyFile, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { IMPORTED_STACKS, IMPORTED_TIME } from '../../blame/imported-figures.js'
import { WorkshopError } from '../../errors/errors.js'
import { ProfileError } from '../../profile/read/profile-error.js'
import { weightOf } from '../../profile/tree/call-tree.js'
import { leaveOutForeignLibraries } from '../../profilers/foreign-libraries.js'
import { frameNamer } from '../../profilers/name-frames.js'
import { readTree } from '../../profilers/prof.js'
import { namingFile, requireFile } from '../../profilers/profile-files.js'
import { mostProfileBytes } from '../../system/files/files.js'
import { findNodeBinary } from '../../system/node-binaries.js'
import { makeTemporary } from '../../system/temporary.js'
import { formatOf } from './formats.js'

/** @import { ProfileFault } from '../../errors/types.js' */
/** @import { ForeignProfile } from '../../profile/read/foreign-stacks.js' */
/** @import { Profile } from '../../profile/types.js' */
/** @import { ImportedFile } from '../../runs/types.js' */

/** @typedef {Omit<ImportedFile, 'name' | 'variant' | 'profile'> & { file: string, profiler: string, profiles: ForeignProfile[] }} ForeignFile `profiler`: what stands for the one that took it */

/** Of a log the fields of V8's version. */
const LOG = /^v8-version,(\d+),(\d+),(\d+),(\d+),([^,\n]*)/
const START_BYTES = 64
/** What stands for a profiler that is not known. */
const profilerOf = { micros: IMPORTED_TIME, samples: IMPORTED_STACKS, bytes: 'heap', latency: IMPORTED_TIME }
/** The Node.js with each V8. @type {Record<string, string>} */
const majors = { 11.3: '20', 12.4: '22', 13.6: '24', 14.6: '26' }

/**
 * Reads a file that another tool wrote, whatever its name.
 * @param {string} file @param {AbortSignal} signal @returns {Promise<ForeignFile>}
 * @throws {WorkshopError} ERR_NOT_IMPORTED
 */
export async function readForeignFile(file, signal) {
  let words = ''
  try {
    return await namingFile(file, read)
  } catch (error) {
    const { code, details } = /** @type {any} */ (error)
    const ofTool = { code: 'unreadable', problem: 'node --prof-process cannot read it' }
    if (code !== 'ERR_DAMAGED_PROFILE' && code !== 'ERR_TOOL') throw error
    throw notImported(code === 'ERR_TOOL' ? ofTool : details.fault, error)
  }

  async function read() {
    const bytes = await requireFile(file)
    const [start = ''] = await createReadStream(file, { end: START_BYTES, encoding: 'utf8' }).toArray()
    const { nameFrames } = await frameNamer(null)
    if (LOG.test(start)) {
      words = 'a log of node --prof'
      const [end = ''] = await createReadStream(file, { start: bytes - 1, encoding: 'latin1' }).toArray()
      if (end !== '\n') throw new ProfileError({ code: 'unreadable', problem: 'its last line is cut off' })
      const { profile, readBy } = await readLog(file, start, signal)
      const profiles = [{ ...nameFrames(profile), counts: /** @type {const} */ ('cpu') }]
      return { file, words, profiler: 'prof', profiles, load: null, ...(readBy && { readBy }) }
    }
    const content = await contentOf(file, bytes)
    const { profiles, load, ...format } = formatOf(content)
    words = format.words
    if (load) return { file, words, profiler: 'none', profiles: [], load: load(content) }
    if (!profiles) throw notImported(null)
    const named = profiles(content).map(profile => ({ ...nameFrames(profile), counts: profile.counts }))
    const [first] = named
    if (!first || named.every(profile => weightOf(profile) === 0)) throw new ProfileError({ code: 'no-samples' })
    return { file, words, profiler: format.profiler ?? profilerOf[first.unit], profiles: named, load: null }
  }

  /** @param {ProfileFault | null} fault @param {unknown} [cause] */
  function notImported(fault, cause) {
    return new WorkshopError('ERR_NOT_IMPORTED', { path: file, words, fault }, cause)
  }
}

/** Returns what is in a file, uncompressed. @param {string} file @param {number} bytes */
async function contentOf(file, bytes) {
  const limitBytes = mostProfileBytes()
  if (bytes > limitBytes) throw new ProfileError({ code: 'too-large', bytes, limitBytes })
  if (bytes === 0) throw new ProfileError({ code: 'unreadable', problem: 'it is empty' })
  const content = await readFile(file)
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content
  try {
    return gunzipSync(content, { maxOutputLength: limitBytes })
  } catch (error) {
    const isLarge = Object(error).code === 'ERR_BUFFER_TOO_LARGE'
    const problem = isLarge
      ? `it has more than ${limitBytes / 1e6} MB uncompressed`
      : 'its gzip data is cut off or damaged'
    throw new ProfileError({ code: 'unreadable', problem })
  }
}

/**
 * Reads a V8 log in a folder of its own: libraries of another machine are left out of the copy, and addresses of another version of
 * Node.js have no names here. The tick processor of another major version takes inlined functions for others.
 * @param {string} file @param {string} start of the log @param {AbortSignal} signal
 * @returns {Promise<{ profile: Profile, readBy: string | null }>} `readBy`: the version that read it, where that is of another V8
 */
async function readLog(file, start, signal) {
  const [, major, minor, build, patch, embedder] = LOG.exec(start) ?? []
  const isForeign = `${major}.${minor}.${build}.${patch}${embedder}` !== process.versions.v8
  const isOfOther = !process.versions.v8.startsWith(`${major}.${minor}.`)
  const found = isOfOther ? await findNodeBinary(majors[`${major}.${minor}`] ?? 'none', signal) : null
  const folder = makeTemporary()
  try {
    await copyFile(file, path.join(folder, 'v8.log'))
    await leaveOutForeignLibraries(folder, folder)
    const source = { folder, nodeBinary: found?.file ?? process.execPath, signal, isForeign }
    const profile = await readTree(source, { name: 'v8.log', pid: 1, threadId: 0 })
    return { profile: { ...profile, label: 'main' }, readBy: isOfOther && !found ? process.versions.node : null }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
