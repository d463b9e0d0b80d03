import { expect, test } from '@jest/globals'
import { findPath } from '../../../../src/page/browser/flame/find-path.js'
import { matchFrames, sumMatches } from '../../../../src/page/browser/flame/search.js'
import { treeOf } from '../../../../src/page/browser/flame/tree.js'
import { widthsOf } from '../../../../src/page/browser/flame/tree-rows.js'
import { matchesInWords, toldOf } from '../../../../src/page/browser/flame/words.js'
import { smallGraph } from './small-graph.js'

const graph = smallGraph()
const tree = treeOf(graph)
const widths = widthsOf(tree, [0, 1])

test.each([
  ['name', 'WOR', { functions: 1, costs: [25, 75] }],
  ['file, where a match within a match counts once', 'src/', { functions: 2, costs: [65, 85] }],
  ['package', 'lib', { functions: 1, costs: [35, 5] }],
  ['nothing', 'elsewhere', { functions: 0, costs: [0, 0] }]
])('search by %s', (_, query, found) => {
  expect(sumMatches(tree, matchFrames(graph.frames, query) ?? new Uint8Array())).toEqual(found)
})

test('no words look for nothing', () => {
  expect(matchFrames(graph.frames, ' ')).toBeNull()
})

test('what was found is told with its share', () => {
  expect(matchesInWords({ functions: 1, costs: [25, 75] }, toldOf(tree, graph, 1))).toBe(
    '1 function, 25.0 µs (31.3%) of off, 75.0 µs (75.0%) of on'
  )
})

const main = { name: 'main', file: '/srv/app/src/main.js', line: 1 }
const work = { name: 'work', file: '/srv/app/src/work.js', line: 5 }

test('a path is found with other functions between, and its widest place first', () => {
  const found = findPath(tree, [main, work], widths)
  expect(found && { ...found, lit: [...found.lit] }).toEqual({ lit: [1, 1, 0, 0, 1, 0], outer: 0, inner: 1 })
})

test('functions that are not in the graph are left out of a path', () => {
  const pool = { name: 'pool', file: '', line: null }
  expect(findPath(tree, [pool, work], widths)).toMatchObject({ outer: 1, inner: 1 })
  expect(findPath(tree, [pool], widths)).toBeNull()
})

test('a function of the same name in another file or line is another', () => {
  expect(findPath(tree, [{ ...work, file: '/srv/app/other/src/homework.js' }], widths)).toBeNull()
  expect(findPath(tree, [{ ...work, file: '/srv/app/src/homework.js' }], widths)).toBeNull()
  expect(findPath(tree, [{ ...work, line: 6 }], widths)).toBeNull()
  expect(findPath(tree, [{ ...work, line: null }], widths)).not.toBeNull()
})

test('a path the other way round is nowhere', () => {
  expect(findPath(tree, [work, main], widths)).toBeNull()
})
