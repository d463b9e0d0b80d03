import path from 'node:path'

/**
 * Returns whether a program is node itself, and not one that starts it, such as npm.
 * @param {string} program a name or a path
 */
export function isNode(program) {
  return /^node(\.exe)?$/.test(path.basename(program))
}
