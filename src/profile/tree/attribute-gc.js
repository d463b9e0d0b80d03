import { weightedSamples } from './weighted-samples.js'

/** @import { CallNode, Profile } from '../types.js' */

/**
 * Returns a profile in which garbage collection is below the stack of the sample before it, as in the Performance panel of Chrome
 * DevTools (forEachFrame in front_end/models/cpu_profile/CPUProfileDataModel.ts): its samples have no stack of their own. What
 * follows idle time stays without a caller.
 * @param {Profile} profile
 * @returns {Profile} without samples; the same profile where it has no samples with times, or no garbage collection
 */
export function attributeGc(profile) {
  const { unit, frames, samples } = profile
  const gcFrame = frames.findIndex(({ kind }) => kind === 'gc')
  if (!samples || unit !== 'micros' || gcFrame === -1) return profile
  const nodes = profile.nodes.map(node => (node.frame === gcFrame ? { ...node, self: 0 } : { ...node }))
  /** @type {Map<number, CallNode>} by the node that they are below */
  const collections = new Map()
  let before = -1
  for (const { node, weight } of weightedSamples(profile)) {
    if (nodes[node]?.frame === gcFrame) collectionBelow(before).self += weight
    else before = node
  }
  return { ...profile, nodes, samples: null }

  /** @param {number} parent */
  function collectionBelow(parent) {
    const collection = collections.get(parent) ?? { frame: gcFrame, parent, self: 0, tier: null }
    if (!collections.has(parent)) nodes.push(collection)
    collections.set(parent, collection)
    return collection
  }
}
