import { isCount, isObject } from '../../errors/type-guards.js'
import { nativeFrame, programFrame, sourceFile, wasmFrame } from '../tree/frames.js'
import { ProfileError, wrongValue } from './profile-error.js'

/** @import { Frame, Tier } from '../types.js' */

/**
 * A piece of code in V8's log, as JsonProfile in V8's tools/profile.mjs writes it.
 *
 * @typedef {object} CodeEntry
 * @property {string} name
 * @property {'JS' | 'CODE' | 'CPP' | 'SHARED_LIB'} type
 * @property {string} [kind] of JS the compiler, of CODE what it is: Builtin, BytecodeHandler, RegExp, ...
 * @property {CodeSource} [source]
 *
 * @typedef {object} CodeSource
 * @property {string} positions
 * @property {string} inlined
 * @property {(number | null)[]} fns
 */

/**
 * Returns an entry of the file that is one.
 * @param {unknown} entry @param {number} index @returns {CodeEntry}
 * @throws {ProfileError}
 */
export function checkCodeEntry(entry, index) {
  if (!isObject(entry)) throw wrongValue(`code[${index}]`, 'object')
  const { name, type, kind, source } = entry
  if (typeof name !== 'string') throw wrongValue(`code[${index}].name`, 'text')
  if (typeof type !== 'string') throw wrongValue(`code[${index}].type`, 'text')
  if (kind !== undefined && typeof kind !== 'string') throw wrongValue(`code[${index}].kind`, 'text')
  return /** @type {CodeEntry} */ ({ name, type, kind, ...(source ? { source: checkSource(source, index) } : {}) })
}

/** @param {unknown} source @param {number} index @returns {CodeSource} */
function checkSource(source, index) {
  const at = `code[${index}].source`
  if (!isObject(source)) throw wrongValue(at, 'object')
  const { positions, inlined, fns } = source
  if (typeof positions !== 'string') throw wrongValue(`${at}.positions`, 'text')
  if (typeof inlined !== 'string') throw wrongValue(`${at}.inlined`, 'text')
  if (!Array.isArray(fns) || !fns.every(fn => fn === null || isCount(fn))) throw wrongValue(`${at}.fns`, 'counts')
  return { positions, inlined, fns }
}

/** getKindFromState in V8's tools/profile.mjs. @type {Record<string, Tier>} */
const tierByKind = { Unopt: 'ignition', Sparkplug: 'sparkplug', Maglev: 'maglev', Opt: 'turbofan' }

/** Returns the compiler tier of a code entry, if it has one. @param {CodeEntry} entry @returns {Tier | null} */
export function tierOfCode({ type, kind }) {
  return (type === 'JS' && tierByKind[kind ?? '']) || null
}

/** Returns the frame of a code entry. @param {CodeEntry} entry @returns {Frame} */
export function frameOfCode({ name, type, kind }) {
  if (type === 'JS') return frameOfFunction(name)
  if (type === 'CODE') return nativeFrame(`${kind}: ${name}`)
  if (type === 'CPP') return nativeFrame(withoutSymbolVersion(name))
  if (type === 'SHARED_LIB') return frameOfLibrary(name)
  return programFrame
}

/**
 * Where the source begins in a name with its source. Names may have paths in them, as in `GET /users /srv/app.js`, and paths
 * may have spaces: the last word that begins as a path or URL does is the source. Code from eval has an empty source, and
 * templates have any word.
 */
const pathAtEnd = /^(.*) ((?:\/|[A-Za-z]:[\\/]|(?:file|node|https?|data):).+)$/s
const wordAtEnd = /^(.*) (\S*)$/s

/** A script without code, whose name says where V8 has a second copy of its builtins, see src/measure/agent/agent.cjs. */
const builtinsMark = /workshop-builtins:([0-9a-f]+):([0-9a-f]+):([0-9a-f]+):\d+:\d+$/

/**
 * Returns where in memory V8 copied its builtins to, if a code entry says so.
 * @param {CodeEntry} entry @returns {{ start: number, end: number, original: number } | null}
 */
