import { shown } from '../report/text.js'
import { packText } from './pack-text.js'

/**
 * @import { FlameGraph } from '../flame/types.js'
 * @import { Part } from './render-page.js'
 */

const COST_DIGITS = 4
const NOISE_DIGITS = 3

/** Returns the flame graphs as a part of the page, if there are any. @param {FlameGraph[]} graphs @returns {Part[]} */
export function flamePart(graphs) {
  if (graphs.length === 0) return []
  const packed = graphs.map(graph => ({
    source: { title: titleOf(graph), profiler: graph.profiler },
    text: packFlame(graph)
  }))
  return [{ template: 'flames', graphs: packed }]

  /** @param {FlameGraph} graph */
  function titleOf({ profiler, thread, unit }) {
    const isOnly = graphs.filter(graph => graph.profiler === profiler).length === 1
    return [profiler, isOnly ? '' : thread, unit === 'bytes' ? 'bytes allocated' : 'CPU'].filter(Boolean).join(', ')
  }
}

/**
 * Returns a flame graph as text for a page: JSON, deflated, in base64, which cannot end a script or an attribute. A parent is
 * its distance from the node and a start is the time since the one before, which halves the size. Costs keep the digits and
 * names the characters that are shown. `browser/unpack-flame.js` is the inverse.
 * @param {FlameGraph} graph
 * @returns {string}
 */
export function packFlame({ frames, nodes, functionNoise, timelines, ...facts }) {
  /** @type {FlameGraph} */
  const packed = {
    ...facts,
    frames: frames.map(frame => ({ ...frame, name: shown(frame.name), file: shown(frame.file) })),
    nodes: {
      ...nodes,
      parent: nodes.parent.map((parent, node) => node - parent),
      self: nodes.self.map(costs => rounded(costs, COST_DIGITS)),
      noise: nodes.noise.map(roundedNoise)
    },
    functionNoise: functionNoise.map(roundedNoise),
    timelines: timelines.map(timeline => ({ ...timeline, startsMicros: stepsOf(timeline.startsMicros) }))
  }
  return packText(JSON.stringify(packed))
}

/** @param {number[]} values @param {number} digits significant ones */
function rounded(values, digits) {
  return values.map(value => Number(value.toPrecision(digits)))
}

/** @param {number[] | null} halves of intervals */
function roundedNoise(halves) {
  return halves && rounded(halves, NOISE_DIGITS)
}

/** @param {number[]} values */
function stepsOf(values) {
  return values.map((value, index) => value - (values[index - 1] ?? 0))
}
