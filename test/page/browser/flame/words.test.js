import { expect, test } from '@jest/globals'
import { calleesOf } from '../../../../src/page/browser/flame/merged-trees.js'
import { scenesOf } from '../../../../src/page/browser/flame/scenes.js'
import { treeOf } from '../../../../src/page/browser/flame/tree.js'
import { describeNode, infoOf, matchesInWords, timeInWords } from '../../../../src/page/browser/flame/words.js'
import { smallGraph } from './small-graph.js'

const graph = smallGraph()
const scenes = scenesOf(graph)
const { tree } = scenes
const info = infoOf(scenes, 1)

test('a node is described by both costs, their shares and the significance of the difference', () => {
  expect(describeNode(tree, 0, info)).toEqual({
    name: 'main',
    lines: [
      'src/main.js:1 · the app',
      'Total: off 65.0 µs (81.3%), on 85.0 µs (85.0%).',
      'Self: off 10.0 µs (12.5%), on 10.0 µs (10.0%).',
      'Difference: +20 µs ± 5, significant.'
    ]
  })
  expect(describeNode(tree, 2, info).lines).toEqual([
    'node:fs:9 · Node.js · mostly Turbofan (optimising)',
    'Total: off 0 µs (0.0%), on 40.0 µs (40.0%).',
    'Self: off 0 µs (0.0%), on 40.0 µs (40.0%).',
    'Difference: +40 µs ± 3, only in on, significant.'
  ])
  expect(describeNode(tree, 3, info).lines.at(-1)).toBe('Difference: -30 µs ± 40, not significant.')
})

test('the noise of merged nodes is an upper bound, and that of one round is unknown', () => {
  expect(describeNode(calleesOf(tree, 1), 0, info).lines.at(-1)).toBe('Difference: +50 µs ± 11 at most, significant.')
  const one = treeOf({ ...graph, nodes: { ...graph.nodes, noise: [null] } })
  expect(describeNode(one, 0, info).lines.at(-1)).toBe('Difference: +20.0 µs, significance unknown.')
})

test('a bar of a timeline is described by its start and its duration', () => {
  expect(timeInWords({ start: 812_300, end: 813_820 })).toBe(
    'This frame: starts at 812 ms, lasts 1.52 ms. All launches, per request:'
  )
})

test('a search result states its costs, or that nothing matches', () => {
  expect(matchesInWords({ functions: 1, costs: [20, 50] }, info)).toBe(
    '1 function: 20.0 µs in off (25.0% of total), 50.0 µs in on (50.0% of total)'
  )
  expect(matchesInWords({ functions: 0, costs: [0, 0] }, info)).toBe('No match in function, file or package names.')
})
