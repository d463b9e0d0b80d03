import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { originalPositionFor } from '@jridgewell/trace-mapping'
import { isObject } from '../errors/type-guards.js'
import { wrongValue } from '../profile/read/profile-error.js'
import { applySourceMaps } from '../profile/tree/apply-source-maps.js'
import { formatJson, writeInFolder } from '../system/files/files.js'
import { sourceMapFinder } from '../system/files/source-maps.js'
import { readProfileFile } from './profile-files.js'

/** @import { WorkshopError } from '../errors/errors.js' */
/** @import { StackPlace } from '../profile/read/read-waits.js' */
/** @import { Profile } from '../profile/types.js' */
/** @import { Leftover } from './index.js' */

const MAPS_FILE = 'source-maps.json'
const sourceFolder = fileURLToPath(new URL('..', import.meta.url))

/**
 * Returns functions that name code as the app's authors know it, and read each source map once: `nameFrames` has compiled code by its
 * source, and the files that the workshop preloads into a server as part of node; `sourceAt` returns a place in compiled code as one in
 * its source.
 * @param {string | null} folder of the launch; null without one
 * @param {{ isCopy?: boolean }} [about] as {@link Leftover} has it
 */
export async function frameNamer(folder, { isCopy = false } = {}) {
  const findMap = sourceMapFinder(folder === null ? {} : await readLoadedMaps(folder), { readsFiles: !isCopy })
  return { nameFrames, sourceAt }

  /** @param {Profile} profile @returns {Profile} */
  function nameFrames(profile) {
    const frames = profile.frames.map(frame => (isPreload(frame.file) ? { ...frame, file: 'node:workshop' } : frame))
    const files = [...new Set(frames.map(({ file }) => file))].filter(file => findMap(file) !== null)
    const named = applySourceMaps({ ...profile, frames }, findMap)
    return files.length === 0 ? named : { ...named, generatedFiles: files }
  }

  /** @param {StackPlace} place @returns {StackPlace} */
  function sourceAt(place) {
    const map = findMap(place.file)
    const { source = null, line } = map ? originalPositionFor(map, { line: place.line, column: place.column - 1 }) : {}
    return source === null || line === null || line === undefined ? place : { ...place, file: source, line }
  }
}

/**
 * Returns whether a file is one that the workshop preloads into a server: its CommonJS files are all preloads.
 * @param {string} file
 */
function isPreload(file) {
  return file.startsWith(sourceFolder) && file.endsWith('.cjs')
}

/**
 * Writes the source maps of code that a server compiled while it loaded it, into the folder of its launch.
 * @param {string} folder
 * @param {[file: string, url: string][]} maps inline source maps, as `data:` URLs; no file is written without any
 */
export async function writeLoadedMaps(folder, maps) {
  if (maps.length > 0) await writeInFolder(path.join(folder, MAPS_FILE), `${formatJson(Object.fromEntries(maps))}\n`)
}

/**
 * Returns what {@link writeLoadedMaps} wrote, by file.
 * @param {string} folder of a launch
 * @returns {Promise<Record<string, string>>}
 * @throws {WorkshopError} ERR_DAMAGED_PROFILE
 */
export async function readLoadedMaps(folder) {
  const file = path.join(folder, MAPS_FILE)
  return existsSync(file) ? readProfileFile(file, checkMaps) : {}
}

/** @param {unknown} maps @returns {Record<string, string>} */
function checkMaps(maps) {
  if (!isObject(maps)) throw wrongValue('', 'object')
  for (const [file, url] of Object.entries(maps)) if (typeof url !== 'string') throw wrongValue(file, 'text')
  return /** @type {Record<string, string>} */ (maps)
}
