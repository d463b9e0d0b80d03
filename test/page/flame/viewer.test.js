import { describe, expect, test } from '@jest/globals'
import { barOf } from '../../../src/page/flame/scene/geometry.js'
import { scenesOf } from '../../../src/page/flame/scene/scenes.js'
import { viewerOf } from '../../../src/page/flame/viewer.js'
import { smallGraph } from '../browser/flame/small-graph.js'

/** @import { LocatedRow } from '../../../src/flame/types.js' */
/** @import { PageGraph } from '../../../src/page/flame/types.js' */

const graph = smallGraph()
const main = { row: 0, bar: 0 }
const work = { row: 1, bar: 0 }
const lib = { row: 1, bar: 1 }

const choice = /** @type {const} */ ({
  view: 'difference',
  candidate: 1,
  detail: 'all'
})

function open(opened = graph) {
  /** @type {string[]} */
  const changes = []
  const viewer = viewerOf(
    scenesOf(opened),
    { ...choice },
    { onChange: each => changes.push(each), widthPx: () => 1300 }
  )
  return { viewer, changes, range: () => viewer.state().ranges[0], selected }

  function selected() {
    const { scene, selected } = viewer.state()
    const bar = selected && barOf(scene, selected)
    return bar ? bar.tree.frames[bar.tree.frame[bar.node] ?? -1]?.name : null
  }
}

test('zooms are undone one by one', () => {
  const { viewer, range } = open()
  viewer.zoom(main)
  viewer.zoom(lib)
  expect(range()).toMatchObject({ from: 70, to: 105 })
  viewer.back()
  expect(range()).toMatchObject({ from: 0, to: 115 })
  viewer.back()
  expect(range()).toEqual({ from: 0, to: 130, clip: null })
  expect(viewer.state().isZoomed).toBe(false)
})

test('zooming to a caller replaces the zoom to its callee', () => {
  const { viewer, range } = open()
  viewer.zoom(lib)
  viewer.zoom(main)
  viewer.zoom(main)
  viewer.back()
  expect(range()).toEqual({ from: 0, to: 130, clip: null })
})

test('another view keeps the selection and the zoom', () => {
  const { viewer, range, selected } = open()
  viewer.zoom(lib)
  viewer.choose({ view: 'baseline' })
  expect(selected()).toBe('lib')
  expect(range()).toMatchObject({ from: 20, to: 55 })
})

test('a frame that a view does not have is neither selected nor zoomed to, and selected again in one that has it', () => {
  const { viewer, range, selected } = open()
  viewer.zoom({ row: 2, bar: 0 })
  expect(selected()).toBe('write')
  viewer.choose({ view: 'baseline' })
  expect(selected()).toBeNull()
  expect(range()).toEqual({ from: 0, to: 130, clip: null })
  viewer.flip()
  expect([viewer.choice.view, selected()]).toEqual(['candidate', 'write'])
})

test('matches are selected in turn, the widest first', () => {
  const { viewer } = open()
  viewer.highlight({ query: 'work' })
  const places = /** @type {const} */ ([1, 1, 1, -1]).map(step => {
    viewer.nextMatch(step)
    return viewer.state().selected
  })
  expect(places).toEqual([work, { row: 2, bar: 1 }, work, { row: 2, bar: 1 }])
})

test('a search applies to other views, and back ends it last', () => {
  const { viewer } = open()
  viewer.highlight({ query: 'lib' })
  viewer.choose({ view: 'candidate' })
  expect([...(viewer.state().styles[0]?.highlighted ?? [])]).toEqual([0, 0, 0, 1, 0, 0])
  viewer.back()
  expect(viewer.state().styles[0]?.highlighted).toBeNull()
})

test('arrow keys begin at the first frame, and pan to the frame they select', () => {
  const { viewer, range, selected } = open()
  viewer.move('down')
  expect(selected()).toBe('main')
  viewer.zoomBy(0, 0.1, 0)
  viewer.move('right')
  expect(selected()).toBe('(garbage collector)')
  expect(range()).toMatchObject({ from: 116, to: 129 })
})

