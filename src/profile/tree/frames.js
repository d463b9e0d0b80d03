import { fileURLToPath } from 'node:url'

/** @import { Frame } from '../types.js' */

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
 * @param {Frame} frame @returns {Category}
 */
export function categoriseFrame({ kind, file }) {
  if (kind === 'gc') return { group: 'gc', packageName: null }
  if (kind !== 'javascript') return { group: 'native', packageName: null }
  if (file.startsWith('node:')) return { group: 'core', packageName: null }
  const [, packageName = null] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? []
  if (packageName === null) return { group: 'app', packageName }
  return { group: 'package', packageName: packageName.replace('\\', '/') }
}
