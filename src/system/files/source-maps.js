import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { FlattenMap } from '@jridgewell/trace-mapping'
import { checkedSourceMap, checkPlaces } from './check-source-map.js'

/** @import { TraceMap } from '@jridgewell/trace-mapping' */

/** Bundles of servers and their maps have a few MB. */
const MOST_BYTES = 256e6
const mapComment = /^\/\/[#@] sourceMappingURL=(\S+)\s*$/gm
/** Next copies the server that it built there, and its maps name the sources as seen from where it was built. */
const standaloneCopy = /^(.*[\\/])\.next[\\/]standalone[\\/](.*)$/
const inlineMap = /^data:application\/json[^,]*;base64,(.*)$/

/** @type {(file: string, loaded: string | undefined, readsFiles: boolean) => TraceMap | null} */
function findSourceMap(file, loaded, readsFiles) {
  try {
    if (!readsFiles && !inlineMap.test(loaded ?? '')) return null
    if (loaded === undefined && !isSmallFile(file)) return null
    const url = loaded ?? [...readFileSync(file, 'utf8').matchAll(mapComment)].at(-1)?.[1]
    return url === undefined ? null : readSourceMap(url, pathToFileURL(file))
  } catch {
    return null
  }
}

/**
 * Returns a function that reads the source map a file names in its last `//# sourceMappingURL=` comment: inline in
 * base64, or in a file of its own. Each file is read once. https://tc39.es/ecma426/
 * @param {Record<string, string>} [loaded] inline maps by file, of code that was compiled when it was loaded
 * @param {{ readsFiles?: boolean }} [options] false for those maps only
 * @returns {(file: string) => TraceMap | null} takes an absolute path; the map's sources are absolute paths; null where
 *   there is no map, or none that can be read
 */
export function sourceMapFinder(loaded = {}, { readsFiles = true } = {}) {
  /** @type {Map<string, TraceMap | null>} */
  const found = new Map()
  return function findOnce(file) {
    const known = found.get(file)
    if (known !== undefined) return known
    const map = findSourceMap(file, loaded[file], readsFiles)
    found.set(file, map)
    return map
  }
}

/**
 * Returns whether a path can be read. A profile may name anything: to open a pipe waits for a writer, and a device never ends.
 * @param {string | URL} file
 */
function isSmallFile(file) {
  const stats = statSync(file)
  return stats.isFile() && stats.size <= MOST_BYTES
}

/** @param {string} url @param {URL} fileUrl of the file that names it */
function readSourceMap(url, fileUrl) {
  const [, base64] = inlineMap.exec(url) ?? []
  const mapUrl = base64 === undefined ? new URL(url, fileUrl) : fileUrl
  if (base64 === undefined && !isSmallFile(mapUrl)) return null
  const text = base64 === undefined ? readFileSync(mapUrl, 'utf8') : Buffer.from(base64, 'base64').toString('utf8')
  const map = new FlattenMap(checkedSourceMap(JSON.parse(text)), mapUrl.href)
  checkPlaces(map)
  map.resolvedSources = map.resolvedSources.map(toPath)
  return map
}

/** @param {string} source */
function toPath(source) {
  return source.startsWith('file:') ? beforeCopy(fileURLToPath(source)) : source
}

/**
 * Returns the file in the project for one that is named in Next's copy of the server, but is not there.
 * @param {string} file
 */
function beforeCopy(file) {
  const [, project, copied = ''] = standaloneCopy.exec(file) ?? []
  if (project === undefined || existsSync(file)) return file
  // Copied files are relative to the top of the repository, of which the project may be a folder.
  const folders = project.split(path.sep).map((_, index, parts) => parts.slice(0, index + 1).join(path.sep))
  const found = folders.map(folder => path.join(folder, copied)).filter(each => each.startsWith(project))
  return found.findLast(each => existsSync(each)) ?? file
}
