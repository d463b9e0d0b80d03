import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** @import { Frame } from '../types.js' */

/**
 * Built-in functions that JavaScript calls by a name of its own. Other builtins are parts of the function that runs, such as a handler
 * of a bytecode or an inline cache.
 */
const calledByName =
  /^(Array|ArrayBuffer|Atomics|BigInt|DataView|Date|Error|Global(De|En)code|Json|Map|Math|Number|Object|Promise|Proxy|Reflect|RegExp|Set|String|Symbol|TypedArray|Weak)[A-Z]/
/** A function of node's C++ that JavaScript calls: its parameters say so. */
const nodeFunction = /(node::\S+)\(v8::FunctionCallbackInfo const&\)/
/** The method that node's streams wrap into one such function. */
const streamMethod = /JSMethod<&(?:\(\w+ )?(node::[\w:]+)/
const builtin = /^(?:Builtins_|v8::internal::(?:Builtin_|Runtime_))(\w+)/
/** @type {WeakMap<Frame, KnownFunction>} */
const known = new WeakMap()

/** Of what a request waits for. */
export const WAIT_FILE = 'node:wait'

/** @type {Frame} */
export const gcFrame = { name: '(garbage collector)', file: '', line: null, column: null, kind: 'gc' }

/** @type {Frame} */
export const programFrame = { name: '(program)', file: '', line: null, column: null, kind: 'program' }

/**
 * Returns V8's name of a script as `Frame.file`. V8 names ES modules by URL, CommonJS modules by path, or by URL in the
 * inspector, and compiled templates by their sourceURL comment, which ejs puts in quotes. A URL that names no file of this system
 * stays as it is.
 * @param {string} source @returns {string}
 */
export function sourceFile(source) {
  const name = source.replace(/^"(.*)"$/, '$1')
  return name.startsWith('file://') ? pathOf(name) : name
}

/** @param {string} url */
function pathOf(url) {
  try {
    return fileURLToPath(url)
  } catch {
    return url
  }
}

/** Returns the frame of compiled code of node, V8 or the system. @param {string} name @returns {Frame} */
export function nativeFrame(name) {
  return { name, file: '', line: null, column: null, kind: 'native' }
}

/**
 * Returns the frame of a WebAssembly function, without a file: in the inspector its URL is generated, in V8's log it has no
 * source.
 * @param {string} name @returns {Frame}
 */
export function wasmFrame(name) {
  return { name, file: '', line: null, column: null, kind: 'javascript' }
}

/**
 * @typedef {object} Category
 * @property {'app' | 'package' | 'core' | 'native' | 'gc'} group
 * @property {string | null} packageName of a package
 */

/**
 * Returns which code a frame belongs to. The package is the one after the last node_modules/, which is right for nested
 * packages and for pnpm's node_modules/.pnpm/<name>@<version>/node_modules/<name>. JavaScript without a path (eval, `vm`,
 * WebAssembly) counts as the app: no other owner is known.
 * @param {Pick<Frame, 'kind' | 'file'> & Partial<Frame>} frame @returns {Category}
 */
export function categoriseFrame({ kind, file }) {
  if (kind === 'gc') return { group: 'gc', packageName: null }
  if (kind !== 'javascript') return { group: 'native', packageName: null }
  if (file.startsWith('node:')) return { group: 'core', packageName: null }
  const [, packageName = null] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? []
  if (packageName === null) return { group: 'app', packageName }
  return { group: 'package', packageName: packageName.replace('\\', '/') }
}

/** @typedef {{ frame: Frame, key: string, category: Category }} KnownFunction */

/**
 * Returns a frame with what identifies its function and which code it belongs to. Launches of one run share their frames, so that
 * each is looked at once.
 * @param {Frame} frame @returns {KnownFunction}
 */
export function knownFunction(frame) {
  const found = known.get(frame)
  if (found) return found
  const added = { frame, key: functionKey(frame), category: categoriseFrame(frame) }
  known.set(frame, added)
  return added
}

/**
 * Returns what identifies a function within one version of its source.
 * @type {(frame: Frame) => string}
 */
export function functionKey({ name, file, line, column, kind }) {
  return `${kind} ${file}:${line ?? 0}:${column ?? 0} ${name}`
}

/**
 * Returns the frame of native code that runs without JavaScript in between: the builtin or the function of node that was
 * called. Where no symbol shows that, the frame says which function of the app or of a package it works for.
 * @param {(string | null)[]} symbols the outermost first; null where there is none
 * @param {Frame[]} callers the innermost first
 * @returns {Frame | null} null where V8's own code runs as a part of the caller: its frame is the caller's
 */
export function frameOfNative(symbols, callers) {
  const called = symbols.map(symbol => symbol && calledName(symbol)).find(name => name !== null)
  if (called) return nativeFrame(called)
  const [caller] = callers
  // V8's embedded code runs as a part of the JavaScript function below it.
  if (caller?.kind === 'javascript' && symbols.every(symbol => symbol?.startsWith('Builtins_'))) return null
  const owner = callers.find(frame => ['app', 'package'].includes(categoriseFrame(frame).group))
  return owner ? namelessOf(owner) : programFrame
}

/** Returns the frame of native code without a name of its own. @param {Pick<Frame, 'file' | 'line' | 'column'>} owner the function it works for */
export function namelessOf({ file, line, column }) {
  return withPlace({ name: '', file, line, column, kind: 'native' })
}

/**
 * Returns the frame of native code without a name of its own, named by its place: that of the function it works for.
 * @param {Frame} frame other frames are returned as they are
 * @returns {Frame}
 */
export function withPlace(frame) {
  const { file, line } = frame
  if (!isNameless(frame)) return frame
  const { packageName } = categoriseFrame({ ...frame, kind: 'javascript' })
  const source = [packageName, path.basename(file) || 'code from eval'].filter(Boolean).join('/')
  return { ...frame, name: `native code called from ${source}:${line}` }
}

/** Returns whether a frame is native code without a name of its own. @param {Pick<Frame, 'kind' | 'line'>} frame */
export function isNameless({ kind, line }) {
  return kind === 'native' && line !== null
}

/**
 * Returns what a function of node's binary is called as seen from JavaScript: the builtin or the function of node that
 * JavaScript called. Returns null for V8's own work.
 * @param {string} symbol demangled, as `nm -C` prints it
 */
function calledName(symbol) {
  const [, ofV8] = builtin.exec(symbol) ?? []
  if (ofV8 !== undefined) return calledByName.test(ofV8) ? `Builtin: ${ofV8}` : null
  if (symbol.startsWith('v8::internal::JsonStringifier')) return 'Builtin: JsonStringify'
  if (symbol.startsWith('v8::internal::JsonParser')) return 'Builtin: JsonParse'
  const [, ofStream] = streamMethod.exec(symbol) ?? []
  const [, ofNode] = nodeFunction.exec(withoutTemplates(symbol.replaceAll('(anonymous namespace)::', ''))) ?? []
  return ofStream ?? ofNode ?? null
}

/** Returns whether a frame is a built-in function of JavaScript. @param {Pick<Frame, 'kind' | 'name'>} frame */
export function isBuiltin({ kind, name }) {
  return kind === 'native' && name.startsWith('Builtin: ')
}

/** @param {string} symbol @returns {string} */
function withoutTemplates(symbol) {
  const outer = symbol.replace(/<[^<>]*>/g, '')
  return outer === symbol ? symbol : withoutTemplates(outer)
}
