import { expect, test } from '@jest/globals'
import { unpackFlame } from '../../../src/page/browser/unpack.js'
import { flamePart, packFlame } from '../../../src/page/parts/packed-parts.js'
import { differenceText } from '../../../src/report/sections/blame-sections.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { blameRowOf, costOf } from '../../helpers/costs.js'
import { makeFlame } from '../../helpers/make-flame.js'

/** @import { Blame } from '../../../src/blame/types.js' */
/** @import { FlameGraph, OwnerFrame } from '../../../src/flame/types.js' */

test('a packed graph is base64 only, whatever the names of functions', () => {
  const [frame] = makeFlame().frames
  const hostile = ['</script><script>alert(1)</script>', '"\'`&lt;\u2028\u0000\ud800', 'x'.repeat(1e6)]
  const frames = hostile.map(name => ({ .../** @type {NonNullable<typeof frame>} */ (frame), name, file: name }))
  expect(packFlame(makeFlame({ frames }))).toMatch(/^[A-Za-z0-9+/]+=*$/)
})

test('costs keep four digits and noise three', async () => {
  const { nodes } = makeFlame()
  const self = [nodes.self[0] ?? [], [1234.5678, 0.000123456, 9.99999, 0, 5e-7]]
  const noise = [[1234.5678, 0.0998877, 1, 2, 0]]
  const graph = makeFlame({ nodes: { ...nodes, self, noise }, functionNoise: [[12.3456, 0, 7], null] })
  const unpacked = await unpackFlame(packFlame(graph))
  expect(unpacked.nodes.self[1]).toEqual([1235, 0.0001235, 10, 0, 5e-7])
  expect(unpacked.nodes.noise).toEqual([[1230, 0.0999, 1, 2, 0]])
  expect(unpacked.functionNoise).toEqual([[12.3, 0, 7], null])
})

test('a hundred thousand nodes take less than a megabyte and a half', () => {
  const random = seededRandom(3)
  const nodes = Array.from({ length: 100_000 }, (_, node) => node)
  const costs = () => nodes.map(() => (random() < 0.5 ? 0 : random() ** 4))
  const graph = makeFlame({
    nodes: {
      parent: nodes.map(node => Math.max(-1, node - 1 - Math.floor(random() ** 8 * 40))),
      frame: nodes.map(() => Math.floor(random() * 3)),
      self: [costs(), costs()],
      noise: [costs()]
    }
  })
  expect(packFlame(graph).length).toBeLessThan(1.5e6)
})

test('a packed graph is unpacked unchanged', async () => {
  const { owners, ...graph } = makeFlame()
  const { owners: unpacked, ...others } = await unpackFlame(packFlame(makeFlame(), [['work +1 µs']]))
  expect(others).toEqual({ ...graph, rowWords: [['work +1 µs']] })
  expect(unpacked).toEqual({
    ...owners,
    frames: owners.frames.map(frame => expect.objectContaining({ frame: frame.frame }))
  })
})

test('owners have the names of the blame table', async () => {
  const [app, entry, gc] = makeFlame().owners.frames
  const place = { file: 'node:internal/console/constructor', line: 1 }
  const calls = [
    { name: 'log', ...place },
    { name: 'inspect', file: 'node:internal/util/inspect', line: 2 }
  ]
  const frames = [{ ...app, replaces: 'serve' }, entry, gc, { ...app, name: 'inspect', calls }]
  const graph = makeFlame({ owners: { ...makeFlame().owners, frames: /** @type {OwnerFrame[]} */ (frames) } })
  expect((await unpackFlame(packFlame(graph))).owners.frames.map(({ name }) => name)).toEqual([
    'handle (replaces serve)',
    'a next',
    'garbage collector',
    'console.log > inspect'
  ])
})

test('a graph of one round without timelines and an empty graph are unpacked unchanged', async () => {
  const graph = makeFlame({ nodes: { ...makeFlame().nodes, noise: [null] }, functionNoise: [null], timelines: [] })
  expect(await unpackFlame(packFlame(graph))).toMatchObject({
    nodes: graph.nodes,
    functionNoise: [null],
    timelines: []
  })
  const empty = makeFlame({ frames: [], nodes: { parent: [], frame: [], self: [[], []], noise: [[]] } })
  expect(await unpackFlame(packFlame(empty))).toMatchObject({ frames: [], nodes: empty.nodes })
})

test('names are unpacked as a page shows them', async () => {
  const [frame] = makeFlame().frames
  const name = '</script> "\'\\ \u2028 \ud83d\ude00 __proto__'
  const graph = makeFlame({ frames: [{ .../** @type {NonNullable<typeof frame>} */ (frame), name }] })
  expect((await unpackFlame(packFlame(graph))).frames[0]?.name).toBe(name.replace('\u2028', '\ufffd'))
})

test('a row of the blame has the same words at its frames as in the table, also where it has too few samples', async () => {
  const wide = { ...costOf(40, 0.8), low: -160, high: 240 }
  const rows = [blameRowOf({ cost: wide }), blameRowOf({ cost: costOf(40, 0.8) })]
  const blame = /** @type {Blame} */ (
    /** @type {unknown} */ ({ profiler: 'cdp', candidate: 'on', unit: 'micros', rows, rounds: 4, total: costOf(50, 1) })
  )
  const [packed] = flamePart([makeFlame()], { blames: [blame], candidates: ['on'] })
  const { rowWords } = await unpackFlame(packed?.text ?? '')
  expect(rowWords[0]).toEqual(rows.map(({ cost }) => expect.stringContaining(` ${differenceText(cost, blame)}, `)))
  expect(rowWords[0]?.[0]).toContain('too few samples')
})

test('a truncated text is rejected', async () => {
  const packed = packFlame(makeFlame())
  await expect(unpackFlame(packed.slice(0, packed.length >> 1).slice(0, -4))).rejects.toThrow()
})

test('the graph with the largest row of the blame is shown first, and else one of the profiler that blames', () => {
  const none = { ...makeFlame().owners, blamed: [[{ frames: [], figure: /** @type {const} */ ('other') }]] }
  const cdp = makeFlame({ owners: { ...none, blamed: [[]] } })
  const prof = makeFlame({ profiler: 'prof', owners: none })
  const worker = makeFlame({ profiler: 'prof', thread: 'worker 1' })
  const blames = /** @type {Blame[]} */ (
    [{ profiler: 'prof', candidate: 'on', unit: 'micros', rows: [] }].map(each => /** @type {unknown} */ (each))
  )
  const firstOf = (/** @type {FlameGraph[]} */ graphs) =>
    flamePart(graphs, { blames, candidates: ['on'] }).findIndex(({ source }) => source.isFirst)
  expect(firstOf([cdp, prof, worker])).toBe(2)
  expect(firstOf([cdp, prof])).toBe(1)
  expect(firstOf([cdp])).toBe(0)
})
