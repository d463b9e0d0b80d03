import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import { tidySvg } from '../../../src/page/charts/draw.js'

/** @param {string} text */
function tidied(text) {
  const { document } = parseHTML(`<html><body>${text}</body></html>`)
  return tidySvg(document.querySelector('svg'))
}

test('styles are removed or become attributes', () => {
  const svg = tidied(
    '<svg class="plot-1" style="overflow: visible"><style>.plot-1 { color: red }</style>' +
      '<g style="mix-blend-mode:multiply; fill: var(--more);"><style>g { fill: red }</style></g></svg>'
  )
  expect(svg.querySelectorAll('style')).toHaveLength(0)
  expect(svg.outerHTML).not.toMatch(/style|plot-1/)
  expect(svg.getAttribute('overflow')).toBe('visible')
  expect(svg.querySelector('g').getAttribute('mix-blend-mode')).toBe('multiply')
  expect(svg.querySelector('g').getAttribute('fill')).toBe('var(--more)')
})

test('numbers are rounded to a tenth, except shares, ems and texts', () => {
  const svg = tidied(
    '<svg width="9" height="9" font-family="x" viewBox="0 0 1.2345 2"><path d="M1.26,-2.349L3,4.5e" transform="translate(0.04,1)"/>' +
      '<text class="a1.234" y="0.32em" fill-opacity="0.75">0.12345</text></svg>'
  )
  expect(svg.querySelector('path').getAttribute('d')).toBe('M1.3,-2.3L3,4.5e')
  expect(svg.querySelector('path').getAttribute('transform')).toBe('translate(0,1)')
  expect(svg.querySelector('text').getAttribute('class')).toBe('a1.234')
  expect(svg.querySelector('text').getAttribute('y')).toBe('0.32em')
  expect(svg.querySelector('text').getAttribute('fill-opacity')).toBe('0.75')
  expect(svg.textContent).toBe('0.12345')
  expect(svg.getAttribute('viewBox')).toBe('0 0 1.2345 2')
  for (const name of ['width', 'height', 'font-family']) expect(svg.getAttribute(name)).toBeNull()
})
