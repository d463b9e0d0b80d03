import { toTenths } from './to-tenths.js'

const STYLE_PROPERTY = /\s*([a-z-]+)\s*:\s*([^;]+)/g
const LONG_NUMBER = /-?\d+\.\d{2,}(?!\d|em)/g
/** Attributes that are told in units of the view box. */
const LENGTHS = ['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'width', 'height']
/** The class of Plot's style sheet, a font of its own, and sizes that are the page's to set. */
const NEEDLESS = ['class', 'font-family', 'width', 'height']
/** What Plot calls its groups: a picture is told as a whole, by its name and description. */
const NEEDLESS_WITHIN = ['aria-label', 'aria-hidden', 'aria-description', 'font-variant']

/**
 * Makes what Plot draws fit for a page that allows no inline styles: takes out the style element, turns style attributes
 * into presentation attributes, and rounds what is finer than a tenth of a unit.
 * @param {any} svg of any DOM; it is changed
 * @returns {any} the same
 */
export function tidySvg(svg) {
  const within = [...svg.querySelectorAll('*')]
  for (const element of within) if (element.localName === 'style') element.remove()
  for (const name of NEEDLESS) svg.removeAttribute(name)
  for (const element of within) for (const name of NEEDLESS_WITHIN) element.removeAttribute(name)
  for (const element of [svg, ...within]) presentStyle(element)
  for (const element of within) roundNumbers(element)
  return svg
}

/** @param {any} element */
function presentStyle(element) {
  const style = element.getAttribute('style')
  if (style === null) return
  element.removeAttribute('style')
  for (const [, name, value] of style.matchAll(STYLE_PROPERTY)) element.setAttribute(name, value.trim())
}

/** @param {any} element */
function roundNumbers(element) {
  for (const name of LENGTHS) {
    const value = element.getAttribute(name)
    if (value?.includes('.'))
      element.setAttribute(
        name,
        value.replace(LONG_NUMBER, (/** @type {string} */ number) => String(toTenths(Number(number))))
      )
  }
}
