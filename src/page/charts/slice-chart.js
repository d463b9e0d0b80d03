import { formatBytes, formatMicros, formatPercent, formatSeconds, formatTick } from '../../report/words/format.js'
import { metricAxis, metricInWords, metricWords } from '../../report/words/words.js'
import { groupBy } from '../../stats/group-by.js'
import { toTenths } from './interval-bar.js'
import { ticksIn } from './ticks.js'

/** @import { Analysis } from '../../types.js' */
/** @import { GaugeSeries, SliceSeries, SliceTimes, ValueSeries } from '../../verdict/types.js' */

/**
 * @typedef {Pick<Analysis, 'sliceSeries' | 'gauges'>} AllSeries
 * @typedef {{ label: string, axis: string, scale: number, format: (value: number) => string, limitWords?: string }} SeriesWords `scale`: the
 *   size of a unit of the axis
 * @typedef {SliceTimes & ValueSeries & { words: SeriesWords, isFromZero: boolean, limit: number | null, discarded: Map<number, string> }} Drawable
 */

const WIDTH = 1120
const HEIGHT = 240
const MARGIN = { top: 12, right: 8, bottom: 30, left: 56 }
/** More slices than these are drawn without tips. */
const MOST_TIPS = 2000
const LABEL_WIDTH = 36

const TIME = { scale: 1000, format: formatMicros }
const SHARE = { scale: 0.01, format: formatPercent }

/** @type {Record<GaugeSeries['name'], SeriesWords>} */
const gaugeWords = {
  eventLoopDelayP99Micros: { label: 'event-loop delay, p99', axis: 'ms', ...TIME },
  gcPauseShare: { label: 'GC pause, share of time', axis: '%', ...SHARE },
  rssBytes: { label: 'memory of the process (RSS)', axis: 'MB', scale: 1e6, format: formatBytes },
  heapUsedBytes: { label: 'heap used', axis: 'MB', scale: 1e6, format: formatBytes },
  serverShare: {
    label: 'server busy',
    axis: '% of one core',
    ...SHARE,
    limitWords: 'below: the server was not saturated'
  },
  generatorShare: {
    label: 'load generator busy',
    axis: '% of one core',
    ...SHARE,
    limitWords: 'above: the load generator may be the bottleneck'
  }
}

/** Returns what can be drawn slice by slice: the deciding metrics first, then the state of servers and generator. @param {AllSeries} all */
export function seriesNames({ sliceSeries, gauges }) {
  return [
    ...sliceSeries.map(({ metric }) => metricInWords(metric)),
    ...gauges.gauges.map(({ name }) => gaugeWords[name].label)
  ]
}

/** @type {(all: AllSeries, index: number, reasonOf: (series: SliceSeries) => Map<number, string>) => Drawable | null} */
export function seriesAt({ sliceSeries, gauges }, index, reasonOf) {
  const series = sliceSeries[index]
  if (series) {
    const { format } = metricWords[series.metric]
    const words = { label: metricInWords(series.metric), axis: metricAxis(series.metric), scale: 1, format }
    return { ...series, words, isFromZero: false, limit: null, discarded: reasonOf(series) }
  }
  const { gauges: all, ...times } = gauges
  const gauge = all[index - sliceSeries.length]
  return gauge ? { ...times, ...gauge, words: gaugeWords[gauge.name], isFromZero: true, discarded: new Map() } : null
}

/**
 * Draws a metric of every slice in order, discarded slices as crosses, with the median of each launch as a line.
 * @param {Drawable} series @param {string[]} variants
 * @returns {string} SVG; empty without a slice that counts
 */
