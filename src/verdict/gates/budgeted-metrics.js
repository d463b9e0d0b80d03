import { moreIs } from '../decide/classify-change.js'
import { metricNames, metricOf } from '../metrics.js'

/** @import { RowName } from '../slices/launch-metrics.js' */
/** @import { BudgetedName, CounterName, Gate, MetricName } from '../types.js' */

/**
 * What a budget is on: a metric, of an open loop where it has a quantile, or the sum of counters. `unit` is that of its values: CPU, calls
 * and bytes are per request, requests are per second, and latency is of one request.
 * @typedef {{ unit: 'micros' | 'perSecond', metric: MetricName } | { unit: 'micros', metric: MetricName, quantile: number } | BudgetedCounters} BudgetedMetric
 * @typedef {{ unit: 'calls' | 'bytes', counters: CounterName[] }} BudgetedCounters
 */

export const budgetedCounters = /** @satisfies {Record<string, BudgetedCounters>} */ ({
  syscallsPerRequest: { unit: 'calls', counters: ['readCalls', 'writeCalls'] },
  readCallsPerRequest: { unit: 'calls', counters: ['readCalls'] },
  writeCallsPerRequest: { unit: 'calls', counters: ['writeCalls'] },
  readBytesPerRequest: { unit: 'bytes', counters: ['readBytes'] },
  writtenBytesPerRequest: { unit: 'bytes', counters: ['writtenBytes'] },
  allocatedBytesPerRequest: { unit: 'bytes', counters: ['allocatedBytes'] }
})

export const budgetedMetrics = /** @type {Record<BudgetedName, BudgetedMetric>} */ ({
  ...Object.fromEntries(metricNames.flatMap(budgetOn)),
  ...budgetedCounters
})

/** @param {RowName} metric @returns {[string, BudgetedMetric][]} one or none */
function budgetOn(metric) {
  const { unit, percentile, budget } = metricOf(metric)
  const on = { unit, metric, ...(percentile && { quantile: percentile / 100 }) }
  return budget ? [[budget, /** @type {BudgetedMetric} */ (on)]] : []
}

/**
 * Returns whether a budget is on a counter that repeats from launch to launch, so that a few rounds decide it.
 * @param {BudgetedName | 'slower'} name
 */
export function isOnExactCounter(name) {
  return name !== 'slower' && name !== 'allocatedBytesPerRequest' && 'counters' in budgetedMetrics[name]
}

/**
 * Returns whether more of what a gate is on is better, so that its budget is a least value.
 * @param {Pick<Gate, 'budget' | 'metric'>} gate
 */
export function moreIsBetter({ budget: { name }, metric }) {
  const on = metric ?? metricIn(name)
  return on !== null && moreIs(on) === 'better'
}

/** @param {BudgetedName | 'slower'} name @returns {MetricName | null} null of counters, and of the verdict's own */
function metricIn(name) {
  const budgeted = name === 'slower' ? null : budgetedMetrics[name]
  return budgeted && 'metric' in budgeted ? budgeted.metric : null
}
