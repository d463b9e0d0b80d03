/** @import { Frame } from './types.js' */

/**
 * @typedef {object} Category
 * @property {'app' | 'package' | 'core' | 'native' | 'gc'} group
 * @property {string | null} packageName of a package
 */

/**
 * Whose code a frame is. The package is the one after the last node_modules/, which holds for nested ones and for pnpm's
 * node_modules/.pnpm/<name>@<version>/node_modules/<name>. JavaScript without a path of its own (eval, `vm`, WebAssembly)
 * goes to the app: nobody else can be named, and the app is where one would look first.
 *
 * @param {Frame} frame
 * @returns {Category}
 */
export function categoriseFrame({ kind, file }) {
  if (kind === 'gc') return { group: 'gc', packageName: null }
  if (kind !== 'javascript') return { group: 'native', packageName: null }
  if (file.startsWith('node:')) return { group: 'core', packageName: null }
  const [, packageName = null] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? []
  if (packageName === null) return { group: 'app', packageName }
  return { group: 'package', packageName: packageName.replace('\\', '/') }
}
