import { existsSync } from 'node:fs'
import path from 'node:path'
import { isObject } from '../errors/type-guards.js'
import { wrongValue } from '../profile/read/profile-error.js'
import { formatJson, writeInFolder } from '../system/files/files.js'
import { readProfileFile } from './profile-files.js'

/** @import { WorkshopError } from '../errors/errors.js' */

const FILE = 'source-maps.json'

/**
 * Writes the source maps of code that a server compiled while it loaded it, into the folder of its launch.
 * @param {string} folder
 * @param {[file: string, url: string][]} maps inline source maps, as `data:` URLs; no file is written without any
 */
export async function writeLoadedMaps(folder, maps) {
  if (maps.length > 0) await writeInFolder(path.join(folder, FILE), `${formatJson(Object.fromEntries(maps))}\n`)
}

/**
 * Returns what {@link writeLoadedMaps} wrote, by file.
 * @param {string} folder of a launch
 * @returns {Promise<Record<string, string>>}
 * @throws {WorkshopError} ERR_DAMAGED_PROFILE
 */
export async function readLoadedMaps(folder) {
  const file = path.join(folder, FILE)
  return existsSync(file) ? readProfileFile(file, checkMaps) : {}
}

/** @param {unknown} maps @returns {Record<string, string>} */
function checkMaps(maps) {
  if (!isObject(maps)) throw wrongValue('', 'object')
  for (const [file, url] of Object.entries(maps)) if (typeof url !== 'string') throw wrongValue(file, 'text')
  return /** @type {Record<string, string>} */ (maps)
}
