import * as Plot from '@observablehq/plot'

/** Colours of what is around the data. */
export const INK = 'var(--text)'
export const QUIET_INK = 'var(--muted)'
export const LINE = 'var(--line)'
/** With more rounds than these a round is too narrow to be shaded, or to have a bar of its own. */
export const MOST_WIDE_ROUNDS = 40
const ROUND_LABEL_WIDTH = 36

/**
 * Returns grid lines with their values at the left; the name of the axis, with its unit, is above them.
 * @param {string} label @param {Plot.AxisYOptions & Pick<Plot.GridYOptions, 'ticks'>} options
 */
export function yAxis(label, options) {
  return [
    Plot.gridY({ stroke: LINE, strokeOpacity: 1, ticks: options.ticks }),
    Plot.axisY({ color: QUIET_INK, tickSize: 0, label, labelArrow: 'none', labelAnchor: 'top', ...options })
  ]
}

/** @param {string} label @param {Plot.AxisXOptions} options */
export function xAxis(label, options) {
  return Plot.axisX({ color: QUIET_INK, tickSize: 0, label, labelArrow: 'none', labelAnchor: 'center', ...options })
}

/**
 * Returns an axis of rounds of the same width. Every second round is shaded where there is room.
 * @param {number[]} rounds those that are drawn, from 0 on: the first one is between 0 and 1 on the axis, and so on
 * @param {number} width @param {string} label
 */
export function roundAxis(rounds, width, label) {
  const places = rounds.map((_, place) => place)
  const step = Math.max(1, Math.ceil(rounds.length / (width / ROUND_LABEL_WIDTH)))
  return {
    scale: { domain: [0, rounds.length] },
    /** Comes before the other marks, which it lies below. */
    shade: Plot.rect(
      places.filter(place => place % 2 === 1 && rounds.length <= MOST_WIDE_ROUNDS),
      { x1: place => place, x2: place => place + 1, fill: LINE, fillOpacity: 0.3 }
    ),
    axis: xAxis(label, {
      ticks: places.filter(place => place % step === 0).map(place => place + 0.5),
      tickFormat: middle => String(1 + (rounds[middle - 0.5] ?? 0))
    })
  }
}
