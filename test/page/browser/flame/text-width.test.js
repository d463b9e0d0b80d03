import { expect, test } from '@jest/globals'
import { cutText, textPx } from '../../../../src/page/browser/flame/text-width.js'

/** A pen whose characters are all 10 px wide. */
const pen = /** @type {CanvasRenderingContext2D} */ ({ measureText: text => ({ width: text ? 10 : 0 }) })

test('a text is as wide as its characters', () => {
  expect(textPx(pen, 'abc')).toBe(30)
  expect(textPx(pen, '')).toBe(0)
})

test('as much of a text is kept as has room beside an ellipsis, and no half of a character', () => {
  expect(cutText(pen, 'abcd', 40)).toBe('abcd')
  expect(cutText(pen, 'abcd', 39)).toBe('ab…')
  expect(cutText(pen, 'abcd', 11)).toBe('…')
  expect(cutText(pen, 'abcd', 9)).toBe('')
  expect(cutText(pen, '😀😀😀', 25)).toBe('😀…')
})

test('of a name a megabyte long only what has room is looked at', () => {
  let looked = 0
  const counting = /** @type {CanvasRenderingContext2D} */ ({ measureText: text => ({ width: count(text) }) })
  const name = String.fromCodePoint(...Array.from({ length: 5000 }, (_, index) => 0x4e00 + index))
  expect(cutText(counting, name, 100)).toHaveLength(10)
  expect(looked).toBe(11)

  /** @param {string} text */
  function count(text) {
    looked += text.length
    return 10
  }
})
