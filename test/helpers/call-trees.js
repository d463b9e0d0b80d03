import { tiers, weightOf } from '../../src/profile/tree/call-tree.js'

/** @import { CallNodes, Frame, Profile, Tier } from '../../src/profile/types.js' */

/** @typedef {{ frame: number, parent: number, self: number, tier: Tier | null }} CallNode a node as a row, for what is written by hand */

/** Returns rows as the nodes of a profile. @param {CallNode[]} rows */
export function nodesOf(rows) {
  return {
    frame: rows.map(({ frame }) => frame),
    parent: rows.map(({ parent }) => parent),
    self: rows.map(({ self }) => self),
    tier: rows.map(({ tier }) => tiers.indexOf(tier))
  }
}

/** Returns the nodes of a profile as rows. @param {CallNodes} nodes @returns {CallNode[]} */
export function rowsOf({ frame, parent, self, tier }) {
  return Array.from(frame, (called, node) => ({
    frame: called,
    parent: parent[node] ?? -1,
    self: self[node] ?? 0,
    tier: tiers[tier[node] ?? 0] ?? null
  }))
}

/**
 * Returns a function of a profile, summed over all its callers.
 * @param {Profile} profile
 * @param {string} name
 * @returns {{ frame: Frame, share: number } | null} `share`: its own part of all weight that is not idle
 */
export function functionNamed({ frames, nodes }, name) {
  const frame = frames.find(each => each.name === name)
  if (!frame) return null
  const own = nodesOf(rowsOf(nodes).filter(node => frames[node.frame]?.name === name))
  return { frame, share: weightOf({ nodes: own }) / weightOf({ nodes }) }
}

/**
 * @param {string} text of a file
 * @param {string} part
 * @returns {number} the number of the first line with that part, from 1
 */
export function lineWith(text, part) {
  return text.split('\n').findIndex(line => line.includes(part)) + 1
}

/**
 * @template T
 * @param {T | null | undefined} value
 * @returns {T} the value; the test fails if there is none
 */
export function present(value) {
  if (value === null || value === undefined) throw new Error(`what should be there is ${value}`)
  return value
}
