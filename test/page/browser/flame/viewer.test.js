import { expect, test } from '@jest/globals'
import { pictureOf } from '../../../../src/page/browser/flame/picture.js'
import { barOf } from '../../../../src/page/browser/flame/scene.js'
import { matchFrames } from '../../../../src/page/browser/flame/search.js'
import { viewerOf } from '../../../../src/page/browser/flame/viewer.js'
import { smallGraph } from './small-graph.js'

const graph = smallGraph()
const main = { row: 1, bar: 0 }
const work = { row: 2, bar: 0 }
const lib = { row: 2, bar: 1 }

const choice = /** @type {const} */ ({
  view: 'difference',
  candidate: 1,
  order: 'cost',
  aroundFrame: null,
  colouring: 'group'
})

function open() {
  /** @type {string[]} */
  const changes = []
  const viewer = viewerOf(
    pictureOf(graph),
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

test('a caller that is zoomed to takes the place of what it calls', () => {
  const { viewer, range } = open()
  viewer.zoom(lib)
  viewer.zoom(main)
  viewer.zoom(main)
  viewer.back()
  expect(range()).toEqual({ from: 0, to: 130, clip: null })
})

test('another view keeps what is selected and zoomed to', () => {
  const { viewer, range, selected } = open()
  viewer.zoom(lib)
  viewer.choose({ view: 'baseline' })
  expect(selected()).toBe('lib')
  expect(range()).toMatchObject({ from: 20, to: 55 })
})

test('what a view does not have is no longer selected nor zoomed to', () => {
  const { viewer, range, selected } = open()
  viewer.zoom({ row: 3, bar: 0 })
  expect(selected()).toBe('write')
  viewer.choose({ view: 'baseline' })
  expect(selected()).toBeNull()
  expect(range()).toEqual({ from: 0, to: 130, clip: null })
})

test('callers and callees of a function, and the way back', () => {
  const { viewer, selected } = open()
  viewer.select(work)
  viewer.around(1)
  expect(viewer.state().scene.lanes).toHaveLength(2)
  expect(selected()).toBe('work')
  viewer.back()
  expect(viewer.state().scene.lanes).toHaveLength(1)
  expect(viewer.state().selected).toEqual(work)
})

test('from match to match, the widest first and around', () => {
  const { viewer } = open()
  const frames = matchFrames(graph.frames, 'work')
  viewer.shine(frames && { frames })
  const seen = [1, 1, 1, -1].map(step => {
    viewer.nextMatch(step)
    return viewer.state().selected
  })
  expect(seen).toEqual([work, { row: 3, bar: 1 }, work, { row: 3, bar: 1 }])
})

test('a search goes on in other views, and back leaves it last', () => {
  const { viewer } = open()
  const frames = matchFrames(graph.frames, 'lib')
  viewer.shine(frames && { frames })
  viewer.choose({ view: 'candidate' })
  expect([...(viewer.state().looks[0]?.lit ?? [])]).toEqual([0, 0, 0, 1, 0, 0])
  viewer.back()
  expect(viewer.state().looks[0]?.lit).toBeNull()
})

test('arrow keys begin at the first frame, and bring what they go to into sight', () => {
  const { viewer, range, selected } = open()
  viewer.move('down')
  expect(selected()).toBe('main')
  viewer.scale(0, 0.1, 0)
  viewer.move('right')
  expect(selected()).toBe('(garbage collector)')
  expect(range()).toMatchObject({ from: 116, to: 129 })
})

test('lanes of time move together, those of callers and callees apart', () => {
  const timelines = ['off', 'on'].map(variant => ({
    variant,
    launch: variant,
    durationMicros: 100,
    nodes: [0],
    startsMicros: [0]
  }))
  const picture = pictureOf(smallGraph(undefined, { timelines }))
  const choice = /** @type {const} */ ({ view: 'candidate', candidate: 1, colouring: 'group' })
  const inTime = viewerOf(
    picture,
    { ...choice, order: 'time', aroundFrame: null },
    { onChange() {}, widthPx: () => 100 }
  )
  inTime.scale(1, 0.5, 0)
  expect(inTime.state().ranges.map(({ to }) => to)).toEqual([50, 50])
  const around = viewerOf(picture, { ...choice, order: 'cost', aroundFrame: 1 }, { onChange() {}, widthPx: () => 100 })
  around.scale(1, 0.5, 0)
  expect(around.state().ranges.map(({ to }) => to)).toEqual([75, 37.5])
})

test('back in time is back to the bar that was zoomed to, not to a wider one of the same function', () => {
  const timelines = [
    { variant: 'on', launch: '1', durationMicros: 100, nodes: [0, -1, 1, -1], startsMicros: [0, 60, 70, 90] }
  ]
  const picture = pictureOf(smallGraph(undefined, { timelines }))
  const choice = /** @type {const} */ ({
    view: 'candidate',
    candidate: 1,
    order: 'time',
    aroundFrame: null,
    colouring: 'group'
  })
  const viewer = viewerOf(picture, { ...choice }, { onChange() {}, widthPx: () => 100 })
  viewer.zoom({ row: 1, bar: 1 })
  viewer.zoom({ row: 2, bar: 0 })
  viewer.back()
  expect(viewer.state().ranges[0]).toMatchObject({ from: 70, to: 90 })
})

test('everything is shown again without the path that was shown, but with what is searched for', () => {
  const { viewer, range } = open()
  viewer.shine({ nodes: Uint8Array.of(1, 1, 0, 0, 0, 0), tree: viewer.picture.tree, words: '' })
  viewer.zoom(work)
  viewer.reset()
  expect(range()).toEqual({ from: 0, to: 130, clip: null })
  expect(viewer.state().light).toBeNull()
  viewer.shine({ frames: new Uint8Array(5) })
  viewer.reset()
  expect(viewer.state().light).not.toBeNull()
})

test('a graph without samples is empty, and no key nor search goes wrong', () => {
  const viewer = viewerOf(pictureOf(smallGraph({})), { ...choice }, { onChange() {}, widthPx: () => 100 })
  viewer.move('down')
  viewer.shine({ frames: new Uint8Array() })
  viewer.nextMatch(1)
  viewer.zoom(null)
  viewer.back()
  expect(viewer.state()).toMatchObject({ selected: null, light: null, isZoomed: false })
  expect(viewer.state().scene.rows).toEqual([{ lane: 0, bars: null }])
})