test('timelines zoom together', () => {
  const timelines = ['off', 'on'].map(variant => ({
    variant,
    launch: variant,
    durationMicros: 100,
    nodes: [0],
    startsMicros: [0]
  }))
  const scenes = scenesOf(smallGraph(undefined, { timelines }))
  const inTime = viewerOf(
    scenes,
    { view: 'candidate', candidate: 1, detail: 'time' },
    { onChange() {}, widthPx: () => 100 }
  )
  inTime.zoomBy(1, 0.5, 0)
  expect(inTime.state().ranges.map(({ to }) => to)).toEqual([50, 50])
})

test('back in a timeline restores the bar that was zoomed to, not a wider one of the same function', () => {
  const timelines = [
    { variant: 'on', launch: '1', durationMicros: 100, nodes: [0, -1, 1, -1], startsMicros: [0, 60, 70, 90] }
  ]
  const scenes = scenesOf(smallGraph(undefined, { timelines }))
  const choice = /** @type {const} */ ({ view: 'candidate', candidate: 1, detail: 'time' })
  const viewer = viewerOf(scenes, { ...choice }, { onChange() {}, widthPx: () => 100 })
  viewer.zoom({ row: 1, bar: 1 })
  viewer.zoom({ row: 2, bar: 0 })
  viewer.back()
  expect(viewer.state().ranges[0]).toMatchObject({ from: 70, to: 90 })
})

test('reset removes the zoom and a highlighted path, but not a search', () => {
  const { viewer, range } = open()
  viewer.highlight({ nodes: Uint8Array.of(1, 1, 0, 0, 0, 0), tree: viewer.scenes.tree, row: 0, words: '', price: '' })
  viewer.zoom(work)
  viewer.reset()
  expect(range()).toEqual({ from: 0, to: 130, clip: null })
  expect(viewer.state().highlighted).toBeNull()
  viewer.highlight({ query: 'no such thing' })
  viewer.reset()
  expect(viewer.state().highlighted).not.toBeNull()
})

test('a graph without samples is empty, and keys and search do nothing', () => {
  const viewer = viewerOf(scenesOf(smallGraph({})), { ...choice }, { onChange() {}, widthPx: () => 100 })
  viewer.move('down')
  viewer.highlight({ query: 'work' })
  viewer.nextMatch(1)
  viewer.zoom(null)
  viewer.back()
  expect(viewer.state()).toMatchObject({ selected: null, highlighted: null, isZoomed: false })
  expect(viewer.state().scene.rows).toEqual([])
})

/** @type {(costs: Record<string, [number, number, number]>, changes?: Partial<PageGraph>) => PageGraph} */
function graphOf(costs, changes = {}) {
  const functionNoise = [Object.keys(costs).map(() => 1)]
  return smallGraph(costs, { functionNoise, ...changes })
}

/** @param {ReturnType<typeof open>} opened @param {(1 | -1)[]} steps */
function stepsIn({ viewer, selected }, steps) {
  return steps.map(step => {
    viewer.nextDifference(step)
    return selected()
  })
}

// work: +50, of which write has 80%; main: +50, of which work has all; gc: -20.
const differing = /** @type {Record<string, [number, number, number]>} */ ({
  main: [10, 10, 5],
  'main > work': [20, 30, 10],
  'main > work > write': [0, 40, 3],
  gc: [35, 15, 2],
  lib: [35, 30, 20]
})

test('differences are selected in turn, the largest first; a caller of most of one is left out', () => {
  const opened = open(graphOf(differing))
  const names = stepsIn(opened, [1, 1, 1, -1])
  expect(names).toEqual(['write', '(garbage collector)', 'write', '(garbage collector)'])
  expect(opened.viewer.differences().at).toBe(1)
})

test('a function that only moved below another caller is no difference', () => {
  const opened = open(
    graphOf({ main: [10, 10, 1], 'main > work': [50, 0, 1], lib: [10, 30, 1], 'lib > work': [0, 50, 1] })
  )
  expect(stepsIn(opened, [1, 1, 1])).toEqual(['lib', 'main', 'lib'])
})

