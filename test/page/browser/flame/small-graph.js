/** @import { FlameFrame } from '../../../../src/flame/types.js' */
/** @import { PageGraph } from '../../../../src/page/flame/types.js' */

/** @type {Record<string, Partial<FlameFrame>>} */
const known = {
  main: { file: 'src/main.js', line: 1 },
  work: { file: 'src/work.js', line: 5 },
  lib: { file: 'node_modules/lib/index.js', line: 2, group: 'package', packageName: 'lib' },
  write: { file: 'node:fs', line: 9, group: 'core' },
  gc: { name: '(garbage collector)', file: '', group: 'gc' }
}

/** By stack: baseline, candidate, and the noise of the node's total. @type {Record<string, [number, number, number]>} */
const smallCosts = {
  main: [10, 10, 5],
  'main > work': [20, 30, 10],
  'main > work > write': [0, 40, 3],
  'main > lib': [30, 0, 40],
  'main > lib > work': [5, 5, 1],
  gc: [15, 15, 2]
}

/**
 * A graph of two variants, `off` and `on`; by default of six nodes: 0 main, 1 main > work, 2 main > work > write,
 * 3 main > lib, 4 main > lib > work, 5 gc. They cost `off` 80 and `on` 100. Their totals are:
 *
 *     off 65 20 0 35 5 15
 *     on 85 70 40 5 5 15
 *     width in the difference: 115 70 40 35 5 15
 *
 * By owner it has the same nodes.
 *
 * @param {Record<string, [number, number, number]>} [costs] each stack after the one it is on
 * @param {Partial<PageGraph>} [changes]
 * @returns {PageGraph}
 */
export function smallGraph(costs = smallCosts, changes = {}) {
  const stacks = Object.keys(costs)
  const names = [...new Set(stacks.map(stack => stack.split(' > ').at(-1) ?? ''))]
  const rows = Object.values(costs)
  const frames = names.map(frameNamed)
  const parent = stacks.map(stack => stacks.indexOf(stack.split(' > ').slice(0, -1).join(' > ')))
  const frame = stacks.map(stack => names.indexOf(stack.split(' > ').at(-1) ?? ''))
  const self = [rows.map(([off]) => off), rows.map(([, on]) => on)]
  const noise = [rows.map(([, , half]) => half)]
  return {
    profiler: 'prof',
    rowWords: [[]],
    thread: 'main',
    unit: 'micros',
    variants: ['off', 'on'].map(name => ({ name, launches: 2, samples: 100 })),
    frames,
    nodes: { parent, frame, self, noise },
    owners: {
      frames: frame.map(index => ({ ...frameNamed(names[index] ?? ''), frame: index })),
      nodes: { parent, self, noise },
      blamed: [[]]
    },
    functionNoise: [names.map((_, frame) => 10 * frame)],
    timelines: [],
    ...changes
  }
}

/** @param {string} name @returns {FlameFrame} */
function frameNamed(name) {
  const place = { file: `src/${name}.js`, line: null, column: null }
  return { name, ...place, group: 'app', packageName: null, ...known[name] }
}
