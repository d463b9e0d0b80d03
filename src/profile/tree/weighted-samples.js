import { sum } from '../../stats/means.js'
import { listChildren } from './tree-columns.js'

/** @import { CallNodes, Profile } from '../types.js' */

/**
 * @typedef {{ node: number, weight: number }} WeightedSample `node` is -1 for idle; `weight` in the profile's unit
 */

/**
 * Returns a profile as stretches of one stack each, idle included, whose weights add up to those of its nodes. They are in
 * the order of the samples; a profile of sums only has one stretch per node, callers before callees, then idle.
 * @param {Profile} profile @returns {WeightedSample[]}
 */
export function weightedSamples(profile) {
  const { unit, nodes, idle, samples } = profile
  if (!samples) {
    const stretches = depthFirst(nodes).map(node => ({ node, weight: nodes.self[node] ?? 0 }))
    return [...stretches, { node: -1, weight: idle }]
  }
  if (unit !== 'micros') return samples.nodes.map(node => ({ node, weight: 1 }))
  const endMicros = (samples.atMicros[0] ?? 0) + sum([idle, ...nodes.self])
  return samples.nodes.map(function untilTheNext(node, index) {
    const [at = 0, next = endMicros] = samples.atMicros.slice(index, index + 2)
    return { node, weight: next - at }
  })
}

/** Returns the indices of the nodes with a self weight, depth first. @param {CallNodes} nodes */
function depthFirst({ parent, self }) {
  const { childStart, children } = listChildren(parent)
  const order = []
  const waiting = [-1]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ((self[node] ?? 0) > 0) order.push(node)
    waiting.push(...children.subarray(childStart[node + 1], childStart[node + 2]).toReversed())
  }
  return order
}
