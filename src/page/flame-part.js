import { packFlame } from './pack-flame.js'

/**
 * @import { FlameGraph } from '../flame/types.js'
 * @import { Part } from './render-page.js'
 */

/**
 * Returns the flame graphs as a part of the page, if there are any.
 * @param {FlameGraph[]} graphs
 * @returns {Part[]}
 */
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
