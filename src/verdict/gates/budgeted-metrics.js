import { moreIs } from '../decide/classify-change.js'

/** @import { BudgetedName, CounterName, Gate, MetricName } from '../types.js' */

/**
 * What a budget is on: CPU or requests/s, a quantile of the latency in an open loop, or the sum of counters. `unit` is that of its
 * values: CPU, calls and bytes are per request, requests are per second, and latency is of one request.
 * @typedef {{ unit: 'micros' | 'perSecond' | 'calls' | 'bytes' } & ({ metric: MetricName } | { quantile: number } | { counters: CounterName[] })} BudgetedMetric
 */

/** @type {Record<BudgetedName, BudgetedMetric>} */
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
  return name !== 'slower' && name !== 'allocatedBytesPerRequest' && 'counters' in budgetedMetrics[name]
}

/**
 * Returns whether a budget is on what only separate slices of the loads show: requests/s or latency.
 * @param {BudgetedName | 'slower'} name
 */
export function isOnRate(name) {
  return name === 'requestsPerSecond' || (name !== 'slower' && 'quantile' in budgetedMetrics[name])
}

/**
 * Returns whether more of what a gate is on is better, so that its budget is a least value.
 * @param {Pick<Gate, 'budget' | 'metric'>} gate
 */
export function moreIsBetter({ budget: { name }, metric }) {
  return name === 'requestsPerSecond' || (metric !== null && moreIs(metric) === 'better')
}
