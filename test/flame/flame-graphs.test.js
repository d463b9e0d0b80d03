import { describe, expect, test } from '@jest/globals'
import { evidenceOf } from '../../src/blame/evidence.js'
import { readCpuprofile } from '../../src/profile/read/read-cpuprofile.js'
import { subtreeWeights } from '../../src/profile/tree/tree-columns.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { nodesOf, present } from '../helpers/call-trees.js'
import { recording } from '../helpers/check-profile.js'
import { flamesOf, profiledOf, stackIn } from '../helpers/flame-of.js'
import { makeLaunch } from '../helpers/make-trees.js'

/** @import { FlameGraph } from '../../src/flame/types.js' */

/** @typedef {ReturnType<typeof makeLaunch>} Launch */

/** 100 µs in four samples, so 25 µs each; then 200 µs in four. */
const twoRounds = [
  makeLaunch({ variant: 'off', round: 0, stacks: { 'app:a': 1, 'app:a > app:b': 3 } }),
  makeLaunch({ variant: 'on', round: 0, stacks: { 'app:a > app:c:30': 4 }, mainMicros: 200 }),
  makeLaunch({ variant: 'off', round: 1, stacks: { 'app:a > app:b': 1, 'app:a': 3 } }),
  makeLaunch({ variant: 'on', round: 1, stacks: { 'node:fs:read': 2, 'app:a > app:c:30': 2 }, mainMicros: 200 })
]

test('launches of all variants are one tree, with the mean cost of a node in each variant', () => {
  const [graph] = flamesOf(twoRounds)
  expect(nodesIn(present(graph))).toEqual({
    a: [50, 0],
    'a > b': [50, 0],
    'a > c': [0, 150],
    read: [0, 50]
  })
  expect(graph).toMatchObject({ profiler: 'prof', thread: 'main', unit: 'micros', timelines: [] })
  expect(graph?.variants).toEqual([
    { name: 'off', launches: 2, samples: 8 },
    { name: 'on', launches: 2, samples: 8 }
  ])
})

test('nodes come after their parents, callers right before what they call', () => {
  const stacks = { 'app:a > app:b': 1, 'app:d': 1, 'app:a > app:c:30': 1, 'app:a > app:b > app:e': 1 }
  const [graph] = flamesOf([makeLaunch({ variant: 'off', round: 0, stacks })])
  const { nodes } = present(graph)
  expect(nodes.parent).toEqual([-1, 0, 1, 0, -1])
  expect(nodes.frame.map((_, node) => stackIn(present(graph), node))).toEqual(['a', 'a > b', 'a > b > e', 'a > c', 'd'])
})

test('frames have paths relative to the folder of the servers, and their code owner', () => {
  const stacks = { 'app:answer > ejs/render > node:vm:runInContext > native:execute': 1, gc: 1 }
  const [graph] = flamesOf([makeLaunch({ variant: 'off', round: 0, stacks })])
  expect(graph?.frames).toEqual([
    { name: 'answer', file: 'server.js', line: 16, column: 1, group: 'app', packageName: null },
    { name: 'render', file: 'node_modules/ejs/index.js', line: 16, column: 1, group: 'package', packageName: 'ejs' },
    { name: 'runInContext', file: 'node:vm', line: 22, column: 1, group: 'core', packageName: null },
    { name: 'execute', file: '', line: null, column: null, group: 'native', packageName: null },
    { name: '(garbage collector)', file: '', line: null, column: null, group: 'gc', packageName: null }
  ])
})

test('a function in several tiers is one node', () => {
  const launch = makeLaunch({ variant: 'off', round: 0, stacks: { 'app:a': 10 } })
  const profile = profileIn(launch)
  profile.frames = ['a', 'b'].map(name => ({ name, file: '/srv/app/x.js', line: 1, column: 1, kind: 'javascript' }))
  profile.nodes = nodesOf([
    { frame: 0, parent: -1, self: 3, tier: 'ignition' },
    { frame: 0, parent: -1, self: 1, tier: 'turbofan' },
    { frame: 1, parent: 1, self: 5, tier: 'turbofan' },
    { frame: 1, parent: 0, self: 1, tier: null }
  ])
  const graph = present(flamesOf([launch])[0])
  expect(nodesIn(graph)).toEqual({ a: [40, 0], 'a > b': [60, 0] })
})

