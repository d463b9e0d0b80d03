import * as Plot from '@observablehq/plot'
import { reasonInWords } from '../../report/words/check-words.js'
import { formatBytes, formatMicros, formatPercent, formatSeconds } from '../../report/words/format.js'
import { shorten, shortName } from '../../report/words/text.js'
import { metricAxis, metricInWords, metricWords } from '../../report/words/words.js'
import { groupBy } from '../../stats/group-by.js'
import { draw, drawBoth, drawSign, INK, keyOf, LINE, NARROW, xAxis, yAxis } from './draw.js'
import { discardedCrosses, discardedKey, variantDots, variantKey, variantStyles } from './variant-marks.js'

/** @import { Table } from '../../report/sections/sections.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { DiscardReason, GaugeSeries, SliceSeries, SliceTimes, ValueSeries } from '../../verdict/types.js' */

/**
 * @typedef {object} SlicePoint
 * @property {string} variant
 * @property {number} round from 0
 * @property {number} index among the slices of its launch
 * @property {number} position in rounds since the start: the slices of a round are placed at equal distances
 * @property {number} startMs since the start of the run
 * @property {number | null} value
 * @property {DiscardReason[]} reasons why the slice is discarded
 *
 * @typedef {{ variant: string, position: number, median: number }} MedianPoint `position` of its round
 */

const GAUGE_SIZE = { width: NARROW, height: 190, marginTop: 30, marginBottom: 42, marginLeft: 40, marginRight: 6 }

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

const METRIC_SIZE = { height: 300, marginTop: 30, marginBottom: 42, marginLeft: 46, marginRight: 8 }
const LONGEST_REASON = 160
/** With more rounds than these a round is too narrow to be shaded, or to have a bar of its own. */
const MOST_WIDE_ROUNDS = 40
const ROUND_LABEL_WIDTH = 36

/**
 * Draws a metric of every slice in order, discarded slices as crosses, with the median of each variant in a round as a bar;
 * nothing without a slice that counts.
 * @type {(series: SliceSeries, variants: string[]) => string}
 */
export function slicesChart(series, variants) {
  const { metric } = series
  const all = slicePoints(series, series.values, variants, series.discarded)
  const { rounds, points, medians } = withoutGaps(all, series, variants)
  const counted = points.filter(isCounted)
  if (counted.length === 0) return ''
  const discarded = points.filter(point => !isCounted(point))
  const [low, high] = domainOf(series)
  const place = { y: within, title: titleOf }
  const key = keyOf([
    ...variantStyles(variants).map(variantKey),
    { sign: drawSign([Plot.ruleY([0.5], { stroke: INK, strokeWidth: 3 })]), words: "median of the launch's slices" },
    ...(discarded.length > 0 ? [discardedKey()] : [])
  ])
  return key + drawBoth(pictureAt)

  /** @param {number} width */
  function pictureAt(width) {
    const axis = roundAxis(rounds, width, 'round (slices in order of execution)')
    return {
      name: `${metricInWords(metric)} by slice`,
      description: describe(series, variants),
      ...METRIC_SIZE,
      x: axis.scale,
      y: { domain: [low, high] },
      marks: [
        axis.shade,
        ...yAxis(metricAxis(metric), { ticks: 5 }),
        axis.axis,
        ...variantStyles(variants).flatMap(style => [
          variantDots(counted.filter(isOf(style.variant)), style, place),
          discardedCrosses(discarded.filter(isOf(style.variant)), style.colour, place),
          medianMark(medians.filter(isOf(style.variant)), style.colour)
        ])
      ]
    }
  }

  /** @param {SlicePoint} point a discarded slice may have any value, or none: it is drawn at the edge then */
  function within({ value }) {
    return value === null ? high : Math.min(high, Math.max(low, value))
  }

  /** @param {SlicePoint} point */
  function titleOf({ variant, round, index, startMs, value, reasons }) {
    const text = value === null ? 'no value' : metricWords[metric].format(value)
    const where = `${shortName(variant)}, round ${round + 1}, slice ${index + 1}, after ${formatSeconds(startMs)}`
    const why = reasons.map(reason => `; discarded: ${shorten(reasonInWords(reason), LONGEST_REASON)}`)
    return `${where}: ${text}${why.join('')}`
  }
}