export function copiedBuiltins({ name }) {
  const [, start, end, original] = builtinsMark.exec(name) ?? []
  if (start === undefined || end === undefined || original === undefined) return null
  return { start: Number.parseInt(start, 16), end: Number.parseInt(end, 16), original: Number.parseInt(original, 16) }
}

/**
 * Returns the frame of a JavaScript function.
 * @param {string} text name, source and position: `emit node:events:455:44`, ` file:///srv/app/server.js:1:1` (no
 *   name), ` :1:20` (no source: eval), `wasm-function[0]` (no position)
 * @returns {Frame}
 */
export function frameOfFunction(text) {
  const [, start, line, column] = /^(.*):(\d+):(\d+)$/s.exec(text) ?? []
  if (start === undefined) return wasmFrame(text || '(anonymous)')
  // A source does not end in a space. Asked first, so that a name of many spaces is not searched from each of them.
  const [, name, source = ''] = (/\S$/.test(start) && pathAtEnd.exec(start)) || wordAtEnd.exec(start) || []
  return {
    name: name || '(anonymous)',
    file: sourceFile(source),
    line: positionOf(line),
    column: positionOf(column),
    kind: 'javascript'
  }
}

/** @param {string | undefined} digits @returns {number | null} null of what is no number of a line */
function positionOf(digits) {
  const position = Number(digits)
  return isCount(position) ? position : null
}

/** @param {string} symbol as nm prints it: `__write@@GLIBC_2.2.5` */
function withoutSymbolVersion(symbol) {
  return symbol.replace(/@@?[A-Z]+[\w.]*$/, '')
}

/** @param {string} path or `[vdso]` @returns {Frame} */
function frameOfLibrary(path) {
  const frame = nativeFrame(path.slice(path.lastIndexOf('/') + 1))
  return path.startsWith('/') ? { ...frame, file: path } : frame
}

/**
 * The functions that an optimizing compiler inlined into a piece of code, and where in it they are. V8's log has them as
 * two tables in text (LogSourcePositionTable in V8's src/logging/log.cc):
 *
 *     positions  C<offset in the code>O<offset in the script>[I<index into inlined>] ...
 *     inlined    F[<index into fns>]O<offset in the script>[I<index into inlined of the caller>] ...
 *
 * @typedef {object} InlinedFunctions
 * @property {{ offset: number, inlined: number }[]} positions by ascending offset; `inlined` is -1 for the function itself
 * @property {{ fn: number | null, caller: number }[]} inlined
 */

/** Reads both tables of a piece of code. @param {CodeSource} source @returns {InlinedFunctions} */
export function parseInlined(source) {
  const positions = [...source.positions.matchAll(/C(\d+)O\d+(?:I(\d+))?/g)]
  // Some have no function. They count: a caller is a place in this list.
  const inlined = [...source.inlined.matchAll(/F(\d*)O-?\d+(?:I(\d+))?/g)]
  return {
    positions: positions.map(([, offset, id = -1]) => ({ offset: Number(offset), inlined: Number(id) })),
    inlined: inlined.map(([, fn, caller = -1]) => ({
      fn: fn === '' ? null : (source.fns[Number(fn)] ?? null),
      caller: Number(caller)
    }))
  }
}

/**
 * Returns the ids of the inlined functions that run at a place in the code, the outermost first.
 * @param {InlinedFunctions} table
 * @param {number} offset in the code
 * @returns {number[]}
 * @throws {ProfileError} when a function is inlined into itself
 */
export function inlinedAt({ positions, inlined }, offset) {
  /** @type {number[]} */
  const functions = []
  const id = positions.findLast(position => position.offset <= offset)?.inlined ?? -1
  let calls = 0
  for (let call = inlined[id]; call; call = inlined[call.caller]) {
    if (++calls > inlined.length) throw new ProfileError({ code: 'cycle', at: 'source.inlined', id })
    if (call.fn !== null) functions.push(call.fn)
  }
  return functions.reverse()
}
