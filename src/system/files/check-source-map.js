import { decodedMappings } from '@jridgewell/trace-mapping'
import { isCount, isObject } from '../../errors/type-guards.js'

/** @import { EncodedSourceMap, SectionedSourceMap, SourceMapSegment, TraceMap } from '@jridgewell/trace-mapping' */

/** Lines and mapped places of generated code, which are all held in memory; a bundle of 40 MB has fewer. */
const MOST_PLACES = 5e6

/**
 * Returns what is used of a source map (https://tc39.es/ecma426/). The server under test names the file, which can have any content.
 * @param {any} content parsed JSON
 * @returns {EncodedSourceMap | SectionedSourceMap}
 * @throws {TypeError} where a value has another type, or there are too many places
 */
export function checkedSourceMap(content) {
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
export function checkPlaces(map) {
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
