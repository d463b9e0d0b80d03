import { expect, test } from '@jest/globals'
import { scenesOf, widthsOf } from '../../../../src/page/flame/scene/scenes.js'
import { seededRandom } from '../../../../src/stats/seeded-random.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

/** @import { Scene } from '../../../../src/page/flame/types.js' */

const choice = /** @type {const} */ ({
  view: 'difference',
  candidate: 1,
  detail: 'all'
})

/** @param {Scene} scene */
function drawn({ rows, lanes }) {
  return rows.map(({ lane, bars }) =>
    bars
      ? Array.from(bars.node, (node, bar) => [node, bars.start[bar], bars.end[bar]])
      : (lanes[lane]?.heading ?? '').split(' ')[0]
  )
}

test('a difference has room for frames that only one variant has', () => {
  const scene = scenesOf(smallGraph()).sceneOf(choice)
  expect(scene.extent).toBe(130)
  expect(drawn(scene)).toEqual([
    [
      [0, 0, 115],
      [5, 115, 130]
    ],
    [
      [1, 0, 70],
      [3, 70, 105]
    ],
    [
      [2, 0, 40],
      [4, 70, 75]
    ]
  ])
})

test('each variant has the scale and the order of the difference, and only its own frames', () => {
  const scenes = scenesOf(smallGraph())
  const baseline = scenes.sceneOf({ ...choice, view: 'baseline' })
  const candidate = scenes.sceneOf({ ...choice, view: 'candidate' })
  expect([baseline.extent, candidate.extent]).toEqual([130, 130])
  expect(drawn(baseline)).toEqual([
    [
      [0, 0, 65],
      [5, 65, 80]
    ],
    [
      [1, 0, 20],
      [3, 20, 55]
    ],
    [[4, 20, 25]]
  ])
  expect(drawn(candidate)[1]).toEqual([
    [1, 0, 70],
    [3, 70, 75]
  ])
})

test('another candidate takes no room', () => {
  const { nodes, ...graph } = smallGraph()
  const other = nodes.self[0]?.map(cost => 10 * cost) ?? []
  const three = { ...nodes, self: [...nodes.self, other], noise: [...nodes.noise, null] }
  const scenes = scenesOf({
    ...graph,
    nodes: three,
    variants: [...graph.variants, { name: 'big', launches: 2, samples: 9 }]
  })
  expect([1, 2].map(candidate => scenes.sceneOf({ ...choice, candidate }).extent)).toEqual([130, 800])
})

test('in a timeline a frame is one bar for as long as it is on the stack, and both launches have one scale', () => {
  const timelines = [
    { variant: 'off', launch: '1', durationMicros: 50, nodes: [2, 1, 4, -1, 0], startsMicros: [0, 10, 20, 30, 40] },
    { variant: 'on', launch: '2', durationMicros: 80, nodes: [5], startsMicros: [5] }
  ]
  const scene = scenesOf(smallGraph(undefined, { timelines })).sceneOf({ ...choice, detail: 'time' })
  expect([scene.axis, scene.extent]).toEqual(['time', 80])
  expect(drawn(scene)).toEqual([
    'off',
    [
      [0, 0, 30],
      [0, 40, 50]
    ],
    [
      [1, 0, 20],
      [3, 20, 30]
    ],
    [
      [2, 0, 10],
      [4, 20, 30]
    ],
    'on',
    [[5, 5, 80]]
  ])
})

test('a timeline shows the baseline and one candidate, all candidates on one scale', () => {
  const timelines = ['off', 'on', 'json'].map((variant, index) => ({
    variant,
    launch: '1',
    durationMicros: [50, 80, 90][index] ?? 0,
    nodes: [5],
    startsMicros: [0]
  }))
  const variants = ['off', 'on', 'json'].map(name => ({ name, launches: 1, samples: 1 }))
  const scenes = scenesOf(smallGraph(undefined, { variants, timelines }))
  const timelineScenes = [1, 2].map(candidate => scenes.sceneOf({ ...choice, candidate, detail: 'time' }))
  expect(timelineScenes.map(({ lanes }) => lanes.map(({ heading }) => heading))).toEqual([
    ['off (launch 1)', 'on (launch 1)'],
    ['off (launch 1)', 'json (launch 1)']
  ])
  expect(timelineScenes.map(({ extent }) => extent)).toEqual([90, 90])
})

test('in any tree the bars of a row do not overlap and lie below their callers', () => {
  const random = seededRandom(1)
  const count = 400
  const graph = smallGraph({ main: [0, 0, 0] })
  const scenes = scenesOf({
    ...graph,
    nodes: {
      parent: Array.from({ length: count }, (_, node) => Math.floor(random() * (node + 1)) - 1),
      frame: Array.from({ length: count }, () => 0),
      self: [0, 1].map(() => Array.from({ length: count }, () => (random() < 0.5 ? 0 : random()))),
      noise: [null]
    }
  })
  const { tree } = scenes
  const widths = widthsOf(tree, [0, 1])
  /** @type {Map<number, [number, number]>} */
  const edges = new Map()
  for (const { bars } of scenes.sceneOf(choice).rows) {
    let last = 0
    bars?.node.forEach((node, bar) => {
      const [from, to] = [bars.start[bar] ?? NaN, bars.end[bar] ?? NaN]
      const [left, right] = edges.get(tree.parent[node] ?? -1) ?? [0, Infinity]
      expect(from).toBeGreaterThanOrEqual(Math.max(last, left) - 1e-9)
      expect(to).toBeLessThanOrEqual(right + 1e-9)
      expect(to - from).toBeCloseTo(widths[node] ?? NaN, 9)
      edges.set(node, [from, to])
      last = to
    })
  }
  expect(edges.size).toBe(widths.filter(width => width > 0).length)
})
