import { packFlame } from './pack-flame.js'

/**
 * @param {import('../flame/types.js').FlameGraph[]} graphs
 * @returns {import('./render-page.js').Part[]}
 */
export function flamePart(graphs) {
  if (graphs.length === 0) return []
  const packed = graphs.map(graph => ({
    source: { title: titleOf(graph), profiler: graph.profiler },
    text: packFlame(graph)
  }))
  return [{ template: 'flames', graphs: packed }]

  /** @param {import('../flame/types.js').FlameGraph} graph */
  function titleOf({ profiler, thread, unit }) {
    const isOnly = graphs.filter(graph => graph.profiler === profiler).length === 1
    return [profiler, isOnly ? '' : thread, unit === 'bytes' ? 'bytes allocated' : 'CPU'].filter(Boolean).join(', ')
  }
}
