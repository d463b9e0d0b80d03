import { describe, expect, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { locatedBlames } from '../../src/blame/blame.js'
import { evidenceOf } from '../../src/blame/evidence.js'
import { flameGraphs } from '../../src/flame/flame-graphs.js'
import { subtreeWeights } from '../../src/profile/tree/tree-columns.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { sum } from '../../src/stats/means.js'
import { present } from '../helpers/call-trees.js'
import { flamesOf, profiledOf } from '../helpers/flame-of.js'
import { makeLaunch } from '../helpers/make-trees.js'
import { sampleRoot } from '../helpers/sample-run.js'

/** @import { LocatedRow, OwnerGraph } from '../../src/flame/types.js' */
/** @import { Stacks } from '../helpers/make-trees.js' */

const logged = 'app:answer > node:internal/console/constructor:log'
const base = {
  'express/handle': 100,
  'express/handle > app:answer': 300,
  'express/handle > app:answer > ejs/render': 200
}
const withLog = { ...base, [`${logged} > node:util:inspect`]: 80, [`${logged} > node:fs:writeSync`]: 70 }

test('a frame is an owner with the Node.js code that it calls, packages below the function that calls them', () => {
  const stacks = {
    'node:http:onRequest': 10,
    'node:http:onRequest > express/handle': 20,
    'node:http:onRequest > express/handle > express/next > node:events:emit': 30,
    'node:http:onRequest > express/handle > app:answer > node:fs:read > native:pread': 40,
    'node:http:onRequest > express/handle > app:answer > ejs/render > ejs/compile': 50,
    gc: 5
  }
  expect(costsIn(ownersOf(stacks, stacks))).toEqual({
    'express handle': [50, 50],
    answer: [40, 40],
    'answer > ejs render': [50, 50],
    core: [10, 10],
    gc: [5, 5]
  })
})

test('all costs add up to those of the whole graph', () => {
  const [graph] = graphsOf(base, withLog)
  const { nodes, owners } = present(graph)
  for (const variant of [0, 1]) {
    const sampled = (owners.nodes.self[variant] ?? []).filter((_, node) => !owners.frames[node]?.threads)
    expect(sum(sampled)).toBeCloseTo(sum(nodes.self[variant] ?? []), 9)
  }
})

test('threads that no profiler samples are frames with the CPU that the system counts', () => {
  const [graph] = graphsOf(base, withLog)
  const { frames, nodes } = present(graph).owners
  const helpers = frames.findIndex(({ threads }) => threads === 'helpers')
  expect(nodes.parent[helpers]).toBe(-1)
  expect(nodes.self.map(column => column[helpers])).toEqual([expect.closeTo(5), expect.closeTo(5)])
})

test('a function with several callers is one frame, below the function that is above all of them', () => {
  const stacks = {
    'app:serve > app:list > app:format': 10,
    'app:serve > app:show > app:format': 10,
    'app:serve > app:list': 10,
    'app:serve > app:show': 10
  }
  expect(Object.keys(costsIn(ownersOf(stacks, stacks))).sort()).toEqual([
    'serve',
    'serve > format',
    'serve > list',
    'serve > show'
  ])
})

test('functions that call each other are one frame each', () => {
  const stacks = { 'app:a > app:b > app:a > app:b': 90, 'app:a': 5, 'app:a > app:b': 5 }
  expect(costsIn(ownersOf(stacks, stacks))).toEqual({ a: [5, 5], 'a > b': [95, 95] })
})

describe('a function that only one variant calls', () => {
  const below = (/** @type {string} */ outer) => ({
    [`${outer}express/handle`]: 50,
    [`${outer}express/handle > app:answer`]: 100,
    [`${outer}express/handle > app:answer > app:render`]: 200,
    [`${outer}express/handle > app:answer > app:render > ejs/compile`]: 300
  })

  test('changes nothing but its own frame', () => {
    const costs = costsIn(ownersOf(below(''), { ...below('app:timed > '), 'app:timed': 20 }))
    expect(costs).toEqual({
      timed: [0, 20],
      'express handle': [50, 50],
      answer: [100, 100],
      'answer > render': [200, 200],
      'answer > render > ejs compile': [300, 300]
    })
  })

  test('and another one in its place change nothing but their own frames', () => {
    const before = {
      ...below('app:guard:5:1:/srv/app/old.js > '),
      'app:guard:5:1:/srv/app/old.js > node:crypto:verify': 30
    }
    const after = { ...below('app:timed > '), 'app:timed': 20 }
    const changed = Object.entries(costsIn(ownersOf(before, after))).filter(([, [off, on]]) => off !== on)
    expect(changed.map(([stack]) => stack).sort()).toEqual(['guard > verify', 'timed'])
  })
})

describe('a row of the blame', () => {
  test('has a frame with the same figure and interval', () => {
    const { blame, graph, owners } = blamedIn(base, withLog)
    expect(blame.rows.map(({ path }) => path.map(({ name }) => name).join(' > '))).toEqual([
      'log > inspect',
      'log > writeSync'
    ])
    const totals = owners.nodes.self.map(self => subtreeWeights(owners.nodes.parent, self))
    const shown = blame.rows.map(function frameOf({ cost }, row) {
      const { frames: [node = -1] = [], figure } = owners.blamed[0]?.[row] ?? {}
      expect(figure).toBe('total')
      const difference = (totals[1]?.[node] ?? 0) - (totals[0]?.[node] ?? 0)
      expect(difference).toBeCloseTo(cost.difference, 9)
      expect(owners.nodes.noise[0]?.[node]).toBeCloseTo((Number(cost.high) - Number(cost.low)) / 2, 9)
      return owners.frames[node]
    })
    expect(shown.map(frame => frame?.calls?.map(({ name }) => name))).toEqual([
      ['log', 'inspect'],
      ['log', 'writeSync']
    ])
    expect(shown.map(frame => graph.frames[frame?.frame ?? -1]?.name)).toEqual(['inspect', 'writeSync'])
  })

  test('of the own cost of a function is its frame', () => {
    const { blame, owners } = blamedIn(base, { ...base, 'express/handle > app:answer': 500 })
    expect(blame.rows.map(({ owner }) => owner?.name)).toEqual(['answer'])
    const [node = -1] = owners.blamed[0]?.[0]?.frames ?? []
    expect(owners.frames[node]?.name).toBe('answer')
    expect((owners.nodes.self[1]?.[node] ?? 0) - (owners.nodes.self[0]?.[node] ?? 0)).toBeCloseTo(
      blame.rows[0]?.cost.difference ?? 0,
      9
    )
  })

  test('of what other rows leave of a function is its own cost', () => {
    const { blame, owners } = blamedIn(base, { ...withLog, 'express/handle > app:answer': 400 })
    const row = blame.rows.findIndex(({ path }) => path.length === 0)
    expect(blame.rows[row]?.owner?.name).toBe('answer')
    expect(owners.blamed[0]?.[row]?.figure).toBe('own')
  })

  test('of several functions is the sum of the frames that it has completely, and of own costs', () => {
    const { blame, owners } = blamedIn(
      { 'express/handle': 100, 'app:answer': 300, 'app:answer > app:other': 100 },
      {
        'express/handle': 100,
        'app:answer': 300,
        'app:answer > app:other': 100,
        'node:net:one': 90,
        'node:net:one > node:net:inner': 40,
        'node:timers:two': 30
      }
    )
    expect(blame.rows.map(({ joined }) => joined)).toEqual([{ kind: 'event-loop', count: 3 }])
    const { frames = [], figure } = owners.blamed[0]?.[0] ?? {}
    expect([figure, frames.map(node => owners.frames[node]?.name)]).toEqual(['sum', ['one', 'two']])
    expect(differenceIn(owners, present(owners.blamed[0]?.[0]))).toBeCloseTo(160, 9)
  })

  test('adds up where another candidate has a row of a part of the same function', () => {
    const launches = [0, 1, 2, 3].flatMap(round =>
      Object.entries({ off: base, on: { ...base, 'express/handle > app:answer': 500 }, log: withLog }).map(
        ([variant, stacks]) =>
          makeLaunch({
            variant,
            round,
            stacks: { ...stacks, [`express/handle > ${logged} > node:util:inspect`]: variant === 'log' ? 90 : 10 },
            mainMicros: sum(Object.values(stacks)) + (variant === 'log' ? 90 : 10)
          })
      )
    )
    const { blamed } = present(flamesOf(launches, ['on', 'log'])[0]).owners
    expect(blamed.map(rows => rows.every(({ figure }) => figure !== 'other'))).toEqual([true, true])
  })

  test('of more rounds than the graph says so', () => {
    const launches = [0, 1, 2, 3].flatMap(function inRound(round) {
      const on = { ...base, 'express/handle > app:answer': 500 + 20 * round }
      const variants = round < 3 ? { off: base, on, third: base } : { off: base, on }
      return Object.entries(variants).map(([variant, stacks]) =>
        makeLaunch({ variant, round, stacks, mainMicros: sum(Object.values(stacks)) })
      )
    })
    const { blamed } = present(flamesOf(launches, ['on', 'third'])[0]).owners
    expect(blamed[0]?.[0]).toMatchObject({ figure: 'other', because: 'rounds' })
  })

  test('of a function on two threads says that the graph of each has a part', () => {
    const launches = launchesOf(base, withLog).map(function onTwoThreads({ tree, slice }) {
      const { server } = slice
      const worker = server.threads.map(thread => ({ ...thread, threadId: 1 }))
      const trees = [...tree.trees, ...tree.trees.map(each => ({ ...each, threadId: 1 }))]
      return {
        tree: { ...tree, trees },
        slice: { ...slice, server: { ...server, threads: [...server.threads, ...worker] } }
      }
    })
    const rows = flamesOf(launches).map(({ owners }) => present(owners.blamed[0]?.[0]))
    expect(rows.map(({ figure, because }) => [figure, because])).toEqual([
      ['other', 'threads'],
      ['other', 'threads']
    ])
  })

  test('that is spread over callees has a frame, and says that it is more', () => {
    const names = Array.from({ length: 20 }, (_, index) => `part${index}`)
    const stacks = (/** @type {string} */ outer, /** @type {number} */ weight) =>
      Object.fromEntries(names.map(name => [`${outer}${name}`, weight]))
    const same = {
      ...stacks('app:other > app:', 9),
      ...stacks('app:other > app:un', 30),
      ...stacks('app:other > app:in', 30)
    }
    const { blame, owners } = blamedIn(
      { ...same, ...stacks('app:serve > app:', 9) },
      { ...same, ...stacks('app:serve > app:', 13) }
    )
    expect(blame.rows.map(({ owner, isSpread }) => [owner?.name, isSpread])).toEqual([['serve', true]])
    expect(owners.blamed[0]?.[0]).toMatchObject({ figure: 'other', because: 'spread' })
  })

  test('of code without an owner has a frame below that code', () => {
    const { blame, owners } = blamedIn(
      { ...base, 'node:vm:idle': 5 },
      { ...base, 'node:vm:idle': 5, 'node:vm:sweep': 200 }
    )
    expect(blame.rows.map(({ owner }) => owner?.name)).toEqual(['sweep'])
    expect(costsIn(owners)).toMatchObject({ core: [5, 5], 'core > sweep': [0, 200] })
    const [node = -1] = owners.blamed[0]?.[0]?.frames ?? []
    expect(owners.frames[node]?.name).toBe('sweep')
  })

  test('is in no frame of another profiler, which has the same parts', () => {
    const both = /** @type {const} */ (['prof', 'cdp']).flatMap(profiler => launchesOf(base, withLog, profiler))
    const cdp = present(flamesOf(both).find(({ profiler }) => profiler === 'cdp')).owners
    expect(cdp.blamed).toEqual([[]])
    expect(costsIn(cdp)).toMatchObject({ 'answer > inspect': [0, 80], 'answer > writeSync': [0, 70] })
  })
})

test('in the committed run the frames of each row add up to its difference', () => {
  const run = new RunFolder(sampleRoot).read()
  const { analysis, graphs } = analyse(run)
  const { blames } = analysis
  const [graph] = graphs().filter(({ profiler }) => profiler === 'prof')
  const { owners, variants } = present(graph)
  owners.blamed.forEach(function checkRows(located, index) {
    const blame = present(blames.find(({ candidate }) => candidate === variants[index + 1]?.name))
    expect(located).toHaveLength(blame.rows.length)
    blame.rows.forEach(function checkRow({ cost }, row) {
      const found = present(located[row])
      expect(found.figure).not.toBe('other')
      expect(differenceIn(owners, found, index + 1)).toBeCloseTo(cost.difference, 6)
      const [first = -1] = found.frames
      const noise = owners.nodes.noise[index]?.[first] ?? Infinity
      if (found.figure === 'total') expect(noise).toBeLessThan(Math.abs(cost.difference))
    })
  })
})

test('costs in the microseconds of unprofiled launches keep the noise that each frame has', () => {
  const launches = [0, 1, 2, 3].flatMap(round => [
    makeLaunch({
      variant: 'off',
      round,
      stacks: { 'app:a': 100 + 9 * round, 'app:b': 500 },
      mainMicros: 600 + 9 * round
    }),
    makeLaunch({
      variant: 'on',
      round,
      stacks: { 'app:a': 140, 'app:b': 500 + 90 * round },
      mainMicros: 640 + 90 * round
    })
  ])
  const cpu = { mainMicros: 0.5 * 613.5, allMicros: 400, pool: null, helpers: null }
  const noiseWith = (/** @type {Map<string, typeof cpu>} */ unprofiled) => {
    const evidence = evidenceOf(profiledOf(launches), 'off', ['on'], unprofiled)
    const [graph] = flameGraphs(evidence, {
      profilers: ['prof'],
      variants: ['off', 'on'],
      blames: [],
      folder: '/srv/app/'
    })
    return present(graph?.nodes.noise[0])
  }
  const [usual, scaled] = [noiseWith(new Map()), noiseWith(new Map([['on', cpu]]))]
  expect(new Set(usual).size).toBeGreaterThan(1)
  expect(scaled.map((noise, node) => noise / present(usual[node]))).toEqual(usual.map(() => expect.closeTo(0.5)))
})

/** Returns the sum over the frames of a row. @type {(owners: OwnerGraph, row: LocatedRow, candidate?: number) => number} */
function differenceIn({ nodes: { parent, self } }, { frames, figure, ownFrames = [] }, candidate = 1) {
  const own = parent.map((_, node) => (self[candidate]?.[node] ?? 0) - (self[0]?.[node] ?? 0))
  const totals = subtreeWeights(parent, own)
  return sum(frames.map(node => (figure === 'own' || ownFrames.includes(node) ? own : totals)[node] ?? 0))
}

/** @param {Stacks} off @param {Stacks} on @param {'prof' | 'cdp'} [profiler] a sample is 1 µs per request */
function launchesOf(off, on, profiler) {
  return [0, 1, 2, 3].flatMap(round =>
    Object.entries({ off, on }).map(([variant, stacks]) =>
      makeLaunch({ variant, round, stacks, mainMicros: sum(Object.values(stacks)), ...(profiler && { profiler }) })
    )
  )
}

/** @param {Stacks} off @param {Stacks} on */
function graphsOf(off, on) {
  return flamesOf(launchesOf(off, on))
}

/** @param {Stacks} off @param {Stacks} on */
function ownersOf(off, on) {
  return present(graphsOf(off, on)[0]).owners
}

/** @param {Stacks} off @param {Stacks} on */
function blamedIn(off, on) {
  const launches = launchesOf(off, on)
  const [blame] = locatedBlames('on', 'off', evidenceOf(profiledOf(launches), 'off', ['on']))
  const graph = present(flamesOf(launches)[0])
  return { blame: present(blame), graph, owners: graph.owners }
}

/** @param {OwnerGraph} owners @returns {Record<string, number[]>} own costs by variant, by names from the outside */
function costsIn({ frames, nodes: { parent, self } }) {
  return Object.fromEntries(
    [...frames.keys()]
      .filter(isSampled)
      .map(node => [stackOf(node), self.map(costs => Math.round((costs[node] ?? 0) * 1e6) / 1e6)])
  )

  /** @param {number} node */
  function isSampled(node) {
    return frames[node]?.threads === undefined
  }

  /** @param {number} node @returns {string} */
  function stackOf(node) {
    const { name = '', group = '', packageName = null, calls } = frames[node] ?? {}
    const own = [calls ? null : packageName, name || group].filter(Boolean).join(' ')
    const above = parent[node] ?? -1
    return above < 0 ? own : `${stackOf(above)} > ${own}`
  }
}
