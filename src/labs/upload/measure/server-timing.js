/** Text up to a delimiter outside of quotes; a quote that is not closed reaches to the end. */
const METRIC = /(?:"(?:[^"\\]|\\.)*"?|[^",])+/gs
const PARAMETER = /(?:"(?:[^"\\]|\\.)*"?|[^";])+/gs

/**
 * Returns the durations in a Server-Timing header by the name of the metric, in milliseconds (https://www.w3.org/TR/server-timing/). Of
 * several parameters `dur` of a metric, and of several metrics of one name, the first counts.
 * @param {string | string[] | undefined} header several headers joined with commas, as Node.js joins them
 * @returns {Map<string, number>} without metrics that have no duration
 */
export function readServerTiming(header) {
  /** @type {Map<string, number>} */
  const durations = new Map()
  for (const [metric] of String(header ?? '').matchAll(METRIC)) {
    const [name = '', ...parameters] = (metric.match(PARAMETER) ?? []).map(part => part.trim())
    const durationMs = durationIn(parameters)
    if (Number.isFinite(durationMs) && !durations.has(name)) durations.set(name, durationMs)
  }
  return durations
}

/** @param {string[]} parameters @returns {number} NaN where none is a duration */
function durationIn(parameters) {
  for (const parameter of parameters) {
    const [name = '', ...value] = parameter.split('=')
    if (name.trim().toLowerCase() === 'dur') return Number.parseFloat(value.join('=').trim().replace(/^"/, ''))
  }
  return Number.NaN
}
