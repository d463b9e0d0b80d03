import { toTenths } from './to-tenths.js'

/** @import { RenderFunction } from '@observablehq/plot' */

/** More points than these are drawn as one path, which is small but has no tips. */
export const MOST_SINGLE = 240

/**
 * The same sign at every point, as one path.
 * @template Point
 * @param {Point[]} points
 * @param {{ x: (point: Point) => number, y: (point: Point) => number }} place
 * @param {string} sign path commands, from the point on
 * @param {Record<string, string>} attributes
 * @returns {RenderFunction}
 */
export function onePath(points, { x, y }, sign, attributes) {
  return function renderPath(_index, scales, _values, _dimensions, { document }) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    const signs = points.map(
      point => `M${[scales.x?.(x(point)) ?? 0, scales.y?.(y(point)) ?? 0].map(toTenths).join(' ')}${sign}`
    )
    for (const [name, value] of Object.entries({ ...attributes, d: signs.join('') })) path.setAttribute(name, value)
    return path
  }
}
