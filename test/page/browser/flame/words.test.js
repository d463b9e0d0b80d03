import { expect, test } from '@jest/globals'
import { calleesOf } from '../../../../src/page/browser/flame/merged-trees.js'
import { treeOf } from '../../../../src/page/browser/flame/tree.js'
import { describeNode, matchesInWords, timeInWords, toldOf } from '../../../../src/page/browser/flame/words.js'
import { smallGraph } from './small-graph.js'

const graph = smallGraph()
const tree = treeOf(graph)
const told = toldOf(tree, graph, 1)

test('a node is told with both costs, their shares and what the difference is worth', () => {
  expect(describeNode(tree, 0, told)).toEqual({
    name: 'main',
    lines: [
      'src/main.js:1 · the app',
      'With all it calls: off 65.0 µs (81.3%), on 85.0 µs (85.0%).',
      'Itself: off 10.0 µs (12.5%), on 10.0 µs (10.0%).',
      'Difference: +20 µs ± 5; outside the noise.'
    ]
  })
  expect(describeNode(tree, 2, told).lines).toEqual([
    'node:fs:9 · node · mostly turbofan',
    'With all it calls: off 0 µs (0.0%), on 40.0 µs (40.0%).',
    'Itself: off 0 µs (0.0%), on 40.0 µs (40.0%).',
    'Difference: +40 µs ± 3, only in on; outside the noise.'
  ])
  expect(describeNode(tree, 3, told).lines.at(-1)).toBe('Difference: -30 µs ± 40; within the noise.')
})

test('merged nodes have noise of at most so much, and one round has none that is known', () => {
  expect(describeNode(calleesOf(tree, 1), 0, told).lines.at(-1)).toBe(
    'Difference: +50 µs ± 11 at most; outside the noise.'
  )
  const one = treeOf({ ...graph, nodes: { ...graph.nodes, noise: [null] } })
  expect(describeNode(one, 0, told).lines.at(-1)).toBe('Difference: +20.0 µs; its noise is not known.')
})

test('a bar in the order of time is told with when it begins and how long it lasts', () => {
  expect(timeInWords({ start: 812_300, end: 813_820 })).toBe(
    'Here from 812 ms on, for 1.52 ms. All launches, a request:'
  )
})

test('what is found is told with its costs, and that nothing is', () => {
  expect(matchesInWords({ functions: 1, costs: [20, 50] }, told)).toBe(
    '1 function, 20.0 µs (25.0%) of off, 50.0 µs (50.0%) of on'
  )
  expect(matchesInWords({ functions: 0, costs: [0, 0] }, told)).toBe(
    'No function has that in its name, file or package.'
  )
})
