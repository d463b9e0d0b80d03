import { metricInWords } from '../../report/words.js'

/** @import { RowName } from '../../verdict/launch-metrics.js' */

/**
 * @param {RowName} metric
 * @returns {string} with its unit: times are told in microseconds
 */
export function metricAxis(metric) {
  if (metric === 'requestsPerSecond') return 'requests per second'
  if (metric === 'gcCount') return 'garbage collections per 1,000 requests'
  return `${metricInWords(metric)}, µs`
}
