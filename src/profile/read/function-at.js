import { parse } from '@babel/parser'

/** @import { Frame } from '../types.js' */
/** @import { StackPlace } from './read-waits.js' */

/** @typedef {{ start: number, end: number, line: number, column: number }} FunctionPlace */

/**
 * Returns a function that finds the functions of places in sources. A stack has where a function was when it waited, and a profile where
 * each begins.
 * @param {(file: string) => string | null} textOf returns the text of a file; null where there is none
 * @returns {(place: StackPlace) => Frame} its function; without its start where the text cannot be read
 */
export function functionFinder(textOf) {
  /** @type {Map<string, { functions: FunctionPlace[], lineStarts: number[] }>} */
  const known = new Map()
  return function frameAt({ name, file, line, column }) {
    const { functions, lineStarts } = known.get(file) ?? read(file)
    const offset = (lineStarts[line - 1] ?? 0) + column - 1
    const [start = null] = functions
      .filter(({ start, end }) => start <= offset && offset < end)
      .toSorted((a, b) => b.start - a.start)
    const isModule = start === null && lineStarts.length > 0
    const place = isModule ? { line: 1, column: 1 } : { line: start?.line ?? null, column: start?.column ?? null }
    return { name: name || '(anonymous)', file, ...place, kind: 'javascript' }
  }

  /** @param {string} file */
  function read(file) {
    const text = textOf(file)
    const functions = text === null ? null : functionsOf(text)
    const found = functions ? { functions, lineStarts: startsOf(text ?? '') } : { functions: [], lineStarts: [] }
    known.set(file, found)
    return found
  }
}

/** @param {string} text @returns {FunctionPlace[] | null} null where it cannot be parsed */
function functionsOf(text) {
  /** @type {FunctionPlace[]} */
  const functions = []
  try {
    visit(
      parse(text, {
        sourceType: 'unambiguous',
        errorRecovery: true,
        allowReturnOutsideFunction: true,
        plugins: ['typescript', 'jsx']
      }).program
    )
  } catch {
    return null
  }
  return functions

  /** @param {any} node */
  function visit(node) {
    if (/Function|Method/.test(node.type) && node.body) functions.push(placeOf(node))
    for (const key of Object.keys(node)) {
      const value = node[key]
      if (key === 'loc' || key === 'extra' || value === null || typeof value !== 'object') continue
      for (const child of Array.isArray(value) ? value : [value]) if (child?.type && child.loc) visit(child)
    }
  }

  /** V8 has a function begin with its parameters. @param {any} node @returns {FunctionPlace} */
  function placeOf(node) {
    const { start, end, loc, id, key, type } = node
    const from = (id ?? key)?.end ?? start
    const opening = type === 'ArrowFunctionExpression' ? start : text.indexOf('(', from)
    const lines = text.slice(start, opening).split('\n')
    const column = lines.length > 1 ? (lines.at(-1)?.length ?? 0) : loc.start.column + (lines[0]?.length ?? 0)
    return { start, end, line: loc.start.line + lines.length - 1, column: column + 1 }
  }
}

/** Returns where each line starts. @param {string} text */
function startsOf(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