export function sliceChart(series, variants) {
  const { words, values, machines, rounds, indexes, startMs, discarded, medians, limit } = series
  const counted = values.filter((value, row) => value !== null && !discarded.has(row)).map(Number)
  if (counted.length === 0) return ''
  const { low, high } = rangeOf(counted, series)
  const shown = [...new Set(rounds.filter((_, row) => values[row] !== null))].sort((a, b) => a - b)
  const all = [...new Set(rounds)].sort((a, b) => a - b)
  const roundPx = (WIDTH - MARGIN.left - MARGIN.right) / shown.length
  const rowsOf = groupBy(rounds.keys(), row => rounds[row])
  const hasTips = values.length <= MOST_TIPS
  const step = Math.ceil(LABEL_WIDTH / roundPx)
  const parts = [
    ...yAxis(),
    ...shown.flatMap(xLabel),
    ...values.flatMap(mark),
    ...variants.flatMap(medianLines),
    ...limitLine()
  ]
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}"`
  return `<svg class="slice-chart" role="img" ${size}><title>${words.label} by slice</title><desc>${describe(series, variants)}</desc>${parts.join('')}</svg>`

  /** @param {number} value */
  function yOf(value) {
    const share = (Math.max(low, Math.min(high, value)) - low) / (high - low)
    return toTenths(HEIGHT - MARGIN.bottom - share * (HEIGHT - MARGIN.top - MARGIN.bottom))
  }

  /** @param {number} round @param {number} share of it */
  function xOf(round, share) {
    return toTenths(MARGIN.left + (shown.indexOf(round) + share) * roundPx)
  }

  function yAxis() {
    return ticksIn(low / words.scale, high / words.scale, 5).map(function line(tick) {
      const y = yOf(tick * words.scale)
      return `<path class="grid" d="M${MARGIN.left} ${y}H${WIDTH - MARGIN.right}"/><text x="${MARGIN.left - 6}" y="${y}" class="y">${formatTick(tick)}</text>`
    })
  }

  /** @param {number} round @param {number} place @returns {string[]} */
  function xLabel(round, place) {
    return place % step === 0 ? [`<text x="${xOf(round, 0.5)}" y="${HEIGHT - 10}" class="x">${round + 1}</text>`] : []
  }

  /** @param {number | null} value @param {number} row */
  function mark(value, row) {
    const round = rounds[row] ?? 0
    const own = rowsOf.get(round) ?? []
    const reason = discarded.get(row)
    if (value === null && reason === undefined) return []
    const [x, y] = [xOf(round, (own.indexOf(row) + 0.5) / own.length), yOf(value ?? high)]
    const variant = series.variants[row] ?? 0
    const machine = machines ? `machine ${machines[row]}, ` : ''
    const where = `${variants[variant]}, ${machine}round ${round + 1}, slice ${(indexes[row] ?? 0) + 1}, after ${formatSeconds(startMs[row] ?? 0)}`
    const text = value === null ? 'no value' : words.format(value)
    const tip = hasTips ? `<title>${escaped(`${where}: ${text}${reason ? `; ${reason}` : ''}`)}</title>` : ''
    if (reason !== undefined)
      return [`<path class="variant-${variant % 5} cross" d="M${x} ${y}m-3-3l6 6m0-6l-6 6">${tip}</path>`]
    return [`<circle class="variant-${variant % 5}" cx="${x}" cy="${y}" r="3">${tip}</circle>`]
  }

  /** @param {string} _ @param {number} variant */
  function medianLines(_, variant) {
    return all.flatMap((round, column) => {
      const median = medians[variant]?.[column] ?? null
      if (median === null || !shown.includes(round)) return []
      return [
        `<path class="variant-${variant % 5} median" d="M${xOf(round, 0.04)} ${yOf(median)}H${xOf(round, 0.96)}"/>`
      ]
    })
  }

  function limitLine() {
    if (limit === null || limit > high || !words.limitWords) return []
    const y = yOf(limit)
    return [
      `<path class="limit" d="M${MARGIN.left} ${y}H${WIDTH - MARGIN.right}"/><text x="${WIDTH - MARGIN.right}" y="${y + 12}" class="limit">${words.limitWords}</text>`
    ]
  }
}

/** @param {number[]} counted @param {Drawable} series */
function rangeOf(counted, { isFromZero, limit }) {
  const smallest = counted.reduce((low, value) => Math.min(low, value))
  const most = counted.reduce((high, value) => Math.max(high, value), limit ?? -Infinity)
  const least = isFromZero ? 0 : smallest
  const air = (most - least || most || 1) / 20
  return { low: isFromZero ? 0 : least - air, high: most + air }
}

/** @param {Drawable} series @param {string[]} variants */
function describe({ ranges, words: { format }, discarded }, variants) {
  const sentences = ranges.flatMap(function rangeOf(range, index) {
    if (range === null) return []
    const { low, median, high, count } = range
    return `${variants[index]}: ${format(low)} to ${format(high)}, median ${format(median)}, ${count} slices.`
  })
  const crosses = discarded.size > 0 ? [`Discarded or for CPU only: ${discarded.size}.`] : []
  return escaped([...sentences, ...crosses].join(' '))
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
}
