import { expect, test } from '@jest/globals'
import { toProfileFile } from '../../../../src/page/flame/panel/speedscope-file.js'
import { scenesOf } from '../../../../src/page/flame/scene/scenes.js'
import { smallGraph } from '../../browser/flame/small-graph.js'

const scenes = scenesOf(smallGraph())

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
