/** @import { FlameGraph } from '../../src/flame/types.js' */

/**
 * Returns a graph of a handler that costs twice as much in the candidate, with one timeline per variant.
 * @param {Partial<FlameGraph>} [changes]
 * @returns {FlameGraph}
 */
export function makeFlame(changes = {}) {
  return {
    profiler: 'cdp',
    thread: 'main',
    unit: 'micros',
    variants: [
      { name: 'off', launches: 2, samples: 4 },
      { name: 'on', launches: 2, samples: 8 }
    ],
    frames: [
      { name: 'handle', file: 'src/server.js', line: 10, column: 5, group: 'app', packageName: null },
      { name: 'next', file: 'node_modules/a/b.js', line: 1, column: 1, group: 'package', packageName: 'a' },
      { name: '(garbage collector)', file: '', line: null, column: null, group: 'gc', packageName: null }
    ],
    nodes: {
      parent: [-1, 0, 1, 0, -1],
      frame: [0, 1, 0, 2, 2],
      self: [
        [12.5, 0, 30, 0.0125, 7],
        [25, 0, 60, 0, 7]
      ],
      noise: [[4.25, 3.5, 3.5, 0.01, 1]]
    },
    owners: {
      frames: [
        { name: 'handle', file: 'src/server.js', line: 10, column: 5, group: 'app', packageName: null, frame: 0 },
        { name: 'next', file: 'node_modules/a/b.js', line: 1, column: 1, group: 'package', packageName: 'a', frame: 1 },
        { name: '', file: '', line: null, column: null, group: 'gc', packageName: null, frame: null }
      ],
      nodes: {
        parent: [-1, 0, -1],
        self: [
          [12.51, 30, 7],
          [25, 60, 7]
        ],
        noise: [[4.25, 3.5, 1]]
      },
      blamed: [
        [
          { frames: [1], figure: 'total' },
          { frames: [], figure: 'other', because: 'threads' }
        ]
      ]
    },
    functionNoise: [[4.25, 3.5, 1.01]],
    timelines: [
      { variant: 'off', launch: '01-off-cdp', durationMicros: 3000, nodes: [2, -1, 4], startsMicros: [0, 1012, 2500] },
      { variant: 'on', launch: '01-on-cdp', durationMicros: 1000, nodes: [0], startsMicros: [0] }
    ],
    ...changes
  }
}