describe('noise', () => {
  test('is half the interval of the total difference, wider for the number of nodes', () => {
    const stacks = { 'app:a': 60, 'app:a > app:b': 40 }
    const launches = [0, 1].flatMap(round => ['off', 'on'].map(variant => makeLaunch({ variant, round, stacks })))
    const [a, b] = present(flamesOf(launches)[0]?.nodes.noise[0])
    // A sample is 1 µs, so the variance of a difference of two counts is 100 + 100 + 1, and of 40 + 40 + 1. The
    // two rounds do not vary: 1 degree of freedom, and 4 of the expected variance. Neither of two nodes is significant, so
    // the level is 5% of one half.
    const t5 = 3.163381
    expect(a).toBeCloseTo(t5 * Math.sqrt((4 / 5) * 201 * (1 / 2)), 4)
    expect(b).toBeCloseTo(t5 * Math.sqrt((4 / 5) * 81 * (1 / 2)), 4)
  })

  test('of a function is that of all its calls together, recursive calls counted once', () => {
    const stacks = { 'app:a': 30, 'app:a > app:b': 20, 'app:a > app:b > app:a': 10, 'app:b': 40 }
    const launches = [0, 1].flatMap(round => ['off', 'on'].map(variant => makeLaunch({ variant, round, stacks })))
    const graph = present(flamesOf(launches)[0])
    expect(graph.frames.map(({ name }) => name)).toEqual(['a', 'b'])
    // As above: a costs 60 samples of 1 µs, b 30 within a and 40 outside. The level is 5% of one half, of two functions.
    const t5 = 3.163381
    const [a, b] = present(graph.functionNoise[0])
    expect(a).toBeCloseTo(t5 * Math.sqrt((4 / 5) * 121 * (1 / 2)), 4)
    expect(b).toBeCloseTo(t5 * Math.sqrt((4 / 5) * 141 * (1 / 2)), 4)
  })

  test('of functions with one call each is that of their nodes', () => {
    const random = seededRandom(5)
    const launches = [0, 1, 2, 3].flatMap(round => ['off', 'on'].map(variant => scattered(variant, round, random)))
    const { nodes, functionNoise } = present(flamesOf(launches)[0])
    const ofNodes = nodes.frame.map((_, node) => functionNoise[0]?.[nodes.frame[node] ?? -1])
    expect(ofNodes).toEqual(nodes.noise[0])
  })

  test("is that of the blame's costs where a function has one call", () => {
    const random = seededRandom(5)
    const launches = [0, 1, 2, 3].flatMap(round => ['off', 'on'].map(variant => scattered(variant, round, random)))
    const graph = present(flamesOf(launches)[0])
    const { map, compare } = present(evidenceOf(profiledOf(launches), 'off', ['on']).get('prof')?.compared.get('on'))
    // Four of the six nodes differ significantly: the t of 7 degrees of freedom at 5% of 4 / 6, against that at 5%.
    const factor = 1.117242906
    const costs = map.owners.map(function costOf(owner) {
      const { low, high, difference } = compare(present(map.costsBelow.totals([owner])[0]))
      return [
        owner.frame.name,
        { difference: rounded(difference), noise: rounded((factor * (Number(high) - Number(low))) / 2) }
      ]
    })
    expect(costs.map(([name]) => name).sort()).toEqual(['answer', 'burn', 'handle', 'render'])
    expect(differencesIn(graph)).toMatchObject(Object.fromEntries(costs))
    // The candidate burns 10 µs, the baseline nothing; `render` costs the same in both.
    const { burn, render } = differencesIn(graph)
    expect(burn?.difference).toBeGreaterThan(Number(burn?.noise))
    expect(Math.abs(Number(render?.difference))).toBeLessThan(Number(render?.noise))
  })

  test('is exceeded by nothing where the variants are the same, however many nodes there are', () => {
    const random = seededRandom(11)
    const names = Array.from({ length: 200 }, (_, index) => `app:f${index}`)
    const launches = [0, 1, 2, 3].flatMap(round =>
      ['off', 'on'].map(function same(variant) {
        const stacks = Object.fromEntries(names.map(name => [name, 20 + Math.round(9 * gaussian(random))]))
        return makeLaunch({ variant, round, stacks })
      })
    )
    const { self, noise } = present(flamesOf(launches)[0]).nodes
    const beyond = names.filter((_, node) => Math.abs(difference(self, node)) > Number(noise[0]?.[node]))
    expect(beyond).toEqual([])
  })

  test('of latency, which is measured and not sampled, has the degrees of freedom of its rounds alone', () => {
    const launches = [100, 150, 104, 156].map(function followed(micros, index) {
      const [variant, round] = [index % 2 === 0 ? 'off' : 'on', index >> 1]
      const stacks = { 'app:a': micros, 'app:b': 20 }
      const { tree, slice } = makeLaunch({ variant, round, stacks, profiler: 'waits', unit: 'latency' })
      return { slice, tree: { ...tree, trees: tree.trees.map(each => ({ ...each, sampleCount: 1 })) } }
    })
    const [a, b] = present(flamesOf(launches)[0]?.nodes.noise[0])
    // The rounds differ by 50 and 52: the standard error is 1. One of two nodes is significant: the t of one degree at 5% of one half.
    expect(a).toBeCloseTo(25.452, 2)
    expect(b).toBe(0)
  })

  test('is of the same launches as the difference: those of rounds with all variants', () => {
    const alone = makeLaunch({ variant: 'on', round: 7, stacks: { 'app:a': 500 }, mainMicros: 5000 })
    expect(flamesOf([...twoRounds, alone])).toEqual(flamesOf(twoRounds))
  })

  test('is unknown after one round, and for a candidate without a round in common with the baseline', () => {
    expect(flamesOf(twoRounds.slice(0, 2))[0]?.nodes.noise).toEqual([null])
    expect(flamesOf(twoRounds.slice(0, 2))[0]?.functionNoise).toEqual([null])
    const apart = [0, 1, 2, 3].map(round =>
      makeLaunch({ variant: round < 2 ? 'off' : 'on', round, stacks: { 'app:a': 1 } })
    )
    expect(flamesOf(apart)[0]?.nodes.noise).toEqual([null])
    const [graph] = flamesOf(twoRounds, ['on', 'other'])
    expect(graph?.nodes.noise.map(halves => halves?.length ?? null)).toEqual([4, null])
    expect(graph?.functionNoise.map(halves => halves?.length ?? null)).toEqual([4, null])
    expect(graph?.variants[2]).toEqual({ name: 'other', launches: 0, samples: 0 })
    expect(graph?.nodes.self[2]).toEqual([0, 0, 0, 0])
  })
})

