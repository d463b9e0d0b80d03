/** @import { FunctionName } from './types.js' */

/**
 * Returns the first of the calls below an owner, and the last one that a person knows: public, or called as its module is.
 * These are the calls that a row is named after.
 * @template {FunctionName} Call
 * @param {Call[]} path
 * @returns {Call[]} at most two
 */
export function knownCalls(path) {
  const [first, ...others] = path.filter(isCall)
  if (!first) return path.slice(-1)
  const known = others.findLast(({ name, file }) => isPublic(file) || file.endsWith(`/${name}`)) ?? others.at(-1)
  return known ? [first, known] : [first]
}

/**
 * Returns whether a frame is a call that a source has, and not what node's C++ code does in between: `console.log` is called through
 * node::inspector::InspectorConsoleCall until V8 has optimised its caller.
 * @param {FunctionName} frame
 */
function isCall({ name }) {
  return name !== '(program)' && !/^(node|v8)::/.test(name)
}

/** @param {string} file */
function isPublic(file) {
  return file.startsWith('node:') && !file.startsWith('node:internal')
}
