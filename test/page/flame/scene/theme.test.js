import { expect, test } from '@jest/globals'
import { contrast, mix, parseHex, readableOn, toHex } from '../../../../src/page/flame/scene/theme.js'

const white = parseHex('#ffffff')

test('contrast follows WCAG', () => {
  expect(contrast(parseHex('#000000'), white)).toBeCloseTo(21, 9)
  expect(contrast(white, parseHex('#777777'))).toBeCloseTo(4.48, 2) // the usual example of a grey that just fails
  expect(contrast(parseHex('#767676'), white)).toBeCloseTo(4.54, 2)
})

test('colours are mixed by their shares', () => {
  expect(toHex(mix(parseHex('#ff0000'), parseHex('#0000ff'), 0.2))).toBe('#3300cc')
  expect(parseHex('nothing')).toEqual({ red: 0, green: 0, blue: 0 })
})

test('text on every colour has a contrast above 4.5', () => {
  for (let red = 0; red < 256; red += 15) {
    for (let green = 0; green < 256; green += 15) {
      for (let blue = 0; blue < 256; blue += 15) {
        const background = { red, green, blue }
        expect(contrast(readableOn(background), background)).toBeGreaterThan(4.5)
      }
    }
  }
})
