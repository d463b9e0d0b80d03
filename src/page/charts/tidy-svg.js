const STYLE_PROPERTY = /\s*([a-z-]+)\s*:\s*([^;]+)/g
const LONG_NUMBER = /-?\d+\.\d{2,}(?!\d|em)/g
/** Attributes in units of the view box. */
const LENGTHS = ['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'width', 'height']
/** The class of Plot's style sheet, its font, and sizes that the page sets. */
const UNUSED = ['class', 'font-family', 'width', 'height']
/** Names of Plot's groups: assistive technology reads a picture by its own name and description. */
const UNUSED_WITHIN = ['aria-label', 'aria-hidden', 'aria-description', 'font-variant']

/**
 * Changes a picture of Plot for a page that allows no inline styles: removes the style element, turns style attributes into
 * presentation attributes, and rounds lengths.
 * @param {any} svg of any DOM
 * @returns {any} the same
 */
export function tidySvg(svg) {
  const within = [...svg.querySelectorAll('*')]
  for (const element of within) if (element.localName === 'style') element.remove()
  for (const name of UNUSED) svg.removeAttribute(name)
  for (const element of within) for (const name of UNUSED_WITHIN) element.removeAttribute(name)
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

/** Rounds a length. Nothing finer than a tenth of a unit is visible in a picture. @param {number} value */
export function toTenths(value) {
  return Math.round(value * 10) / 10
}
