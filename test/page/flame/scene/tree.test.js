import { expect, test } from '@jest/globals'
import { functionCosts, sortFunctions } from '../../../../src/page/flame/panel/function-table.js'
import { treeOf } from '../../../../src/page/flame/scene/tree.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

/** @import { Sorting } from '../../../../src/page/flame/panel/function-table.js' */

test('the total of a node includes its callees', () => {
  const tree = treeOf(smallGraph())
  expect(tree.total.map(column => [...column])).toEqual([
    [65, 20, 0, 35, 5, 15],
    [85, 70, 40, 5, 5, 15]
  ])
  expect([...tree.depth]).toEqual([0, 1, 2, 1, 2, 0])
})

test('the children of each node are listed, and the roots as children of -1', () => {
  const { childStart, children } = treeOf(smallGraph())
  const childrenOf = (/** @type {number} */ node) => [...children.slice(childStart[node + 1], childStart[node + 2])]
  expect([-1, 0, 1, 2, 3, 4, 5].map(childrenOf)).toEqual([[0, 5], [1, 3], [2], [], [4], [], []])
})

test('a recursive function counts once in its total, and all its calls count in its self cost', () => {
  const tree = treeOf(
    smallGraph({
      a: [1, 0, 0],
      'a > b': [2, 0, 0],
      'a > b > a': [4, 0, 0],
      'a > b > a > b': [8, 0, 0],
      b: [16, 0, 0]
    })
  )
  expect([...tree.isOutermost]).toEqual([1, 1, 0, 0, 1])
  expect(functionCosts(tree)).toEqual([
    { frame: 0, self: [5, 0], total: [15, 0] },
    { frame: 1, self: [26, 0], total: [30, 0] }
  ])
})

test('a stack of 100,000 frames does not overflow', () => {
  const length = 100_000
  const parent = Array.from({ length }, (_, node) => node - 1)
  const graph = smallGraph({ main: [0, 0, 0] })
  const ones = parent.map(() => 1)
  const tree = treeOf({
    ...graph,
    nodes: { parent, frame: parent.map(() => 0), self: [ones, ones], noise: [null] }
  })
  expect(tree.total[0]?.[0]).toBe(length)
  expect(tree.isOutermost.reduce((sum, each) => sum + each, 0)).toBe(1)
})

test('functions are sorted by any column, in both directions, the largest first whatever their sign', () => {
  const graph = smallGraph()
  const tree = treeOf(graph)
  const rows = functionCosts(tree)
  const [baseline, candidate] = [0, 1].map(variant => (/** @type {number[]} */ costs) => costs[variant] ?? 0)
  expect(namesBy({ by: 'total', isDown: true }, baseline)).toEqual([
    'main',
    'lib',
    'work',
    '(garbage collector)',
    'write'
  ])
  expect(namesBy({ by: 'self', isDown: false }, candidate)).toEqual([
    'lib',
    'main',
    '(garbage collector)',
    'work',
    'write'
  ])
  const change = (/** @type {number[]} */ [one = 0, other = 0]) => other - one
  expect(namesBy({ by: 'total', isDown: true }, change)).toEqual([
    'work',
    'write',
    'lib',
    'main',
    '(garbage collector)'
  ])
  expect(namesBy({ by: 'name', isDown: false })).toEqual(['(garbage collector)', 'lib', 'main', 'work', 'write'])

  /** @param {Sorting} sorting @param {(costs: number[]) => number} [costIn] */
  function namesBy(sorting, costIn = () => 0) {
    return sortFunctions(rows, graph.frames, sorting, costIn).map(({ frame }) => graph.frames[frame]?.name)
  }
})