/**
 * Returns the values in the chart: each slice of each variant in each round, and the median of those that count.
 * @type {(series: SliceSeries, variants: string[]) => Table}
 */
export function slicesTable(series, variants) {
  const { format } = metricWords[series.metric]
  const points = slicePoints(series, series.values, variants, series.discarded)
  return {
    header: ['round', 'variant', 'median', 'slices in order, discarded ones in brackets'],
    rows: rowsByRound(series.rounds, variants, function cellsOf(round, variant, column, index) {
      const own = points.filter(point => point.round === round && point.variant === variant)
      const texts = own.map(function textOf(point) {
        const text = point.value === null ? '-' : format(point.value)
        return isCounted(point) ? text : `(${text})`
      })
      return [medianCell(series.medians, index, column, format), texts.join('  ')]
    }),
    textColumns: 2
  }
}

/** @param {SliceSeries} series @param {string[]} variants */
function describe({ metric, ranges, discarded }, variants) {
  const { format } = metricWords[metric]
  const sentences = ranges.flatMap(function rangeOf(range, index) {
    if (range === null) return []
    const { low, median, high, count } = range
    const values = `${format(low)} to ${format(high)}, median ${format(median)}`
    return `${shortName(variants[index] ?? '')}: ${values}, ${count} slices.`
  })
  return [...sentences, ...(discarded.length > 0 ? [`Discarded slices: ${discarded.length}.`] : [])].join(' ')
}

/** @param {MedianPoint[]} medians @param {string} stroke */
function medianMark(medians, stroke) {
  const paint = { y: 'median', stroke, className: 'chart-median' }
  if (medians.length > MOST_WIDE_ROUNDS) return Plot.line(medians, { x: after(0.5), strokeWidth: 2, ...paint })
  return Plot.ruleY(medians, { x1: after(0.04), x2: after(0.96), strokeWidth: 3, ...paint })
}

/** @param {number} share of a round */
function after(share) {
  return (/** @type {MedianPoint} */ { position }) => position + share
}

/** @param {SliceSeries} series @returns {[number, number]} */
function domainOf({ ranges }) {
  const known = ranges.filter(range => range !== null)
  const [low, high] = [Math.min(...known.map(({ low }) => low)), Math.max(...known.map(({ high }) => high))]
  const air = (high - low || high || 1) / 20
  return [low - air, high + air]
}

/** @param {SlicePoint} point */
function isCounted({ reasons }) {
  return reasons.length === 0
}

/**
 * Draws the state of the servers and the generator per slice: one small chart per gauge, from zero on, with a line through
 * the medians of each variant's rounds; nothing without a gauge.
 * @type {(times: Analysis['gauges'], variants: string[]) => string}
 */
export function healthCharts({ gauges, ...times }, variants) {
  if (gauges.length === 0) return ''
  const key = keyOf(variantStyles(variants).map(variantKey))
  const charts = gauges.map(gauge => draw(gaugePicture(gauge, times, variants)))
  return `${key}<div class="chart-grid">${charts.join('')}</div>`
}

/**
 * Returns the values in the charts: the median of each gauge in each round, by variant.
 * @type {(gauges: Analysis['gauges'], variants: string[]) => Table}
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
function gaugePicture(gauge, times, variants) {
  const { label, unit, unitSize, format, limitWords } = gaugeWords[gauge.name]
  const all = slicePoints(times, gauge.values, variants).filter(({ value }) => value !== null)
  const { rounds, points, medians } = withoutGaps(all, { ...times, ...gauge }, variants)
  const values = gauge.values.filter(value => value !== null)
  const limits = gauge.limit === null ? [] : [gauge.limit / unitSize]
  const top = Math.max(...values.map(value => value / unitSize), ...limits) || 1
  const axis = roundAxis(rounds, NARROW, 'round')
  const place = { y: (/** @type {SlicePoint} */ { value }) => Number(value) / unitSize, title: titleOf }
  return {
    name: `${label} by slice`,
    description: `From ${format(Math.min(...values))} to ${format(Math.max(...values))} in ${points.length} slices.`,
    ...GAUGE_SIZE,
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

  /** @param {SlicePoint} point */
  function titleOf({ variant, round, index, value }) {
    return `${shortName(variant)}, round ${round + 1}, slice ${index + 1}: ${format(Number(value))}`
  }
}

