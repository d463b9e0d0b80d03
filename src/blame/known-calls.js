/** @import { FunctionName } from './types.js' */

/**
 * Returns the first of the calls below an owner, and the last one that a person knows: public, or called as its module is.
 * These are the calls that a row is named after.
 * @template {FunctionName} Call
 * @param {Call[]} path
 * @returns {Call[]} at most two
 */
export function knownCalls(path) {
  const [first, ...others] = path.filter(({ name }) => name !== '(program)')
  if (!first) return path.slice(-1)
  const known = others.findLast(({ name, file }) => isPublic(file) || file.endsWith(`/${name}`)) ?? others.at(-1)
  return known ? [first, known] : [first]
}

/** @param {string} file */
function isPublic(file) {
  return file.startsWith('node:') && !file.startsWith('node:internal')
}
