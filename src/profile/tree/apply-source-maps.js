import { originalPositionFor } from '@jridgewell/trace-mapping'
import { CallTree } from './call-tree.js'
import { withPlace } from './frames.js'
import { mapLines } from './map-lines.js'

/** @import { Frame, Profile } from '../types.js' */
/** @import { TraceMap } from '@jridgewell/trace-mapping' */

const declaration = /^(?:async\s+)?function\s*\*?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/u
const assignment = /\b(?:const|let|var)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=\s*$/u

/**
 * Returns a profile with functions named as in the original sources, not in the generated code. Frames that become equal are
 * merged, and so are nodes with equal frames and callers.
 * @param {Profile} profile
 * @param {(file: string) => TraceMap | null} findMap by generated file; its sources are absolute paths
 * @returns {Profile}
 */
export function applySourceMaps(profile, findMap) {
  const tree = new CallTree()
  const frames = profile.frames.map(frame => withPlace(toOriginal(frame, findMap)))
  const nodes = tree.addTree({ ...profile, frames })
  const samples = profile.samples && {
    nodes: profile.samples.nodes.map(node => nodes[node] ?? -1),
    atMicros: profile.samples.atMicros
  }
  const { lines, ...others } = profile
  const mapped = mapLines(profile, { findMap, files: frames.map(({ file }) => file), places: nodes })
  return { ...others, frames: tree.frames, nodes: tree.nodes, samples, ...mapped }
}

/**
 * Returns the original frame. V8 gives the position of a function's `(`: what maps there, or last before it, is its
 * declaration.
 * @param {Frame} frame @param {(file: string) => TraceMap | null} findMap @returns {Frame}
 */
function toOriginal(frame, findMap) {
  const { name, file, line, column } = frame
  if (line === null || column === null) return frame
  const map = findMap(file)
  if (!map) return frame
  if (line === 1 && column === 1) return ofWholeModule(frame, map)
  const original = originalPositionFor(map, { line, column: column - 1 })
  if (original.source === null) return frame
  const originalName = name === '(anonymous)' ? declaredName(map, original) : nameBefore(map, line, column - 1)
  return {
    ...frame,
    name: originalName ?? name,
    file: original.source,
    line: original.line,
    column: original.column + 1
  }
}

/**
 * Returns the frame of a module's own function, which begins before anything in the module that is mapped.
 * @param {Frame} frame @param {TraceMap} map
 */
function ofWholeModule(frame, { resolvedSources: [source, ...others] }) {
  return source && others.length === 0 ? { ...frame, file: source } : frame
}

/**
 * Returns the name that maps before a position. The name at the position is the parameter of an arrow function without
 * parentheses.
 * @param {TraceMap} map
 * @param {number} line from 1
 * @param {number} column from 0
 */
function nameBefore(map, line, column) {
  return column === 0 ? null : originalPositionFor(map, { line, column: column - 1 }).name
}

/**
 * Returns the name that the original source gives to the function at a place: minifiers make `function name() {}` and
 * `const name = () => {}` anonymous where nothing else needs the name.
 * @param {TraceMap} map
 * @param {{ source: string | null, line: number, column: number }} place of the function; line from 1, column from 0
 * @returns {string | null} null where it has none, or where the map has no text of the source
 */
function declaredName({ resolvedSources, sourcesContent }, { source, line, column }) {
  const text = sourcesContent?.[resolvedSources.findIndex(each => each === source)]?.split('\n')[line - 1]
  if (text === undefined) return null
  const [, name] = declaration.exec(text.slice(column)) ?? assignment.exec(text.slice(0, column)) ?? []
  return name ?? null
}
