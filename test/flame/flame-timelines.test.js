import { expect, test } from '@jest/globals'
import { nodesOf, present, rowsOf } from '../helpers/call-trees.js'
import { flamesOf, stackIn } from '../helpers/flame-of.js'
import { makeLaunch } from '../helpers/make-trees.js'

test('the launches of the round with the median cost, in time order, one span for samples of the same node', () => {
  const launches = [300, 100, 200].flatMap((mainMicros, round) => [
    timed('off', round, mainMicros, [0, 1, 1, -1, 1], [0, 1000, 2100, 3000, 4500]),
    timed('on', round, mainMicros, [-1, 1, 0], [0, 900, 2000])
  ])
  const [graph] = flamesOf(launches)
  const { timelines } = present(graph)
  // The last sample of a recording lasts as long as the mean of the others.
  expect(timelines).toEqual([
    {
      variant: 'off',
      launch: '3-off-cdp',
      durationMicros: 5625,
      nodes: [0, 1, -1, 1],
      startsMicros: [0, 1000, 3000, 4500]
    },
    { variant: 'on', launch: '3-on-cdp', durationMicros: 3000, nodes: [-1, 1, 0], startsMicros: [0, 900, 2000] }
  ])
  expect([0, 1].map(node => stackIn(present(graph), node))).toEqual(['a', 'a > b'])
})

test('a function in two tiers is one span', () => {
  const launch = timed('off', 0, 100, [0, 2, 1, 2], [0, 10, 20, 30])
  const { profile } = present(launch.tree.trees[0])
  const rows = rowsOf(profile.nodes)
  profile.nodes = nodesOf([...rows, { ...present(rows[1]), tier: 'turbofan', self: 20 }])
  expect(flamesOf([launch])[0]?.timelines).toMatchObject([{ nodes: [0, 1], startsMicros: [0, 10], durationMicros: 40 }])
})

test('of two rounds the one that costs less; none where no round has samples of all variants', () => {
  const all = [300, 200].flatMap((mainMicros, round) =>
    ['off', 'on'].map(variant => timed(variant, round, mainMicros, [0, 1], [0, 10]))
  )
  const [graph] = flamesOf(all, ['on', 'never profiled'])
  expect(graph?.timelines.map(({ launch }) => launch)).toEqual(['2-off-cdp', '2-on-cdp'])
  expect(flamesOf(all.filter((_, index) => index === 0 || index === 3))[0]?.timelines).toEqual([])
})

/**
 * A launch in which `a` (node 0) calls `b` (node 1).
 * @param {string} variant
 * @param {number} round
 * @param {number} mainMicros
 * @param {number[]} nodes
 * @param {number[]} atMicros
 */
function timed(variant, round, mainMicros, nodes, atMicros) {
  const launch = makeLaunch({ variant, round, mainMicros, profiler: 'cdp', stacks: { 'app:a': 1, 'app:a > app:b': 1 } })
  const { profile } = present(launch.tree.trees[0])
  const lastMicros = atMicros.at(-1) ?? 0
  const mean = lastMicros / Math.max(1, atMicros.length - 1)
  const weights = atMicros.map((at, index) => (atMicros[index + 1] ?? lastMicros + mean) - at)
  const weightOf = (/** @type {number} */ node) =>
    weights.filter((_, index) => nodes[index] === node).reduce((sum, weight) => sum + weight, 0)
  profile.unit = 'micros'
  profile.nodes.self = Array.from(profile.nodes.self, (_, node) => weightOf(node))
  profile.idle = weightOf(-1)
  profile.samples = { nodes, atMicros }
  return launch
}
