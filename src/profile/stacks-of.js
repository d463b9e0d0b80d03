/** @import { Profile } from './types.js' */

/**
 * @param {Profile} profile
 * @returns {number[][]} the stack of each node as indices of frames, the outermost first
 */
export function stacksOf({ nodes }) {
  /** @type {number[][]} */
  const stacks = []
  for (const { frame, parent } of nodes) stacks.push([...(stacks[parent] ?? []), frame])
  return stacks
}
