import * as Plot from '@observablehq/plot'
import { formatBytes, formatMicros, formatPercent } from '../../report/words/format.js'
import { shortName } from '../../report/words/shorten.js'
import { INK, roundAxis, yAxis } from './axes.js'
import { draw, keyOf, NARROW } from './draw.js'
import { medianCell, medianPoints, rowsByRound, slicePoints, withoutGaps } from './slice-points.js'
import { isOf, variantDots, variantKey, variantStyles } from './variant-marks.js'

/**
 * @import { Table } from '../../report/sections/sections.js'
 * @import { Analysis } from '../../types.js'
 * @import { GaugeSeries, SliceTimes } from '../../verdict/types.js'
 * @import { SlicePoint } from './slice-points.js'
 */

const MARGINS = { marginTop: 30, marginBottom: 42, marginLeft: 40, marginRight: 6 }
const HEIGHT = 190

const TIME = { unit: 'ms', unitSize: 1000, format: formatMicros, limitWords: '' }
const BYTES = { unit: 'MB', unitSize: 1e6, format: formatBytes, limitWords: '' }
const SHARE = { unit: '%', unitSize: 0.01, format: formatPercent, limitWords: '' }
const CORE_SHARE = { ...SHARE, unit: '% of one core' }

/**
 * How each gauge is named and written: `unitSize` of its value is one `unit`.
 * @type {Record<GaugeSeries['name'], { label: string, unit: string, unitSize: number, format: (value: number) => string, limitWords: string }>}
 */
const gaugeWords = {
  eventLoopDelayP99Micros: { label: 'event-loop delay, p99', ...TIME },
  gcPauseShare: { label: 'GC pause, share of time', ...SHARE },
  rssBytes: { label: 'memory of the process (RSS)', ...BYTES },
  heapUsedBytes: { label: 'heap used', ...BYTES },
  serverShare: { label: 'server busy', ...CORE_SHARE, limitWords: 'below: the server was not saturated' },
  generatorShare: {
    label: 'load generator busy',
    ...CORE_SHARE,
    limitWords: 'above: the load generator may be the bottleneck'
  }
}

/**
 * Draws the state of the servers and the generator per slice: one small chart per gauge, from zero on, with a line through
 * the medians of each variant's rounds.
 * @param {Analysis['gauges']} times
 * @param {string[]} variants
 * @returns {string} HTML; nothing without a gauge
 */
export function healthCharts({ gauges, ...times }, variants) {
  if (gauges.length === 0) return ''
  const key = keyOf(variantStyles(variants).map(variantKey))
  const charts = gauges.map(gauge => draw(pictureOf(gauge, times, variants)))
  return `${key}<div class="chart-grid">${charts.join('')}</div>`
}

/**
 * Returns the values in the charts: the median of each gauge in each round, by variant.
 * @param {Analysis['gauges']} gauges
 * @param {string[]} variants
 * @returns {Table}
 */
export function healthTable({ gauges, rounds }, variants) {
  return {
    header: ['round', 'variant', ...gauges.map(({ name }) => gaugeWords[name].label)],
    rows: rowsByRound(rounds, variants, (_round, _variant, column, index) =>
      gauges.map(({ name, medians }) => medianCell(medians, index, column, gaugeWords[name].format))
    ),
    textColumns: 2
  }
}

/** @param {GaugeSeries} gauge @param {SliceTimes} times @param {string[]} variants */
function pictureOf(gauge, times, variants) {
  const { label, unit, unitSize, format, limitWords } = gaugeWords[gauge.name]
  const all = slicePoints(times, gauge.values, variants).filter(({ value }) => value !== null)
  const { rounds, points, medians } = withoutGaps(all, medianPoints(times, gauge.medians, variants))
  const values = gauge.values.filter(value => value !== null)
  const limits = gauge.limit === null ? [] : [gauge.limit / unitSize]
  const top = Math.max(...values.map(value => value / unitSize), ...limits) || 1
  const axis = roundAxis(rounds, NARROW, 'round')
  const place = { y: (/** @type {SlicePoint} */ { value }) => Number(value) / unitSize, title: titleOf }
  return {
    name: `${label} by slice`,
    description: `From ${format(Math.min(...values))} to ${format(Math.max(...values))} in ${points.length} slices.`,
    plot: {
      width: NARROW,
      height: HEIGHT,
      ...MARGINS,
      x: axis.scale,
      y: { domain: [0, top * 1.05] },
      marks: [
        axis.shade,
        ...yAxis(`${label}, ${unit}`, { ticks: 4 }),
        axis.axis,
        ...variantStyles(variants).flatMap(style => [
          variantDots(points.filter(isOf(style.variant)), style, place, 2),
          Plot.line(medians.filter(isOf(style.variant)), {
            x: ({ position }) => position + 0.5,
            y: ({ median }) => median / unitSize,
            stroke: style.colour,
            strokeWidth: 2
          })
        ]),
        Plot.ruleY(limits, { stroke: INK, strokeDasharray: '4,3', className: 'chart-limit' }),
        Plot.text(limits, {
          y: limits,
          text: () => limitWords,
          frameAnchor: 'right',
          textAnchor: 'end',
          lineAnchor: 'top',
          dy: 5,
          fontSize: 11,
          fill: INK
        })
      ]
    }
  }

  /** @param {SlicePoint} point */
  function titleOf({ variant, round, index, value }) {
    return `${shortName(variant)}, round ${round + 1}, slice ${index + 1}: ${format(Number(value))}`
  }
}
