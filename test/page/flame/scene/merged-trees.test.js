import { describe, expect, test } from '@jest/globals'
import { calleesOf, callersOf, treeOf, withoutGroups } from '../../../../src/page/flame/scene/tree.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

/** @import { FlameTree } from '../../../../src/page/flame/types.js' */

/** @param {FlameTree} tree */
function namedNodes(tree) {
  return Array.from(tree.frame, (frame, node) => ({
    name: tree.frames[frame]?.name,
    parent: tree.parent[node],
    total: tree.total.map(column => column[node]),
    noise: tree.noise[0]?.[node]
  }))
}

const graph = smallGraph()
const work = graph.frames.findIndex(({ name }) => name === 'work')

test('callees of a function over both of its call sites', () => {
  expect(namedNodes(calleesOf(treeOf(graph), work))).toEqual([
    { name: 'work', parent: -1, total: [25, 75], noise: 11 },
    { name: 'write', parent: 0, total: [0, 40], noise: 3 }
  ])
})

test('callers of a function with its cost per caller', () => {
  expect(namedNodes(callersOf(treeOf(graph), work))).toEqual([
    { name: 'work', parent: -1, total: [25, 75], noise: 11 },
    { name: 'main', parent: 0, total: [20, 70], noise: 10 },
    { name: 'lib', parent: 0, total: [5, 5], noise: 1 },
    { name: 'main', parent: 2, total: [5, 5], noise: 1 }
  ])
})

test('a recursive call is below the first one, and counts once', () => {
  const tree = treeOf(smallGraph({ a: [1, 1, 0], 'a > b': [2, 2, 0], 'a > b > a': [4, 4, 0] }))
  expect(namedNodes(calleesOf(tree, 0)).map(({ name, total }) => [name, total[0]])).toEqual([
    ['a', 7],
    ['b', 6],
    ['a', 4]
  ])
  expect(namedNodes(callersOf(tree, 0)).map(({ name, total }) => [name, total[0]])).toEqual([['a', 7]])
})

test('unknown noise stays unknown', () => {
  const unknown = { ...graph, nodes: { ...graph.nodes, noise: [null] } }
  expect(calleesOf(treeOf(unknown), work).noise).toEqual([null])
})

describe('without the frames of some code owners', () => {
  test('their cost counts for the frame above, and calls by way of them are calls from it', () => {
    const tree = withoutGroups(treeOf(smallGraph()), 0b0110) // packages and Node.js
    expect(costsIn(tree)).toEqual({
      main: [40, 10],
      'main > work': [25, 75],
      '(garbage collector)': [15, 15]
    })
  })

  test('those without a frame above are gone', () => {
    expect(costsIn(withoutGroups(treeOf(smallGraph()), 0b1001))).toEqual({ write: [0, 40], lib: [35, 5] })
  })

  test('nothing hidden is the same tree', () => {
    const tree = treeOf(smallGraph())
    expect(withoutGroups(tree, 0)).toBe(tree)
  })
})

/** @param {FlameTree} tree @returns {Record<string, number[]>} self costs by stack */
function costsIn({ frames, frame, parent, self }) {
  return Object.fromEntries([...parent.keys()].map(node => [stackOf(node), self.map(column => column[node] ?? 0)]))

  /** @param {number} node @returns {string} */
  function stackOf(node) {
    const name = frames[frame[node] ?? -1]?.name ?? ''
    const above = parent[node] ?? -1
    return above < 0 ? name : `${stackOf(above)} > ${name}`
  }
}
