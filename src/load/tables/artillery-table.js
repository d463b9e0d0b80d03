import ssms from '@artilleryio/int-core/lib/ssms.js'

/** @import { Metrics } from '@artilleryio/int-core/lib/ssms.js' */

const { SSMS } = ssms

const LINE_WIDTH = 79
const SUMMARY_ROWS = /** @type {const} */ (['min', 'max', 'mean', 'median', 'p95', 'p99'])

/**
 * Prints artillery's summary report, merged and summarised by artillery's own metrics store. The layout is that of its
 * console reporter, which cannot print without a spinner in a terminal and its globals.
 * @param {string[]} toolResults serialised metrics, one per batch
 */
export function printArtillerySummary(toolResults) {
  const metrics = SSMS.pack(toolResults.map(text => SSMS.deserializeMetrics(text)))
  const title = `Summary report @ ${clockTime(new Date(metrics.lastMetricAt))}`
  const underline = '-'.repeat(title.length)
  const names = Object.keys({ ...metrics.counters, ...metrics.rates, ...metrics.histograms }).sort()
  const lines = names.flatMap(name => metricLines(name, metrics))
  return `${[underline, title, underline, '', ...lines].join('\n')}\n`
}

/** @param {string} name @param {Metrics} metrics */
function metricLines(name, { counters, rates, histograms }) {
  const lines = []
  if (counters[name] !== undefined) lines.push(dotted(`${name}:`, counters[name]))
  const histogram = histograms[name]
  if (histogram) {
    const summary = SSMS.summarizeHistogram(histogram)
    lines.push(`${name}:`, ...SUMMARY_ROWS.map(row => dotted(`  ${row}:`, summary[row])))
  }
  if (rates[name] !== undefined) lines.push(`${dotted(`${name}:`, rates[name])}/sec`)
  return lines
}

/** @param {string} label @param {number} value */
function dotted(label, value) {
  const shown = label.length > LINE_WIDTH ? `${label.slice(0, LINE_WIDTH - 3)}...` : label
  return `${shown} ${'.'.repeat(LINE_WIDTH - shown.length)} ${value}`
}

/** @param {Date} date @returns {string} such as 18:06:22(-0300) */
function clockTime(date) {
  const offset = -date.getTimezoneOffset()
  const hours = twoDigits(Math.floor(Math.abs(offset) / 60))
  const minutes = twoDigits(Math.abs(offset) % 60)
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')
  return `${clock}(${offset < 0 ? '-' : '+'}${hours}${minutes})`
}

/** @param {number} number */
function twoDigits(number) {
  return String(number).padStart(2, '0')
}