test('a launch with a discarded slice is not used', () => {
  const bad = makeLaunch({ variant: 'on', round: 2, stacks: { 'app:z': 1 } })
  bad.slice.errors = 1
  expect(flamesOf([...twoRounds, bad])).toEqual(flamesOf(twoRounds))
  expect(flamesOf([bad])).toEqual([])
})

test('each profiler has its own graph, of bytes where it samples allocations', () => {
  const heap = makeLaunch({ variant: 'off', round: 0, profiler: 'heap', unit: 'bytes', stacks: { 'app:a': 5000 } })
  const graphs = flamesOf([heap, ...twoRounds])
  expect(graphs.map(({ profiler, unit }) => [profiler, unit])).toEqual([
    ['heap', 'bytes'],
    ['prof', 'micros']
  ])
  // Of 1,000 requests.
  expect(graphs[0]?.nodes.self[0]).toEqual([5])
})

describe('threads', () => {
  test('of one process are main and workers', () => {
    const launch = withThreads(twoRounds[0], [
      { pid: 5, threadId: 2, cpuMicros: 50_000 },
      { pid: 5, threadId: 0, cpuMicros: 100_000 }
    ])
    expect(flamesOf([launch]).map(({ thread, nodes }) => [thread, nodes.self[0]])).toEqual([
      ['main', [25, 75]],
      ['worker 2', [12.5, 37.5]]
    ])
  })

  test('of several processes are matched by the place of their process; all costs add up to those of the launches', () => {
    const pids = [
      [11, 12],
      [31, 32]
    ]
    const launches = [0, 2].map((index, launch) =>
      withThreads(
        twoRounds[index],
        present(pids[launch]).map((pid, process) => ({ pid, threadId: 0, cpuMicros: (process + 1) * 100_000 }))
      )
    )
    const graphs = flamesOf(launches)
    expect(graphs.map(({ thread, nodes }) => [thread, nodes.self[0]])).toEqual([
      ['process 1', [50, 50]],
      ['process 2', [100, 100]]
    ])
  })

  test('a thread that is missing in one launch has no cost there', () => {
    const main = { pid: 1, threadId: 0, cpuMicros: 100_000 }
    const launches = [
      withThreads(twoRounds[0], [main, { pid: 1, threadId: 1, cpuMicros: 80_000 }]),
      withThreads(twoRounds[2], [main])
    ]
    const [, worker] = flamesOf(launches)
    expect(worker?.nodes.self[0]).toEqual([10, 30])
  })
})

