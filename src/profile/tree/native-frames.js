import path from 'node:path'
import { categoriseFrame, nativeFrame, programFrame } from './frames.js'

/** @import { Frame } from '../types.js' */

/** Built-in functions that JavaScript calls by a name of its own. Other builtins are parts of the code that runs. */
const calledByName =
  /^(Array|ArrayBuffer|Atomics|BigInt|DataView|Date|Error|Global(De|En)code|Json|Map|Math|Number|Object|Promise|Proxy|Reflect|RegExp|Set|String|Symbol|TypedArray|Weak)[A-Z]/
/** A function of node's C++ that JavaScript calls: its parameters say so. */
const nodeFunction = /(node::\S+)\(v8::FunctionCallbackInfo const&\)/
/** The method that node's streams wrap into one such function. */
const streamMethod = /JSMethod<&(?:\(\w+ )?(node::[\w:]+)/
const builtin = /^(?:Builtins_|v8::internal::(?:Builtin_|Runtime_))(\w+)/

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
  if (caller?.kind === 'javascript' && symbols.every(symbol => symbol && isEmbeddedCode(symbol))) return null
  const owner = callers.find(frame => ['app', 'package'].includes(categoriseFrame(frame).group))
  if (!owner) return programFrame
  const { file, line, column } = owner
  return withPlace({ name: '', file, line, column, kind: 'native' })
}

/**
 * Returns the frame of native code without a name of its own, named by its place: that of the function it works for.
 * @param {Frame} frame other frames are returned as they are
 * @returns {Frame}
 */
export function withPlace(frame) {
  const { kind, file, line } = frame
  if (kind !== 'native' || line === null) return frame
  const { packageName } = categoriseFrame({ ...frame, kind: 'javascript' })
  const source = [packageName, path.basename(file) || 'code from eval'].filter(Boolean).join('/')
  return { ...frame, name: `native code called from ${source}:${line}` }
}

/**
 * Returns the name of a builtin as a frame has it, or null for one that is a part of the function that runs, such as a
 * handler of a bytecode or an inline cache.
 * @param {string} name as V8 has it
 */
function builtinName(name) {
  return calledByName.test(name) ? `Builtin: ${name}` : null
}

/**
 * Returns what a function of node's binary is called as seen from JavaScript: the builtin or the function of node that
 * JavaScript called. Returns null for V8's own work.
 * @param {string} symbol demangled, as `nm -C` prints it
 */
function calledName(symbol) {
  const [, ofV8] = builtin.exec(symbol) ?? []
  if (ofV8 !== undefined) return builtinName(ofV8)
  if (symbol.startsWith('v8::internal::JsonStringifier')) return 'Builtin: JsonStringify'
  if (symbol.startsWith('v8::internal::JsonParser')) return 'Builtin: JsonParse'
  const [, ofStream] = streamMethod.exec(symbol) ?? []
  const [, ofNode] = nodeFunction.exec(withoutTemplates(symbol.replaceAll('(anonymous namespace)::', ''))) ?? []
  return ofStream ?? ofNode ?? null
}

/** @param {string} symbol @returns {string} */
function withoutTemplates(symbol) {
  const outer = symbol.replace(/<[^<>]*>/g, '')
  return outer === symbol ? symbol : withoutTemplates(outer)
}

/**
 * Returns whether a symbol is V8's embedded code, which runs as a part of the JavaScript function below it.
 * @param {string} symbol
 */
function isEmbeddedCode(symbol) {
  return symbol.startsWith('Builtins_')
}
