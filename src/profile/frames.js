import { fileURLToPath } from 'node:url'

/** @import { Frame } from './types.js' */

/** @type {Frame} */
export const gcFrame = { name: '(garbage collector)', file: '', line: null, column: null, kind: 'gc' }

/** @type {Frame} */
export const programFrame = { name: '(program)', file: '', line: null, column: null, kind: 'program' }

/**
 * The name V8 has for a script as `Frame.file`: ES modules are known to it by URL, CommonJS modules by path, or by URL
 * too in the inspector; compiled templates by what their sourceURL comment says, which ejs puts in quotes.
 * @param {string} source
 * @returns {string}
 */
export function sourceFile(source) {
  const name = source.replace(/^"(.*)"$/, '$1')
  return name.startsWith('file://') ? fileURLToPath(name) : name
}

/**
 * @param {string} name
 * @returns {Frame} of compiled code of node, V8 or the system
 */
export function nativeFrame(name) {
  return { name, file: '', line: null, column: null, kind: 'native' }
}

/**
 * WebAssembly functions have a made-up URL in the inspector and no source at all in V8's log; here they have none.
 * @param {string} name
 * @returns {Frame}
 */
export function wasmFrame(name) {
  return { name, file: '', line: null, column: null, kind: 'javascript' }
}