test('all costs of a recorded profile are finite and add up to the CPU of the thread', () => {
  const launches = ['off', 'on'].flatMap((variant, index) =>
    [0, 1].map(round => {
      const launch = makeLaunch({ variant, round, profiler: 'cdp', stacks: { 'app:a': 1 }, mainMicros: 100 + index })
      const file = JSON.parse(recording(`cpu-prof/node-${20 + 2 * round}/${index === 0 ? 'esm' : 'cjs'}.cpuprofile`))
      Object.assign(profileIn(launch), readCpuprofile(file))
      return launch
    })
  )
  const { nodes, timelines } = present(flamesOf(launches)[0])
  const [off = [], on = []] = nodes.self
  expect(off.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(100, 6)
  expect(on.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(101, 6)
  expect([...off, ...on, ...present(nodes.noise[0])].every(Number.isFinite)).toBe(true)
  expect(nodes.parent.every((parent, node) => parent >= -1 && parent < node)).toBe(true)
  expect(timelines.map(({ variant }) => variant)).toEqual(['off', 'on'])
})

/**
 * @param {string} variant
 * @param {number} round
 * @param {() => number} random
 */
function scattered(variant, round, random) {
  const few = () => Math.round(random() * 10)
  const stacks = {
    'node:http:onRequest > express/handle': 200 + few(),
    'node:http:onRequest > express/handle > app:answer': 600 + few(),
    'node:http:onRequest > express/handle > app:answer > ejs/render > native:write': 700 + few(),
    ...(variant === 'on' && { 'node:http:onRequest > express/handle > app:answer > app:burn': 150 + few() })
  }
  return makeLaunch({ variant, round, stacks, mainMicros: variant === 'on' ? 110 : 100 })
}

/** @param {() => number} random @returns {number} normal enough: the sum of twelve, as Irwin and Hall have it */
function gaussian(random) {
  return Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6) / 2
}

/**
 * @param {number[][]} self
 * @param {number} node
 */
function difference([off = [], on = []], node) {
  return (on[node] ?? 0) - (off[node] ?? 0)
}

/**
 * @param {Launch | undefined} launch
 * @param {{ pid: number, threadId: number, cpuMicros: number }[]} threads each with the tree of the launch's only one
 * @returns {Launch}
 */
function withThreads(launch, threads) {
  const { tree, slice } = present(launch)
  const [window] = slice.server.threads
  const windows = threads.map(thread => ({ ...present(window), ...thread }))
  return {
    tree: { ...tree, trees: threads.map(({ pid, threadId }) => ({ ...present(tree.trees[0]), pid, threadId })) },
    slice: { ...slice, server: { ...slice.server, threads: windows } }
  }
}

/** @param {Launch} launch */
function profileIn(launch) {
  return present(launch.tree.trees[0]).profile
}

/**
 * @param {FlameGraph} graph
 * @returns {Record<string, number[]>} self costs by variant, by stack
 */
function nodesIn(graph) {
  const { nodes } = graph
  return Object.fromEntries(
    nodes.parent.map((_, node) => [stackIn(graph, node), nodes.self.map(costs => costs[node] ?? 0)])
  )
}

/**
 * @param {FlameGraph} graph
 * @returns {Record<string, { difference: number, noise: number }>} by name of the function
 */
function differencesIn({ frames, nodes }) {
  const [off = [], on = []] = nodes.self.map(costs => subtreeWeights(nodes.parent, costs))
  return Object.fromEntries(
    nodes.frame.map((frame, node) => [
      present(frames[frame]).name,
      { difference: rounded((on[node] ?? 0) - (off[node] ?? 0)), noise: rounded(nodes.noise[0]?.[node] ?? 0) }
    ])
  )
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 1e6) / 1e6
}

