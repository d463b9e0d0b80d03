/** @import { BudgetedName, CounterName, MetricName } from './types.js' */

/**
 * @typedef {object} BudgetedMetric
 * @property {'micros' | 'perSecond' | 'calls' | 'bytes'} unit of its values; of all but CPU and latency per request or second
 * @property {MetricName} [metric] CPU or requests/s
 * @property {number} [quantile] of the latency in an open loop
 * @property {CounterName[]} [counters] their sum
 */

/** What each budget is on. @type {Record<BudgetedName, BudgetedMetric>} */
export const budgetedMetrics = {
  cpuPerRequest: { unit: 'micros', metric: 'cpuPerRequest' },
  cpuMainThread: { unit: 'micros', metric: 'cpuMainThread' },
  requestsPerSecond: { unit: 'perSecond', metric: 'requestsPerSecond' },
  p50: { unit: 'micros', quantile: 0.5 },
  p95: { unit: 'micros', quantile: 0.95 },
  p99: { unit: 'micros', quantile: 0.99 },
  syscallsPerRequest: { unit: 'calls', counters: ['readCalls', 'writeCalls'] },
  readCallsPerRequest: { unit: 'calls', counters: ['readCalls'] },
  writeCallsPerRequest: { unit: 'calls', counters: ['writeCalls'] },
  readBytesPerRequest: { unit: 'bytes', counters: ['readBytes'] },
  writtenBytesPerRequest: { unit: 'bytes', counters: ['writtenBytes'] },
  allocatedBytesPerRequest: { unit: 'bytes', counters: ['allocatedBytes'] }
}

/**
 * Returns whether a budget is on a counter that repeats from launch to launch, so that a few rounds decide it.
 * @param {BudgetedName | 'slower'} name
 */
export function isOnExactCounter(name) {
  return name !== 'slower' && name !== 'allocatedBytesPerRequest' && budgetedMetrics[name].counters !== undefined
}

/**
 * Returns whether a budget is on what only separate slices of the loads show: requests/s or latency.
 * @param {BudgetedName | 'slower'} name
 */
export function isOnRate(name) {
  if (name === 'slower') return false
  const { metric, quantile } = budgetedMetrics[name]
  return metric === 'requestsPerSecond' || quantile !== undefined
}
