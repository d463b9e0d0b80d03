import { expect, test } from '@jest/globals'
import { toProfileFile, toSvg } from '../../../../src/page/flame/panel/exports.js'
import { infoOf, stackInWords } from '../../../../src/page/flame/panel/words.js'
import { colourNodes, colours } from '../../../../src/page/flame/scene/colouring.js'
import { scenesOf } from '../../../../src/page/flame/scene/scenes.js'
import { appearanceOf } from '../../../../src/page/flame/scene/theme.js'
import { layoutOf } from '../../../../src/page/flame/scene/viewport.js'
import { viewerOf } from '../../../../src/page/flame/viewer.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

const scenes = scenesOf(smallGraph())

test('a copied stack has the costs of the frame, and the innermost frame first', () => {
  expect(stackInWords(scenes.tree, 2, infoOf(scenes, 1))).toBe(
    [
      'write',
      'Total: off 0 µs (0.0%), on 40.0 µs (40.0%).',
      'Self: off 0 µs (0.0%), on 40.0 µs (40.0%).',
      'Difference: +40 µs ± 3, only in on, significant.',
      '    at write (node:fs:9)',
      '    at work (src/work.js:5)',
      '    at main (src/main.js:1)'
    ].join('\n')
  )
})

test('the profile has all calls of both variants, in whole numbers', () => {
  const { profiles, shared } = toProfileFile(scenes, 'prof, CPU')
  expect(profiles.map(({ name, unit }) => [name, unit])).toEqual([
    ['off, 1,000 requests', 'microseconds'],
    ['on, 1,000 requests', 'microseconds']
  ])
  const [, on] = profiles
  const stacks = on?.samples.map(stack => stack.map(frame => shared.frames[frame]?.name).join(' > '))
  expect(Object.fromEntries((stacks ?? []).map((stack, index) => [stack, on?.weights[index]]))).toEqual({
    main: 10_000,
    'main > work': 30_000,
    'main > work > write': 40_000,
    'main > lib > work': 5000,
    '(garbage collector)': 15_000
  })
})

test('the SVG has the visible frames at their places, and hostile names as text', () => {
  const [frame] = smallGraph().owners.frames
  const name = '</title><script>alert("1")</script>&'
  const { owners } = smallGraph({ main: [60, 60, 1], gc: [40, 40, 1] })
  const frames = owners.frames.map((each, index) => (index === 0 && frame ? { ...frame, name } : each))
  const graph = smallGraph({ main: [60, 60, 1], gc: [40, 40, 1] }, { owners: { ...owners, frames } })
  const choice = /** @type {const} */ ({
    view: 'candidate',
    candidate: 1,
    detail: 'owners',
    hidden: 0,
    order: 'cost',
    aroundFrame: null,
    colouring: 'group'
  })
  const viewer = viewerOf(scenesOf(graph), { ...choice }, { onChange() {}, widthPx: () => 1000 })
  const fill = { fill: '#abcdef', text: '#000000' }
  const swatches = [...colours.group, ...colours.difference].map(() => ({ normal: fill, faded: fill }))
  const palettes = { group: swatches, tier: swatches, hotness: swatches, difference: swatches }
  const plain = {
    page: '#fff',
    surface: '#fff',
    text: '#000',
    muted: '#000',
    accent: '#000',
    thin: '#000',
    faint: '#000'
  }
  const { scene, ranges } = viewer.state()
  const layout = layoutOf(scene, ranges, 500)
  const svg = toSvg({ ...appearanceOf(viewer, { palettes, plain }), layout, widthPx: 1000 })
  expect([...svg.matchAll(/<svg x="(\d+)" y="\d+" width="(\d+)"/g)].map(([, x, width]) => [x, width])).toEqual([
    ['0', '600'],
    ['600', '400']
  ])
  expect(svg).toContain('&#60;/title&#62;&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;')
  expect(svg).not.toContain('<script')
})

test('hotness is the self cost in the variant that is shown, relative to the highest', () => {
  const last = colours.hotness.length - 1
  // Self costs of `off` are 10, 20, 0, 30, 5 and 15.
  const hotness = colourNodes(scenes.tree, 'hotness', 1, 0)
  expect([hotness[2], hotness[3]]).toEqual([0, last])
  expect(hotness[5]).toBe(Math.round(Math.sqrt(0.5) * last))
})
