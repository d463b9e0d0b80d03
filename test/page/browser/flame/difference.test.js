import { expect, test } from '@jest/globals'
import { colourNodes, costsByColour } from '../../../../src/page/browser/flame/colouring.js'
import { changeOf, countChanges, markNodes } from '../../../../src/page/browser/flame/difference.js'
import { legendOf } from '../../../../src/page/browser/flame/legend.js'
import { treeOf } from '../../../../src/page/browser/flame/tree.js'
import { toldOf } from '../../../../src/page/browser/flame/words.js'
import { smallGraph } from './small-graph.js'

const graph = smallGraph()
const tree = treeOf(graph)
const told = toldOf(tree, graph, 1)

test('a difference is sure outside the noise only', () => {
  expect(changeOf(tree, 0, 1)).toEqual({ difference: 20, noise: 5, isSure: true, only: null })
  expect(changeOf(tree, 2, 1)).toEqual({ difference: 40, noise: 3, isSure: true, only: 'new' })
  expect(changeOf(tree, 3, 1)).toEqual({ difference: -30, noise: 40, isSure: false, only: null })
  expect(changeOf(tree, 5, 1)).toEqual({ difference: 0, noise: 2, isSure: false, only: null })
})

test('a difference as large as its noise is not sure', () => {
  const edge = treeOf(smallGraph({ a: [10, 15, 5], b: [5, 0, 4.9] }))
  expect(changeOf(edge, 0, 1).isSure).toBe(false)
  expect(changeOf(edge, 1, 1)).toEqual({ difference: -5, noise: 4.9, isSure: true, only: 'vanished' })
  expect([...markNodes(edge, 1)]).toEqual([0, 2])
})

test('what is sure is coloured by its size, all else is grey', () => {
  expect(countChanges(tree, 1)).toEqual({
    more: 3,
    less: 0,
    new: 1,
    vanished: 0,
    unsure: 3,
    unsureNew: 0,
    unsureVanished: 0,
    largest: 50,
    isNoiseKnown: true
  })
  // main has 0.4 of the largest difference, that of work; write has 0.8 of it
  expect([...colourNodes(tree, 'difference', 1)]).toEqual([3, 4, 4, 0, 0, 0])
  const less = treeOf(smallGraph({ a: [100, 0, 1], b: [100, 99, 0.5], c: [100, 90, 1] }))
  expect([...colourNodes(less, 'difference', 1)]).toEqual([8, 5, 6])
})

test('without two profiled rounds everything is grey, and the legend says why', () => {
  const one = { ...graph, nodes: { ...graph.nodes, noise: [null] } }
  const tree = treeOf(one)
  const colours = colourNodes(tree, 'difference', 1)
  expect([...colours]).toEqual([0, 0, 0, 0, 0, 0])
  const { entries, note } = legendOf(tree, 'difference', colours, [1], toldOf(tree, one, 1))
  expect(note).toMatch(/^Fewer than two rounds were profiled in both, so the noise is not known/)
  expect(entries.map(({ text }) => text)).toEqual([
    'costs more: 0 frames, 0 of them new',
    'costs less: 0 frames, 0 of them vanished',
    'the noise is not known: 6 frames',
    'only in on: 1 frame',
    'only in off: 0 frames'
  ])
})

test('the legend of code tells what each kind costs itself, of what there is', () => {
  const colours = colourNodes(tree, 'group', 1)
  expect([...colours]).toEqual([0, 0, 2, 1, 0, 4])
  expect(costsByColour(tree, colours, 5, 0)).toEqual([35, 30, 0, 0, 15])
  expect(legendOf(tree, 'group', colours, [0], told).entries.map(({ text }) => text)).toEqual([
    'the app: 35.0 µs (43.8%)',
    'packages: 30.0 µs (37.5%)',
    'garbage collector: 15.0 µs (18.8%)'
  ])
})

test('a tier that is not told has a colour of its own', () => {
  expect([...colourNodes(tree, 'tier', 1)]).toEqual([4, 0, 3, 4, 0, 3])
})

test('of two candidates the chosen one is compared, with its own noise', () => {
  const { nodes, variants } = graph
  const three = treeOf({
    ...graph,
    variants: [...variants, { name: 'other', launches: 2, samples: 100 }],
    nodes: { ...nodes, self: [...nodes.self, [10, 20, 0, 30, 5, 0]], noise: [...nodes.noise, [1, 1, 1, 1, 1, 1]] }
  })
  expect(changeOf(three, 5, 2)).toEqual({ difference: -15, noise: 1, isSure: true, only: 'vanished' })
  expect(countChanges(three, 2)).toMatchObject({ more: 0, less: 1, vanished: 1, unsure: 4 })
  expect(countChanges(three, 1)).toMatchObject({ more: 3, less: 0 })
})
