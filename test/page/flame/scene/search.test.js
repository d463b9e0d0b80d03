import { expect, test } from '@jest/globals'
import { widthsOf } from '../../../../src/page/flame/scene/scenes.js'
import { findPath, matchNodes, sumMatches } from '../../../../src/page/flame/scene/search.js'
import { ownerTreeOf, treeOf } from '../../../../src/page/flame/scene/tree.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

const graph = smallGraph()
const tree = treeOf(graph)
const widths = widthsOf(tree, [0, 1])

test.each([
  ['name', 'WOR', { functions: 1, costs: [25, 75] }],
  ['file, where a match within a match counts once', 'src/', { functions: 2, costs: [65, 85] }],
  ['package', 'lib', { functions: 1, costs: [35, 5] }],
  ['nothing', 'elsewhere', { functions: 0, costs: [0, 0] }]
])('search by %s', (_, query, found) => {
  expect(sumMatches(tree, matchNodes(tree, query) ?? new Uint8Array())).toEqual(found)
})

test('an empty query matches nothing', () => {
  expect(matchNodes(tree, ' ')).toBeNull()
})

test.each([
  ['functions in order, with others between them', 'main > write', [0, 0, 1, 0, 0, 0]],
  ['parts of names', 'MAI > or', [0, 1, 0, 0, 1, 0]],
  ['a file', 'main > node:fs', [0, 0, 1, 0, 0, 0]],
  ['a path that is being typed', 'main > lib >', [0, 0, 0, 1, 0, 0]],
  ['the name of a row', 'main > lib lib and 13 more (from main)', [0, 0, 0, 1, 0, 0]],
  ['nothing in another order', 'work > main', [0, 0, 0, 0, 0, 0]],
  ['nothing twice', 'write > write', [0, 0, 0, 0, 0, 0]]
])('a search with > finds %s', (_, query, found) => {
  expect([...(matchNodes(tree, query) ?? [])]).toEqual(found)
})

test('a frame that stands for several calls matches each of them', () => {
  const owners = ownerTreeOf({
    ...graph,
    owners: {
      ...graph.owners,
      frames: graph.owners.frames.map(frame => (frame.name === 'write' ? { ...frame, name: 'log > write' } : frame))
    }
  })
  const found = ['main > log > write', 'work > log', 'log > write', 'write > log'].map(
    query => matchNodes(owners, query)?.[2]
  )
  expect(found).toEqual([1, 1, 1, 0])
})

const main = { name: 'main', file: '/srv/app/src/main.js', line: 1 }
const work = { name: 'work', file: '/srv/app/src/work.js', line: 5 }

test('a path is found with other functions in between, at its widest occurrence', () => {
  expect(findPath(tree, [main, work], widths)).toBe(1)
})

test('functions that are not in the graph are ignored in a path', () => {
  const pool = { name: 'pool', file: '', line: null }
  expect(findPath(tree, [pool, work], widths)).toBe(1)
  expect(findPath(tree, [pool], widths)).toBeNull()
})

test('a function with the same name in another file or line does not match', () => {
  expect(findPath(tree, [{ ...work, file: '/srv/app/other/src/homework.js' }], widths)).toBeNull()
  expect(findPath(tree, [{ ...work, file: '/srv/app/src/homework.js' }], widths)).toBeNull()
  expect(findPath(tree, [{ ...work, line: 6 }], widths)).toBeNull()
  expect(findPath(tree, [{ ...work, line: null }], widths)).not.toBeNull()
})

test('a path in reverse order is not found', () => {
  expect(findPath(tree, [work, main], widths)).toBeNull()
})
