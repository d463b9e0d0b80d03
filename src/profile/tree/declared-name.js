/** @import { TraceMap } from '@jridgewell/trace-mapping' */

const declaration = /^(?:async\s+)?function\s*\*?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/u
const assignment = /\b(?:const|let|var)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=\s*$/u

/**
 * Returns the name that the original source gives to the function at a place: minifiers make `function name() {}` and
 * `const name = () => {}` anonymous where nothing else needs the name.
 * @param {TraceMap} map
 * @param {{ source: string | null, line: number, column: number }} place of the function; line from 1, column from 0
 * @returns {string | null} null where it has none, or where the map has no text of the source
 */
export function declaredName({ resolvedSources, sourcesContent }, { source, line, column }) {
  const text = sourcesContent?.[resolvedSources.findIndex(each => each === source)]?.split('\n')[line - 1]
  if (text === undefined) return null
  const [, name] = declaration.exec(text.slice(column)) ?? assignment.exec(text.slice(0, column)) ?? []
  return name ?? null
}
