import { expect, test } from '@jest/globals'
import { cutText, textPx } from '../../../src/page/browser/text-width.js'

/** A context whose characters are all 10 px wide. */
const context = /** @type {CanvasRenderingContext2D} */ ({ measureText: text => ({ width: text ? 10 : 0 }) })

test('the width of a text is the sum of its characters', () => {
  expect(textPx(context, 'abc')).toBe(30)
  expect(textPx(context, '')).toBe(0)
})

test('a text is cut to fit with an ellipsis, and never inside a character', () => {
  expect(cutText(context, 'abcd', 40)).toBe('abcd')
  expect(cutText(context, 'abcd', 39)).toBe('ab…')
  expect(cutText(context, 'abcd', 11)).toBe('…')
  expect(cutText(context, 'abcd', 9)).toBe('')
  expect(cutText(context, '😀😀😀', 25)).toBe('😀…')
})

test('each font has widths of its own', () => {
  const large = /** @type {CanvasRenderingContext2D} */ (
    /** @type {unknown} */ ({ font: '20px', measureText: () => ({ width: 20 }) })
  )
  expect(textPx(large, 'abc')).toBe(60)
  expect(textPx(context, 'abc')).toBe(30)
})

test('of a long name only the characters that fit are measured', () => {
  let measured = 0
  const counting = /** @type {CanvasRenderingContext2D} */ ({ measureText: text => ({ width: count(text) }) })
  const name = String.fromCodePoint(...Array.from({ length: 5000 }, (_, index) => 0x4e00 + index))
  expect(cutText(counting, name, 100)).toHaveLength(10)
  expect(measured).toBe(11)

  /** @param {string} text */
  function count(text) {
    measured += text.length
    return 10
  }
})
