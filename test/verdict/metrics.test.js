import { expect, test } from '@jest/globals'
import { metricWords } from '../../src/report/words/words.js'
import { isCpuMetric, moreIs } from '../../src/verdict/decide/classify-change.js'
import { budgetedMetrics } from '../../src/verdict/gates/budgeted-metrics.js'
import { effectMetrics, mainMetrics, metricNames, metricOf } from '../../src/verdict/metrics.js'
import { isRate } from '../../src/verdict/slices/slice-validity.js'

test('every metric has words, and at most six fields', () => {
  expect(metricNames.filter(name => !metricWords[name])).toEqual([])
  for (const name of metricNames) expect(Object.keys(metricOf(name)).length).toBeLessThan(6)
})

test('what compares metrics reads its list from the table', () => {
  expect(mainMetrics).toEqual(['cpuPerRequest', 'cpuMainThread', 'requestsPerSecond'])
  expect(effectMetrics).toEqual(['requestsPerSecond', 'cpuMainThread', 'cpuPerRequest', 'cpuOtherThreads'])
  const deciding = metricNames.filter(name => metricOf(name).decides || metricOf(name).effect !== undefined)
  expect(deciding).toEqual([
    'cpuPerRequest',
    'cpuMainThread',
    'cpuOtherThreads',
    'requestsPerSecond',
    'latencyP50',
    'latencyP95',
    'latencyP99'
  ])
})

test('rates, CPU and the better direction are those of the rows', () => {
  expect(metricNames.filter(isRate)).toEqual(['requestsPerSecond', 'latencyP50', 'latencyP95', 'latencyP99'])
  expect(metricNames.filter(isCpuMetric)).toEqual(['cpuPerRequest', 'cpuMainThread'])
  expect(metricNames.filter(name => moreIs(name) === 'better')).toEqual(['requestsPerSecond'])
})

test('a budget on a metric is of its row, and of an open loop where that is a percentile', () => {
  expect(budgetedMetrics.cpuMainThread).toEqual({ unit: 'micros', metric: 'cpuMainThread' })
  expect(budgetedMetrics.requestsPerSecond).toEqual({ unit: 'perSecond', metric: 'requestsPerSecond' })
  for (const percentile of /** @type {const} */ ([50, 95, 99]))
    expect(budgetedMetrics[`p${percentile}`]).toEqual({
      unit: 'micros',
      metric: `latencyP${percentile}`,
      quantile: percentile / 100
    })
})
