import { sum } from '../../stats/means.js'

/** @import { Profiler } from 'node:inspector' */

/** @typedef {Profiler.Profile} CpuProfile */

/**
 * Returns a .cpuprofile with only the samples within the given windows of time, and with the nodes of these samples. The time
 * between two windows is removed, because it would count for the sample before it.
 * @param {CpuProfile} file
 * @param {{ startMicros: number, endMicros: number }[]} windows in order of time, on V8's clock: the system's monotonic clock
 * @returns {CpuProfile & { samples: number[], timeDeltas: number[] }}
 */
export function cutCpuprofile({ nodes, samples = [], timeDeltas = [], startTime }, windows) {
  /** @type {number[]} */
  const kept = []
  /** @type {number[]} */
  const deltas = []
  /** @type {Map<number, number>} */
  const hits = new Map()
  const from = windows[0]?.startMicros ?? startTime
  let at = startTime
  let last = from
  let window = -1
  samples.forEach(function keepIfInside(id, index) {
    at += timeDeltas[index] ?? 0
    const inside = windows.findIndex(({ startMicros, endMicros }) => at >= startMicros && at <= endMicros)
    if (inside === -1) return
    if (inside !== window && window !== -1) last = at
    window = inside
    kept.push(id)
    deltas.push(at - last)
    hits.set(id, (hits.get(id) ?? 0) + 1)
    last = at
  })
  const endTime = from + sum(deltas)
  return { nodes: neededNodes(nodes, hits), samples: kept, timeDeltas: deltas, startTime: from, endTime }
}

/** @param {CpuProfile['nodes']} nodes @param {Map<number, number>} hits samples by node */
function neededNodes(nodes, hits) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id])))
  /** @type {Set<number | undefined>} */
  const needed = new Set([nodes[0]?.id])
  for (const id of hits.keys()) {
    for (
      let node = /** @type {number | undefined} */ (id);
      node !== undefined && !needed.has(node);
      node = parents.get(node)
    )
      needed.add(node)
  }
  return nodes
    .filter(({ id }) => needed.has(id))
    .map(({ positionTicks: _ticks, children = [], ...node }) => ({
      ...node,
      hitCount: hits.get(node.id) ?? 0,
      children: children.filter(child => needed.has(child))
    }))
}
