import { inflate } from './inflate.js'

/** @import { PageGraph } from '../flame/types.js' */

/** Reads what `packFlame` writes. @param {string} text base64 of deflated JSON @returns {Promise<PageGraph>} */
export async function unpackFlame(text) {
  const inflated = await inflate(text)
  const { nodes, owners, timelines, ...others } = /** @type {PageGraph} */ (await inflated.json())
  return {
    ...others,
    nodes: { ...nodes, parent: parentsOf(nodes.parent) },
    owners: { ...owners, nodes: { ...owners.nodes, parent: parentsOf(owners.nodes.parent) } },
    timelines: timelines.map(timeline => ({ ...timeline, startsMicros: runningSums(timeline.startsMicros) }))
  }
}

/** @type {(distances: number[]) => number[]} */
function parentsOf(distances) {
  return distances.map((back, node) => node - back)
}

/** @type {(steps: number[]) => number[]} */
function runningSums(steps) {
  let sum = 0
  return steps.map(step => {
    sum += step
    return sum
  })
}
