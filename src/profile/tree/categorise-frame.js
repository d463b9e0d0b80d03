/** @import { Frame } from '../types.js' */

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
