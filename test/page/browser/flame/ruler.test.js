import { expect, test } from '@jest/globals'
import { rulerOf } from '../../../../src/page/browser/flame/ruler.js'

test('a ruler of costs begins at 0, in round figures of one unit', () => {
  expect(rulerOf(0, 310, 4, 'micros')).toEqual({
    unit: 'µs',
    ticks: [
      { share: 0, text: '0' },
      { share: 100 / 310, text: '100' },
      { share: 200 / 310, text: '200' },
      { share: 300 / 310, text: '300' }
    ]
  })
})

test.each([
  [/** @type {const} */ ('micros'), 9_000, 'µs', '5,000'],
  [/** @type {const} */ ('micros'), 12_000, 'ms', '10'],
  [/** @type {const} */ ('bytes'), 800, 'B', '500'],
  [/** @type {const} */ ('bytes'), 1_200, 'kB', '1'],
  [/** @type {const} */ ('bytes'), 7e6, 'MB', '5'],
  [/** @type {const} */ ('time'), 900, 'ms', '0.5']
])('%s up to %d are told in %s', (measure, to, unit, text) => {
  const ruler = rulerOf(0, to, 2, measure)
  expect([ruler.unit, ruler.ticks.at(-1)?.text]).toEqual([unit, text])
})

test('a ruler of time begins where the range does', () => {
  expect(rulerOf(1_105_000, 1_195_000, 4, 'time')).toEqual({
    unit: 'ms',
    ticks: [{ share: 45 / 90, text: '1,150' }]
  })
})
