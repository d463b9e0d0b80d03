import { describe, expect, test } from '@jest/globals'
import {
  describeNode,
  infoOf,
  matchesInWords,
  rowOfFrame,
  timeInWords
} from '../../../../src/page/flame/panel/words.js'
import { scenesOf } from '../../../../src/page/flame/scene/scenes.js'
import { treeOf } from '../../../../src/page/flame/scene/tree.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

/** @import { LocatedRow, OwnerFrame } from '../../../../src/flame/types.js' */

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
    'node:fs:9 · Node.js',
    'Total: off 0 µs (0.0%), on 40.0 µs (40.0%).',
    'Self: off 0 µs (0.0%), on 40.0 µs (40.0%).',
    'Difference: +40 µs ± 3, only in on, significant.'
  ])
  expect(describeNode(tree, 3, info).lines.at(-1)).toBe('Difference: -30 µs ± 40, not significant.')
})

test('the noise of one round is unknown', () => {
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

test('a call of Node.js names the owner that it is counted for', () => {
  const ofApp = (/** @type {string} */ name, file = '') => ({
    name,
    file,
    line: 9,
    column: 1,
    group: 'app',
    packageName: null,
    frame: 2
  })
  const [, ...others] = graph.owners.frames
  const frames = /** @type {OwnerFrame[]} */ ([
    ...graph.owners.frames.slice(0, 1),
    ofApp('console.log', 'node:internal/console/constructor'),
    ofApp('native code called from main.js:1'),
    ...others.slice(2)
  ])
  const { ownerTree } = scenesOf({ ...graph, owners: { ...graph.owners, frames } })
  const places = [0, 1, 2, 3].map(node => describeNode(ownerTree, node, info).lines[0])
  expect(places).toEqual([
    'src/main.js:1 · the app',
    "node:internal/console/constructor:9, counted for the app's main",
    "counted for the app's main",
    'node_modules/lib/index.js:2 · package lib'
  ])
})

describe('a row of the blame in its frames', () => {
  const { ownerTree } = scenes
  const row = 'work > write +90 µs ± 5, confirmed by both profilers'
  const inWords = (/** @type {number} */ node, /** @type {LocatedRow} */ located) =>
    rowOfFrame(row, located, { tree: ownerTree, node }, info)

  test('is the whole sentence where the frame has its figure', () => {
    expect(inWords(1, { frames: [1], figure: 'total' })).toBe(`Blame row: ${row}.`)
  })

  test('is the own cost of the frame', () => {
    expect(inWords(1, { frames: [1], figure: 'own' })).toBe(
      `Blame row: ${row}. It is the own cost of this frame; the total includes the frames below it.`
    )
  })

  test('comes before the figure of one of several frames', () => {
    const frames = [2, 0, 3]
    const [one, own, other] = frames.map(node => inWords(node, { frames, ownFrames: [0], figure: 'sum' }))
    expect(one).toBe(`Blame row: ${row}. In 3 frames; this one +40.0 µs.`)
    expect(own).toBe(`Blame row: ${row}. In 3 frames; this one 0 µs of own cost.`)
    expect(other).toBe(`Blame row: ${row}. In 3 frames; this one -30.0 µs, significant only with the others.`)
  })

  test.each(
    /** @type {const} */ ([
      ['spread', 'The rest is in functions that are frames of their own.'],
      ['threads', 'The rest is in the graphs of other threads.'],
      ['rounds', 'The graph has fewer rounds than the blame: those in which all variants were profiled.']
    ])
  )('says why no frame has its figure: %s', (because, reason) => {
    expect(inWords(2, { frames: [2], figure: 'other', because })).toBe(
      `Blame row: ${row}. This frame: +40.0 µs. ${reason}`
    )
  })
})
