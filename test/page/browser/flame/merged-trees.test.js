import { expect, test } from '@jest/globals'
import { calleesOf, callersOf } from '../../../../src/page/browser/flame/merged-trees.js'
import { treeOf } from '../../../../src/page/browser/flame/tree.js'
import { smallGraph } from './small-graph.js'

/** @import { FlameTree } from '../../../../src/page/browser/flame/types.js' */

/** @param {FlameTree} tree */
function told(tree) {
  return Array.from(tree.frame, (frame, node) => ({
    name: tree.frames[frame]?.name,
    parent: tree.parent[node],
    total: tree.total.map(column => column[node]),
    noise: tree.noise[0]?.[node]
  }))
}

const graph = smallGraph()
const work = graph.frames.findIndex(({ name }) => name === 'work')

test('what a function calls, from both places it is called from', () => {
  expect(told(calleesOf(treeOf(graph), work))).toEqual([
    { name: 'work', parent: -1, total: [25, 75], noise: 11 },
    { name: 'write', parent: 0, total: [0, 40], noise: 3 }
  ])
})

test('who calls a function, with what it costs for each', () => {
  expect(told(callersOf(treeOf(graph), work))).toEqual([
    { name: 'work', parent: -1, total: [25, 75], noise: 11 },
    { name: 'main', parent: 0, total: [20, 70], noise: 10 },
    { name: 'lib', parent: 0, total: [5, 5], noise: 1 },
    { name: 'main', parent: 2, total: [5, 5], noise: 1 }
  ])
})

test('a call of itself is below its first one, and costs once', () => {
  const tree = treeOf(smallGraph({ a: [1, 1, 0], 'a > b': [2, 2, 0], 'a > b > a': [4, 4, 0] }))
  expect(told(calleesOf(tree, 0)).map(({ name, total }) => [name, total[0]])).toEqual([
    ['a', 7],
    ['b', 6],
    ['a', 4]
  ])
  expect(told(callersOf(tree, 0)).map(({ name, total }) => [name, total[0]])).toEqual([['a', 7]])
})

test('where the noise is not known it stays so', () => {
  const unknown = { ...graph, nodes: { ...graph.nodes, noise: [null] } }
  expect(calleesOf(treeOf(unknown), work).noise).toEqual([null])
})