describe('rows of the blame', () => {
  const graph = graphOf(differing)
  /** @param {LocatedRow[]} rows */
  const withRows = rows => {
    const opened = open({ ...graph, owners: { ...graph.owners, blamed: [rows] } })
    opened.viewer.choose({ detail: 'owners' })
    return opened
  }

  test('are one difference each, at their largest frame', () => {
    const opened = withRows([
      { frames: [1], figure: 'total' },
      { frames: [3, 0], figure: 'sum', ownFrames: [0] }
    ])
    expect(stepsIn(opened, [1, 1, 1])).toEqual(['work', '(garbage collector)', 'work'])
  })

  test('are differences where the total of their frame does not differ significantly', () => {
    const opened = withRows([{ frames: [4], figure: 'own' }])
    expect(stepsIn(opened, [1, 1, 1])).toEqual(['write', '(garbage collector)', 'lib'])
  })

  test('are not smaller than any other difference', () => {
    const opened = withRows([{ frames: [2], figure: 'total' }])
    expect(stepsIn(opened, [1, 1])).toEqual(['write', 'write'])
  })
})

test('another candidate without the frame that is selected has its own largest difference selected', () => {
  const { nodes, ...others } = graphOf(differing)
  const self = [...nodes.self, [10, 20, 0, 90, 35]]
  const { viewer, selected } = open({
    ...others,
    variants: [...others.variants, { name: 'third', launches: 2, samples: 9 }],
    nodes: { ...nodes, self, noise: [...nodes.noise, nodes.noise[0] ?? null] },
    functionNoise: [...others.functionNoise, ...others.functionNoise],
    owners: { ...others.owners, blamed: [[], []] }
  })
  viewer.select({ row: 2, bar: 0 })
  expect(selected()).toBe('write')
  viewer.choose({ candidate: 2 })
  expect(selected()).toBe('(garbage collector)')
})

test('a narrow difference is zoomed to as far as needed', () => {
  const costs = /** @type {Record<string, [number, number, number]>} */ ({
    main: [9000, 9000, 100],
    gc: [10, 10, 10],
    'gc > work': [90, 90, 10],
    'gc > work > write': [0, 10, 1]
  })
  const { viewer, range, selected } = open(graphOf(costs))
  viewer.nextDifference(1)
  expect(selected()).toBe('write')
  expect(range()).toMatchObject({ from: 9000, to: 9110 })
})

test('flip shows the other variant with the same selection', () => {
  const { viewer, selected } = open()
  viewer.select(lib)
  viewer.flip()
  expect(viewer.choice.view).toBe('baseline')
  viewer.flip()
  expect([viewer.choice.view, selected()]).toEqual(['candidate', 'lib'])
})

test('another level of detail keeps the function that is selected', () => {
  const { viewer, selected } = open()
  viewer.select({ row: 2, bar: 0 })
  expect(selected()).toBe('write')
  viewer.choose({ detail: 'owners' })
  expect(selected()).toBe('write')
  expect(viewer.state().scene.lanes[0]?.tree).toBe(viewer.scenes.ownerTree)
  viewer.choose({ detail: 'all' })
  expect(selected()).toBe('write')
})

test('a frame without a counterpart is selected again in the level of detail that has it', () => {
  const graph = smallGraph()
  const { viewer, selected } = open({ ...graph, owners: { ...graph.owners, frames: withoutWrite(graph) } })
  viewer.select({ row: 2, bar: 0 })
  viewer.choose({ detail: 'owners' })
  expect(selected()).toBe('work')
  viewer.choose({ detail: 'all' })
  expect(selected()).toBe('write')
})

/** @param {ReturnType<typeof smallGraph>} graph */
function withoutWrite({ owners }) {
  return owners.frames.map(frame => (frame.name === 'write' ? { ...frame, frame: null } : frame))
}
