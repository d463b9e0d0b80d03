import { expect, test } from '@jest/globals'
import { scenesOf } from '../../../../src/page/browser/flame/scenes.js'
import { toProfileFile } from '../../../../src/page/browser/flame/to-profile.js'
import { infoOf, stackInWords } from '../../../../src/page/browser/flame/words.js'
import { smallGraph } from './small-graph.js'

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
