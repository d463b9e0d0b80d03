import path from 'node:path'
import { decodedMappings, originalPositionFor } from '@jridgewell/trace-mapping'
import { getOrAdd } from '../../stats/group-by.js'
import { LineSums, linesOf } from './source-lines.js'

/** @import { TraceMap } from '@jridgewell/trace-mapping' */
/** @import { LineColumns, LineTexts, Profile } from '../types.js' */

/**
 * Returns the lines of a profile in the original sources. A line whose column is known goes through the map by it. Of a line alone
 * all that the map has on it must be of one original line. What maps to another file than its function, or beyond its text, has no line,
 * and so has generated code without a map: a line without a text where the tool records texts.
 * @param {Profile} profile
 * @param {object} mapped
 * @param {(file: string) => TraceMap | null} mapped.findMap
 * @param {string[]} mapped.files the original file of each frame
 * @param {ArrayLike<number>} mapped.places by node its number in the new tree
 * @returns {Pick<Profile, 'lines' | 'lineTexts'>}
 */
export function mapLines({ frames, nodes, lines, lineTexts }, { findMap, files, places }) {
  if (!lines) return {}
  /** @type {LineTexts} */
  const texts = {}
  /** Lines of each original file. @type {Map<string, number>} */
  const lengths = new Map()
  const calls = mapped(lines.calls, node => nodes.parent[node] ?? -1)
  const original = linesOf({ self: mapped(lines.self, node => node), calls })
  return { ...original, ...(lineTexts && { lineTexts: texts }) }

  /** @param {LineColumns} columns @param {(node: number) => number} holderOf returns the node whose function has the line */
  function mapped(columns, holderOf) {
    const sums = new LineSums()
    for (let index = 0; index < columns.node.length; index++) {
      const node = columns.node[index] ?? -1
      const frame = nodes.frame[holderOf(node)] ?? -1
      const [line, column] = [columns.line[index] ?? 0, columns.column?.[index]]
      const original = originalLine(frame, line, column)
      if (original === null) continue
      sums.add(places[node] ?? -1, original, columns.weight[index] ?? 0)
      addText(frame, line, original)
    }
    return sums.toColumns()
  }

  /** @type {(frame: number, line: number, original: number) => void} */
  function addText(frame, line, original) {
    const text = lineTexts?.[frames[frame]?.file ?? '']?.[line]
    const own = texts[files[frame] ?? ''] ?? {}
    if (text !== undefined) texts[files[frame] ?? ''] = Object.assign(own, { [original]: own[original] ?? text })
  }

  /** @param {number} frame @param {number} line @param {number} [column] from 1 */
  function originalLine(frame, line, column) {
    const { file = '' } = frames[frame] ?? {}
    const map = findMap(file)
    if (!map) return lineTexts && path.isAbsolute(file) && lineTexts[file]?.[line] === undefined ? null : line
    const source = files[frame] ?? ''
    const original =
      column === undefined ? onlyLine(map, line, source) : lineAt(map, { line, column: column - 1 }, source)
    return original !== null && original <= getOrAdd(lengths, source, () => lengthOf(map, source)) ? original : null
  }
}

/** @type {(map: TraceMap, source: string) => number} */
function lengthOf({ resolvedSources, sourcesContent }, source) {
  return sourcesContent?.[resolvedSources.indexOf(source)]?.split('\n').length ?? Infinity
}

/** @type {(map: TraceMap, place: { line: number, column: number }, file: string) => number | null} */
function lineAt(map, place, file) {
  const original = originalPositionFor(map, place)
  return original.source === file ? original.line : null
}

/** @type {(map: TraceMap, line: number, file: string) => number | null} */
function onlyLine(map, line, file) {
  let only = null
  for (const [, source, original] of decodedMappings(map)[line - 1] ?? []) {
    if (source === undefined || map.resolvedSources[source] !== file) return null
    only ??= Number(original) + 1
    // A bundle has all its lines on one: the first other one ends the search.
    if (only !== Number(original) + 1) return null
  }
  return only
}
