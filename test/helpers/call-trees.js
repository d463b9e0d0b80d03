/** @import { CallNode, Frame, Profile } from '../../src/profile/types.js' */

/**
 * Returns a function of a profile, over all its calls.
 * @param {Profile} profile
 * @param {string} name
 * @returns {{ frame: Frame, share: number } | null} its own share of all weight that is not idle
 */
export function functionNamed({ frames, nodes }, name) {
  const frame = frames.find(each => each.name === name)
  if (!frame) return null
  const own = nodes.filter(node => frames[node.frame]?.name === name)
  return { frame, share: weightOf(own) / weightOf(nodes) }
}

/** @param {Pick<CallNode, 'self'>[]} nodes */
export function weightOf(nodes) {
  return nodes.reduce((sum, node) => sum + node.self, 0)
}

/**
 * @param {string} text of a file
 * @param {string} part
 * @returns {number} the line it is on, from 1
 */
export function lineWith(text, part) {
  return text.split('\n').findIndex(line => line.includes(part)) + 1
}

/**
 * @template T
 * @param {T | null | undefined} value
 * @returns {T} fails the test where there is none
 */
export function present(value) {
  if (value === null || value === undefined) throw new Error(`what should be there is ${value}`)
  return value
}
