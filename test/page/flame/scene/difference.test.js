import { expect, test } from '@jest/globals'
import { legendOf } from '../../../../src/page/flame/panel/panels.js'
import { infoOf } from '../../../../src/page/flame/panel/words.js'
import { colourNodes } from '../../../../src/page/flame/scene/colouring.js'
import { changeOf, countChanges, markNodes } from '../../../../src/page/flame/scene/difference.js'
import { scenesOf } from '../../../../src/page/flame/scene/scenes.js'
import { treeOf } from '../../../../src/page/flame/scene/tree.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

const graph = smallGraph()
const { tree, variants } = scenesOf(graph)
const info = infoOf({ graph, tree, variants }, 1)

test('a difference larger than its noise is significant', () => {
  expect(changeOf(tree, 0, 1)).toEqual({ difference: 20, noise: 5, isSignificant: true, only: null })
  expect(changeOf(tree, 2, 1)).toEqual({ difference: 40, noise: 3, isSignificant: true, only: 'candidate' })
  expect(changeOf(tree, 3, 1)).toEqual({ difference: -30, noise: 40, isSignificant: false, only: null })
  expect(changeOf(tree, 5, 1)).toEqual({ difference: 0, noise: 2, isSignificant: false, only: null })
})

test('a difference as large as its noise is not significant', () => {
  const edge = treeOf(smallGraph({ a: [10, 15, 5], b: [5, 0, 4.9] }))
  expect(changeOf(edge, 0, 1).isSignificant).toBe(false)
  expect(changeOf(edge, 1, 1)).toEqual({ difference: -5, noise: 4.9, isSignificant: true, only: 'baseline' })
  expect([...markNodes(edge, 1)]).toEqual([0, 2])
})

test('significant differences are coloured by their size, all others are grey', () => {
  expect(countChanges(tree, 1)).toEqual({
    more: 3,
    less: 0,
    moreOnlyCandidate: 1,
    lessOnlyBaseline: 0,
    notSignificant: 3,
    onlyCandidate: 1,
    onlyBaseline: 0,
    largest: 50,
    isNoiseKnown: true
  })
  // main has 0.4 of the largest difference, that of work; write has 0.8 of it
  expect([...colourNodes(tree, 'difference', 1)]).toEqual([3, 4, 4, 0, 0, 0])
  const less = treeOf(smallGraph({ a: [100, 0, 1], b: [100, 99, 0.5], c: [100, 90, 1] }))
  expect([...colourNodes(less, 'difference', 1)]).toEqual([8, 5, 6])
})

test('with less than two profiled rounds everything is grey, and the legend says why', () => {
  const one = { ...graph, nodes: { ...graph.nodes, noise: [null] } }
  const scenes = scenesOf(one)
  const { tree } = scenes
  const colours = colourNodes(tree, 'difference', 1)
  expect([...colours]).toEqual([0, 0, 0, 0, 0, 0])
  const { entries, note } = legendOf(tree, 'difference', colours, [1], infoOf(scenes, 1))
  expect(note).toMatch(/^Fewer than two rounds were profiled per variant, so significance is unknown/)
  expect(entries.map(({ text }) => text)).toEqual([
    'costs more: 0 frames (0 only in on)',
    'costs less: 0 frames (0 only in off)',
    'significance unknown: 6 frames',
    'only in on: 1 frame',
    'only in off: 0 frames'
  ])
})

test('the legend of code owners lists the self cost of each that occurs', () => {
  const colours = colourNodes(tree, 'group', 1)
  expect([...colours]).toEqual([0, 0, 2, 1, 0, 4])
  expect(legendOf(tree, 'group', colours, [0], info).entries.map(({ text }) => text)).toEqual([
    'the app: 35.0 µs (43.8%)',
    'packages: 30.0 µs (37.5%)',
    'garbage collector: 15.0 µs (18.8%)'
  ])
})

test('an unknown tier has its own colour', () => {
  expect([...colourNodes(tree, 'tier', 1)]).toEqual([4, 0, 3, 4, 0, 3])
})

test('the selected candidate is compared, with its own noise', () => {
  const { nodes, variants } = graph
  const three = treeOf({
    ...graph,
    variants: [...variants, { name: 'other', launches: 2, samples: 100 }],
    nodes: { ...nodes, self: [...nodes.self, [10, 20, 0, 30, 5, 0]], noise: [...nodes.noise, [1, 1, 1, 1, 1, 1]] }
  })
  expect(changeOf(three, 5, 2)).toEqual({ difference: -15, noise: 1, isSignificant: true, only: 'baseline' })
  expect(countChanges(three, 2)).toMatchObject({ more: 0, less: 1, lessOnlyBaseline: 1, notSignificant: 4 })
  expect(countChanges(three, 1)).toMatchObject({ more: 3, less: 0 })
})
