import { expect, test } from '@jest/globals'
import { parseHash, showAddress, toHash } from '../../../../src/page/flame/panel/address.js'
import { scenesOf } from '../../../../src/page/flame/scene/scenes.js'
import { viewerOf } from '../../../../src/page/flame/viewer.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

/** @import { ViewerChoice } from '../../../../src/page/flame/scene/colouring.js' */
/** @import { Viewer } from '../../../../src/page/flame/viewer.js' */

test.each([
  ['a frame, a zoom and a search', (/** @type {Viewer} */ viewer) => viewer.zoom({ row: 2, bar: 1 })],
  ['a range', (/** @type {Viewer} */ viewer) => viewer.zoomBy(0, 0.5, 0.25)],
  ['callers and callees', (/** @type {Viewer} */ viewer) => viewer.around(1)],
  ['a variant by owner', (/** @type {Viewer} */ viewer) => viewer.choose({ view: 'baseline', detail: 'owners' })]
])('an address restores %s', (_, act) => {
  const one = open()
  act(one)
  const hash = toHash(one, 'prof, CPU', 'wörk > & #')
  const other = open()
  const address = parseHash(hash)
  expect(address).toMatchObject({ graph: 'prof, CPU', search: 'wörk > & #' })
  if (address) showAddress(other, address)
  expect(other.choice).toEqual(one.choice)
  expect(other.state().selected).toEqual(one.state().selected)
  const [range, restored] = [one, other].map(viewer => viewer.state().ranges.at(-1))
  expect(restored?.clip).toEqual(range?.clip)
  expect([restored?.from, restored?.to]).toEqual([range?.from, range?.to].map(at => expect.closeTo(Number(at), 3)))
})

test('a frame with another index is found by its name', () => {
  const viewer = open()
  const address = parseHash('#flame?frames=all&frame=999:lib')
  if (address) showAddress(viewer, address)
  expect(viewer.state().selected).toEqual({ row: 2, bar: 1 })
})

test.each(['#flames', '', '#flame', `#flame?search=${'x'.repeat(5000)}`])('no address of a graph: %.20s', hash => {
  expect(parseHash(hash)).toBeNull()
})

test.each([
  '#flame?view=__proto__&frames=constructor&order=toString&candidate=999&frame=999999999:nobody&zoom=-1:main&around=7:x',
  '#flame?candidate=-1&range=NaN-Infinity&hidden=15&frame=0&order=time',
  '#flame?range=900000-100&candidate=0&zoom=1e9:main&view=%E0%A4%A',
  '#flame?frame=0:%00%3Cimg%3E&frame=1:main&&&=&%'
])('a hostile address shows the default: %s', hash => {
  const viewer = open()
  const { choice, state } = open()
  const address = parseHash(hash)
  expect(address).not.toBeNull()
  if (address) showAddress(viewer, { ...address, frames: address.frames ?? 'all' })
  expect(viewer.choice).toEqual(choice)
  expect(viewer.state().ranges).toEqual(state().ranges)
  expect(viewer.state().selected).toBeNull()
})

function open() {
  /** @type {ViewerChoice} */
  const choice = {
    view: 'difference',
    candidate: 1,
    detail: 'all',
    hidden: 0,
    order: 'cost',
    aroundFrame: null,
    colouring: 'group'
  }
  return viewerOf(scenesOf(smallGraph()), choice, { onChange() {}, widthPx: () => 1300 })
}