describe('a function that only one variant has, between a caller and what it calls', () => {
  const handle = 'node:http:onRequest > app:handle'
  const direct = { 'node:http:onRequest': 10, [`${handle}`]: 40, [`${handle} > app:render > native:write`]: 50 }
  const wrapped = {
    'node:http:onRequest': 10,
    'node:http:onRequest > app:timed:80': 20,
    'node:http:onRequest > app:timed:80 > app:handle': 40,
    'node:http:onRequest > app:timed:80 > app:handle > app:render > native:write': 50
  }

  test.each([
    ['new', direct, wrapped],
    ['vanished', wrapped, direct]
  ])('is %s, and what it calls is not', (_, off, on) => {
    const [graph] = flamesOf([
      makeLaunch({ variant: 'off', round: 0, stacks: off }),
      makeLaunch({ variant: 'on', round: 0, stacks: on })
    ])
    const stacks = graph?.nodes.parent.map((_, node) => stackIn(graph, node))
    expect(stacks).toEqual([
      'onRequest',
      'onRequest > timed',
      'onRequest > timed > handle',
      'onRequest > timed > handle > render',
      'onRequest > timed > handle > render > write'
    ])
    const costs = graph?.nodes.self.map(own => own.map(cost => cost > 0))
    const isTimed = [true, true, true, false, true]
    const isNot = [true, false, true, false, true]
    expect(costs).toEqual(off === direct ? [isNot, isTimed] : [isTimed, isNot])
  })

  test('can call it through functions that both have', () => {
    const router = 'node:http:onRequest > express/next'
    const [graph] = flamesOf([
      makeLaunch({ variant: 'off', round: 0, stacks: { [router]: 20, [`${router} > app:handle`]: 80 } }),
      makeLaunch({
        variant: 'on',
        round: 0,
        stacks: { [router]: 20, [`${router} > app:timed > express/next > app:handle`]: 80 }
      })
    ])
    expect(graph?.nodes.parent.map((_, node) => stackIn(graph, node)).at(-1)).toBe(
      'onRequest > next > timed > next > handle'
    )
    expect(graph?.nodes.parent).toHaveLength(5)
  })

  test('is not one that calls something else', () => {
    const [graph] = flamesOf([
      makeLaunch({ variant: 'off', round: 0, stacks: direct }),
      makeLaunch({ variant: 'on', round: 0, stacks: { 'node:http:onRequest > app:audit:80 > native:read': 90 } })
    ])
    expect(graph?.nodes.parent).toHaveLength(6)
  })
})
