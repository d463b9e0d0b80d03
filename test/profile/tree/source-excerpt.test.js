import { expect, test } from '@jest/globals'
import { excerptOf } from '../../../src/profile/tree/source-excerpt.js'

const text = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n')

test.each([
  [6, 3, 9],
  [2, 1, 5],
  [12, 9, 12]
])('line %i is read with three lines around it', (line, first, last) => {
  expect(excerptOf(text, line)).toEqual({ firstLine: first, lines: text.split('\n').slice(first - 1, last) })
})

test('long lines are cut, lines end as in JavaScript, and a line beyond the end is none', () => {
  expect(excerptOf('x'.repeat(1_000_000), 1)?.lines).toEqual(['x'.repeat(200)])
  expect(excerptOf('a\r\nb\u2028c\rd', 3)?.lines).toEqual(['a', 'b', 'c', 'd'])
  expect(excerptOf('a\n', 3)).toBeNull()
})
