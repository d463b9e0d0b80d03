import { inflate } from './inflate.js'

/** @import { FlameGraph } from '../../flame/types.js' */

/** Reads what `packFlame` writes. @param {string} text base64 of deflated JSON @returns {Promise<FlameGraph>} */
export async function unpackFlame(text) {
  const inflated = await inflate(text)
  const { nodes, timelines, ...others } = /** @type {FlameGraph} */ (await inflated.json())
  return {
    ...others,
    nodes: { ...nodes, parent: nodes.parent.map((back, node) => node - back) },
    timelines: timelines.map(timeline => ({ ...timeline, startsMicros: runningSums(timeline.startsMicros) }))
  }
}

/** @type {(steps: number[]) => number[]} */
function runningSums(steps) {
  let sum = 0
  return steps.map(step => {
    sum += step
    return sum
  })
}
