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
 * @property {number} [func] the function's number, see `functions`
 * @property {CodeSource} [source]
 *
 * @typedef {object} CodeSource
 * @property {number} [script] a number in `scripts`
 * @property {number} [start] of the function, an offset into the script's text
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
  const { name, type, kind, func, source } = entry
  if (typeof name !== 'string') throw wrongValue(`code[${index}].name`, 'text')
  if (typeof type !== 'string') throw wrongValue(`code[${index}].type`, 'text')
  if (kind !== undefined && typeof kind !== 'string') throw wrongValue(`code[${index}].kind`, 'text')
  return /** @type {CodeEntry} */ ({
    name,
    type,
    kind,
    ...(isCount(func) ? { func } : {}),
    ...(source ? { source: checkSource(source, index) } : {})
  })
}

/** @param {unknown} source @param {number} index @returns {CodeSource} */
function checkSource(source, index) {
  const at = `code[${index}].source`
  if (!isObject(source)) throw wrongValue(at, 'object')
  const { script, start, positions, inlined, fns } = source
  if (typeof positions !== 'string') throw wrongValue(`${at}.positions`, 'text')
  if (typeof inlined !== 'string') throw wrongValue(`${at}.inlined`, 'text')
  if (!Array.isArray(fns) || !fns.every(fn => fn === null || isCount(fn))) throw wrongValue(`${at}.fns`, 'counts')
  // Without these there are no lines, and all else is there.
  return { positions, inlined, fns, ...(isCount(script) && isCount(start) ? { script, start } : {}) }
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
 * Where in the sources a piece of code is, and the functions that an optimizing compiler inlined into it. V8's log has them as
 * two tables in text (LogSourcePositionTable in V8's src/logging/log.cc):
 *
 *     positions  C<offset in the code>O<offset in the script>[I<index into inlined>] ...
 *     inlined    F[<index into fns>]O<offset of the call in the script>[I<index into inlined of the caller>] ...
 *
 * @typedef {object} CodeTable
 * @property {{ offset: number, at: number, inlined: number }[]} positions by ascending offset; `inlined` is -1 for the function
 *   itself, `at` an offset into the script of what is inlined
 * @property {{ fn: number | null, at: number, caller: number }[]} inlined `at`: of the call; -1 where V8 does not know it
 */

/** Reads both tables of a piece of code. @param {CodeSource} source @returns {CodeTable} */
export function parseCode(source) {
  const positions = [...source.positions.matchAll(/C(\d+)O(\d+)(?:I(\d+))?/g)]
  // Some have no function. They count: a caller is a place in this list.
  const inlined = [...source.inlined.matchAll(/F(\d*)O(-?\d+)(?:I(\d+))?/g)]
  return {
    positions: positions.map(([, offset, at, id = -1]) => ({
      offset: Number(offset),
      at: Number(at),
      inlined: Number(id)
    })),
    inlined: inlined.map(([, fn, at, caller = -1]) => ({
      fn: fn === '' ? null : (source.fns[Number(fn)] ?? null),
      at: Number(at),
      caller: Number(caller)
    }))
  }
}

/**
 * Returns where in its function a place in the code is, and the inlined functions that run there, each with its own place.
 * @param {CodeTable} table
 * @param {number} offset in the code
 * @returns {{ at: number, inlined: { fn: number, at: number }[] }} `at`: an offset into the script, -1 where it is not known;
 *   `inlined`: the outermost first
 * @throws {ProfileError} when a function is inlined into itself
 */
export function placesAt({ positions, inlined }, offset) {
  /** @type {{ fn: number, at: number }[]} */
  const functions = []
  const found = positions.findLast(position => position.offset <= offset)
  let at = found?.at ?? -1
  for (const call of callsAbove(inlined, found?.inlined ?? -1)) {
    if (call.fn !== null) functions.push({ fn: call.fn, at })
    at = call.at
  }
  return { at, inlined: functions.reverse() }
}

/**
 * Returns what is inlined into a piece of code: for each inlined call the functions from the outermost to it.
 * @param {CodeTable} table @returns {number[][]} by their numbers; calls of functions that the log does not have are left out
 * @throws {ProfileError} when a function is inlined into itself
 */
export function pathsOf({ inlined }) {
  return inlined.flatMap(function pathTo({ fn }, id) {
    if (fn === null) return []
    return [[...callsAbove(inlined, id)].flatMap(call => call.fn ?? []).reverse()]
  })
}

/**
 * Goes from an inlined call to the outermost one.
 * @param {CodeTable['inlined']} inlined @param {number} id of the call; -1 where there is none
 */
function* callsAbove(inlined, id) {
  let calls = 0
  for (let call = inlined[id]; call; call = inlined[call.caller]) {
    if (++calls > inlined.length) throw new ProfileError({ code: 'cycle', at: 'source.inlined', id })
    yield call
  }
}
