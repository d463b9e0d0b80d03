import { expect, test } from '@jest/globals'
import { rulerOf } from '../../../../src/page/flame/draw/painter.js'

test('a ruler of costs begins at 0, with round numbers in one unit', () => {
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
  [/** @type {const} */ ('micros'), 900, 'µs', '500'],
  [/** @type {const} */ ('micros'), 1_200, 'ms', '1'],
  [/** @type {const} */ ('bytes'), 800, 'B', '500'],
  [/** @type {const} */ ('bytes'), 1_200, 'kB', '1'],
  [/** @type {const} */ ('bytes'), 7e6, 'MB', '5'],
  [/** @type {const} */ ('time'), 900, 'ms', '0.5']
])('%s up to %d are shown in %s', (measure, to, unit, text) => {
  const ruler = rulerOf(0, to, 2, measure)
  expect([ruler.unit, ruler.ticks.at(-1)?.text]).toEqual([unit, text])
})

test('a ruler of time begins where the range does', () => {
  expect(rulerOf(1_105_000, 1_195_000, 4, 'time')).toEqual({
    unit: 'ms',
    ticks: [{ share: 45 / 90, text: '1,150' }]
  })
})

test('a ruler has round numbers', () => {
  expect(rulerOf(0, 100, 5, 'micros').ticks.map(({ text }) => text)).toEqual(['0', '20', '40', '60', '80', '100'])
  expect(rulerOf(3, 9.5, 4, 'micros').ticks.map(({ text }) => text)).toEqual(['4', '6', '8'])
})
