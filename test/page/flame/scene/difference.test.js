import { expect, test } from '@jest/globals'
import { hintOf } from '../../../../src/page/flame/panel/words.js'
import { colourNodes } from '../../../../src/page/flame/scene/colouring.js'
import { changeOf, largestChange, markNodes } from '../../../../src/page/flame/scene/difference.js'
import { scenesOf } from '../../../../src/page/flame/scene/scenes.js'
import { treeOf } from '../../../../src/page/flame/scene/tree.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

const graph = smallGraph()
const { tree } = scenesOf(graph)

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
  expect(largestChange(tree, 1)).toBe(50)
  // main has 0.4 of the largest difference, that of work; write has 0.8 of it
  expect([...colourNodes(tree, 'difference', 1)]).toEqual([3, 4, 4, 0, 0, 0])
  const less = treeOf(smallGraph({ a: [100, 0, 1], b: [100, 99, 0.5], c: [100, 90, 1] }))
  expect([...colourNodes(less, 'difference', 1)]).toEqual([8, 5, 6])
})

test('with less than two profiled rounds everything is grey, and the hint says why', () => {
  const variants = graph.variants.map(each => ({ ...each, launches: 1 }))
  const one = { ...graph, variants, nodes: { ...graph.nodes, noise: [null] } }
  const { tree } = scenesOf(one)
  expect([...colourNodes(tree, 'difference', 1)]).toEqual([0, 0, 0, 0, 0, 0])
  const choice = /** @type {const} */ ({ view: 'difference', candidate: 1, detail: 'all' })
  expect(hintOf(choice, { axis: 'cost' }, one)).toBe(
    'Width: CPU per request, the higher of the two. Fewer than two launches per variant: what is significant is not known.'
  )
  expect(hintOf(choice, { axis: 'cost' }, graph)).toMatch(
    /Orange costs more, blue less, grey is within the noise of 2 launches/
  )
})

test('code has the colour of its owner', () => {
  expect([...colourNodes(tree, 'group', 1)]).toEqual([0, 0, 2, 1, 0, 4])
})

test('the selected candidate is compared, with its own noise', () => {
  const { nodes, variants } = graph
  const three = treeOf({
    ...graph,
    variants: [...variants, { name: 'other', launches: 2, samples: 100 }],
    nodes: { ...nodes, self: [...nodes.self, [10, 20, 0, 30, 5, 0]], noise: [...nodes.noise, [1, 1, 1, 1, 1, 1]] }
  })
  expect(changeOf(three, 5, 2)).toEqual({ difference: -15, noise: 1, isSignificant: true, only: 'baseline' })
  expect([1, 2].map(candidate => largestChange(three, candidate))).toEqual([50, 15])
})
