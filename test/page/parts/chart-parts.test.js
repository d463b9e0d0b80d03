import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { latencyParts, loadParts } from '../../../src/page/parts/chart-parts.js'
import { makeChange } from '../../helpers/make-change.js'
import { makeMeasured, makeRounds } from '../../helpers/make-run.js'

const analysis = analyse(makeMeasured({ slices: makeRounds({ rounds: 6, costRatio: 1.1 }) })).analysis
const section = { heading: 'a load' }

/** @param {Record<string, ReturnType<typeof makeChange>>} changes by metric */
function axisWith(changes) {
  const loads = analysis.loads.map(load => ({
    ...load,
    rows: load.rows.map(row => ({ ...row, changes: { 'log=sync': changes[row.metric] ?? null } }))
  }))
  return loadParts({ ...analysis, loads }, [section])[0]?.axes
}

test('the axis of a load is scaled to the primary metric, not to the widest interval', () => {
  expect(analysis.verdicts[0]?.metric).toBe('cpuMainThread')
  expect(axisWith({ cpuMainThread: makeChange(0.09, 0.12), latencyP99: makeChange(-0.4, 0.9) })).toEqual([
    { low: -0.05, high: 0.15 }
  ])
})

test('a primary metric with too few samples scales nothing', () => {
  expect(axisWith({ cpuMainThread: makeChange(-0.9, 9), requestsPerSecond: makeChange(0.1, 0.2) })).toEqual([null])
})

test('the axis of latencies is scaled to the first percentile with a figure', () => {
  const quantiles = [makeChange(-0.9, 9), makeChange(0.2, 0.3), makeChange(0.5, 0.9)]
  const rows = quantiles.map(change => ({ changes: { 'log=sync': change } }))
  const latencies = /** @type {typeof analysis.latencies} */ (/** @type {unknown} */ ([{ rows, curves: [] }]))
  expect(latencyParts({ ...analysis, latencies }, [section])).toEqual([
    { template: 'section', section, chart: '', axes: [{ low: -0.15, high: 0.5 }] }
  ])
})