/**
 * Returns an axis of rounds of the same width. Every second round is shaded where there is room.
 * @param {number[]} rounds those that are drawn, from 0 on: the first one is between 0 and 1 on the axis, and so on
 * @param {number} width @param {string} label
 */
function roundAxis(rounds, width, label) {
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

/** @param {string} name @returns {(point: { variant: string }) => boolean} */
function isOf(name) {
  return ({ variant }) => variant === name
}

/**
 * Returns the rows of columns of slices as points to draw.
 * @param {SliceTimes} times @param {(number | null)[]} values
 * @param {string[]} names of the variants
 * @param {{ row: number, reasons: DiscardReason[] }[]} [discarded] @returns {SlicePoint[]}
 */
export function slicePoints({ variants, rounds, indexes, startMs }, values, names, discarded = []) {
  const reasons = new Map(discarded.map(({ row, reasons }) => [row, reasons]))
  const rowsOf = groupBy(rounds.keys(), row => rounds[row])
  return values.map(function pointOf(value, row) {
    const round = rounds[row] ?? 0
    const own = rowsOf.get(round) ?? []
    return {
      variant: names[variants[row] ?? 0] ?? '',
      round,
      index: indexes[row] ?? 0,
      position: round + (own.indexOf(row) + 0.5) / own.length,
      startMs: startMs[row] ?? 0,
      value,
      reasons: reasons.get(row) ?? []
    }
  })
}

/**
 * Returns slices and the medians of rounds to draw, without the rounds that have no slice: many runs measure a metric in some of
 * their rounds only.
 * @param {SlicePoint[]} all @param {Pick<SliceTimes, 'rounds'> & Pick<ValueSeries, 'medians'>} series
 * @param {string[]} names of the variants
 * @returns {{ rounds: number[], points: SlicePoint[], medians: MedianPoint[] }} with positions on an axis of `rounds`
 */
function withoutGaps(all, series, names) {
  const rounds = roundsIn(all.map(({ round }) => round))
  const places = new Map(rounds.map((round, place) => [round, place]))
  return {
    rounds,
    points: all.map(point => ({ ...point, position: (places.get(point.round) ?? 0) + point.position - point.round })),
    medians: roundsIn(series.rounds).flatMap((round, column) =>
      names.flatMap(function pointOf(variant, index) {
        const position = places.get(round)
        const median = series.medians[index]?.[column] ?? null
        return position === undefined || median === null ? [] : [{ variant, position, median }]
      })
    )
  }
}

/**
 * Returns the rows of a table by round and then by variant, which are its first columns.
 * @param {number[]} rounds of slices, in any order
 * @param {string[]} variants
 * @param {(round: number, variant: string, column: number, index: number) => string[]} cellsOf `column` counts the rounds,
 *   `index` the variants
 */
function rowsByRound(rounds, variants, cellsOf) {
  return roundsIn(rounds).flatMap((round, column) =>
    variants.map((variant, index) => [String(round + 1), variant, ...cellsOf(round, variant, column, index)])
  )
}

/** @type {(medians: ValueSeries['medians'], index: number, column: number, format: (value: number) => string) => string} */
function medianCell(medians, index, column, format) {
  const median = medians[index]?.[column] ?? null
  return median === null ? '-' : format(median)
}

/** @type {(rounds: number[]) => number[]} */
function roundsIn(rounds) {
  return [...new Set(rounds)].sort((a, b) => a - b)
}
