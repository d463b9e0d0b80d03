import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writeJson } from '../system/files.js'

const FILE = 'source-maps.json'

/**
 * Writes the source maps of code that a server compiled while it loaded it, into the folder of its launch.
 * @param {string} folder
 * @param {[file: string, url: string][]} maps inline source maps, as `data:` URLs; no file is written without any
 */
export async function writeLoadedMaps(folder, maps) {
  if (maps.length > 0) await writeJson(path.join(folder, FILE), Object.fromEntries(maps))
}

/**
 * Returns what {@link writeLoadedMaps} wrote, by file.
 * @param {string} folder of a launch
 * @returns {Record<string, string>}
 */
export function readLoadedMaps(folder) {
  const file = path.join(folder, FILE)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
