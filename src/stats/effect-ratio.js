import { halfWidth } from './intervals.js'

/** @import { Change } from './types.js' */

/** @typedef {Pick<Change, 'relative' | 'low' | 'high'>} Effect */

/**
 * One effect over another, each measured against a baseline of its own. Taken as independent, the half-widths of their
 * logarithms add in quadrature (propagation of uncertainty: JCGM 100:2008, 5.1.2).
 * @param {Effect} a
 * @param {Effect} b
 * @returns {Effect} of b over a, - 1
 */
export function effectRatio(a, b) {
  const middle = Math.log1p(b.relative) - Math.log1p(a.relative)
  const half = Math.hypot(halfWidth(a), halfWidth(b))
  return { relative: Math.expm1(middle), low: Math.expm1(middle - half), high: Math.expm1(middle + half) }
}
