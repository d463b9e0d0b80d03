import * as Plot from '@observablehq/plot'

/** What charts have around their data, drawn quietly. */

export const INK = 'var(--text)'
export const QUIET_INK = 'var(--muted)'
export const LINE = 'var(--line)'

/**
 * Lines across the chart, their values at its left and the name of the axis, with its unit, above them.
 * @param {string} label
 * @param {Plot.AxisYOptions & Plot.GridYOptions} [options]
 */
export function yAxis(label, options = {}) {
  const { ticks } = options
  return [
    Plot.gridY({ stroke: LINE, strokeOpacity: 1, ...(ticks === undefined ? {} : { ticks }) }),
    Plot.axisY({ color: QUIET_INK, tickSize: 0, label, labelArrow: 'none', labelAnchor: 'top', ...options })
  ]
}

/**
 * @param {string} label
 * @param {Plot.AxisXOptions} [options]
 */
export function xAxis(label, options = {}) {
  return Plot.axisX({ color: QUIET_INK, tickSize: 0, label, labelArrow: 'none', labelAnchor: 'center', ...options })
}
