import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { decodedMappings, FlattenMap } from '@jridgewell/trace-mapping'
import { isCount, isObject } from '../../errors/type-guards.js'

/** @import { EncodedSourceMap, SectionedSourceMap, SourceMapSegment, TraceMap } from '@jridgewell/trace-mapping' */

/** Lines and mapped places of generated code, which are all held in memory; a bundle of 40 MB has fewer. */
const MOST_PLACES = 5e6

/** Bundles of servers and their maps have a few MB. */
const MOST_BYTES = 256e6
/** Of a map without their texts, which a bundle has: tsc writes a map of one. */
const MOST_SOURCES = 100
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
    const map = url === undefined ? null : readSourceMap(url, pathToFileURL(file))
    return map && readsFiles ? withTexts(map) : map
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

/** Adds the texts of the sources to a map without any: what it maps beyond them does not fit. @param {TraceMap} map */
function withTexts(map) {
  if (map.sourcesContent?.length || map.resolvedSources.length > MOST_SOURCES) return map
  map.sourcesContent = map.resolvedSources.map(source =>
    existsSync(source) && isSmallFile(source) ? readFileSync(source, 'utf8') : null
  )
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

/**
 * Returns what is used of a source map (https://tc39.es/ecma426/). The server under test names the file, which can have any content.
 * @param {any} content parsed JSON
 * @returns {EncodedSourceMap | SectionedSourceMap}
 * @throws {TypeError} where a value has another type, or there are too many places
 */
function checkedSourceMap(content) {
  let places = 0
  const { sections } = content
  if (sections === undefined) return checkedMap(content)
  check(isList(sections, isObject), 'sections')
  return { version: 3, sections: sections.map(checkedSection) }

  /** @param {any} section */
  function checkedSection({ offset, map }) {
    check(isObject(offset) && isObject(map) && isPlace(offset.line) && isPlace(offset.column), 'sections')
    const { line, column } = offset
    places += line
    return { offset: { line, column }, map: checkedMap(map) }
  }

  /** @param {any} map @returns {EncodedSourceMap} */
  function checkedMap({ mappings, names: given, sources, sourcesContent: texts, sourceRoot }) {
    const [names, sourcesContent] = [given ?? [], texts ?? []]
    check(isText(mappings) && isList(names, isText), 'mappings or names')
    check(isList(sources, isTextOrNull) && isTextOrNull(sourceRoot ?? null), 'sources')
    check(isList(sourcesContent, isTextOrNull), 'sourcesContent')
    places += placesIn(mappings)
    check(places <= MOST_PLACES, 'mappings')
    return { version: 3, mappings, names, sources, sourcesContent, sourceRoot: sourceRoot ?? '' }
  }
}

/**
 * Checks that all mapped places are in the sources: numbers of mappings are differences, which can lead anywhere.
 * @param {TraceMap} map
 * @throws {TypeError}
 */
function checkPlaces(map) {
  const { sources, names } = map
  for (const line of decodedMappings(map)) check(line.every(isSound), 'mappings')

  /** @param {Readonly<SourceMapSegment>} segment */
  function isSound(segment) {
    if (!segment.every(isPlace)) return false
    const [, source = 0, , , name = 0] = segment
    return segment.length === 1 || (source < sources.length && (segment.length === 4 || name < names.length))
  }
}

/** @param {string} mappings */
function placesIn(mappings) {
  let places = 1
  for (let at = 0; at < mappings.length; at++) if (mappings[at] === ';' || mappings[at] === ',') places++
  return places
}

/** @type {(isRight: boolean, what: string) => void} */
function check(isRight, what) {
  if (!isRight) throw new TypeError(`the source map has wrong ${what}`)
}

/** @type {(value: unknown, isOwn: (item: unknown) => boolean) => boolean} */
function isList(value, isOwn) {
  return Array.isArray(value) && value.every(isOwn)
}

/** @param {unknown} value */
function isText(value) {
  return typeof value === 'string'
}

/** @param {unknown} value */
function isTextOrNull(value) {
  return typeof value === 'string' || value === null
}

/** @param {unknown} value */
function isPlace(value) {
  return isCount(value) && value < 2 ** 31
}
