import { locatedBlames } from '../../src/blame/blame.js'
import { evidenceOf } from '../../src/blame/evidence.js'
import { flameGraphs } from '../../src/flame/flame-graphs.js'

/** @import { Profiled } from '../../src/blame/evidence.js' */
/** @import { FlameGraph } from '../../src/flame/types.js' */
/** @import { Load } from '../../src/load/types.js' */
/** @import { makeLaunch } from './make-trees.js' */

/** @typedef {ReturnType<typeof makeLaunch>} Launch */

/** @type {Load} */
export const load = { generator: 'autocannon', mode: 'closed', connections: 100 }

/**
 * @param {Launch[]} launches
 * @returns {Profiled}
 */
export function profiledOf(launches) {
  return {
    trees: launches.map(({ tree }) => tree),
    slices: launches.map(({ slice }) => slice),
    isValid: slice => slice.errors === 0,
    load
  }
}

/**
 * @param {Launch[]} launches of `off` and `on`, and of other candidates
 * @param {string[]} [candidates]
 * @returns {FlameGraph[]}
 */
export function flamesOf(launches, candidates = ['on']) {
  const profilers = [...new Set(launches.map(({ tree }) => tree.profiler))]
  const evidence = evidenceOf(profiledOf(launches), 'off', candidates)
  const blames = candidates.flatMap(candidate => locatedBlames(candidate, 'off', evidence))
  return flameGraphs(evidence, { profilers, variants: ['off', ...candidates], blames, folder: '/srv/app/' })
}

/**
 * @param {Pick<FlameGraph, 'frames' | 'nodes'>} graph
 * @param {number} node
 * @returns {string} the names on the stack, the outermost first: `a > b`
 */
export function stackIn({ frames, nodes }, node) {
  const name = frames[nodes.frame[node] ?? -1]?.name ?? ''
  const parent = nodes.parent[node] ?? -1
  return parent === -1 ? name : `${stackIn({ frames, nodes }, parent)} > ${name}`
}
