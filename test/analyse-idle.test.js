import { expect, test } from '@jest/globals'
import { analyse } from '../src/analyse.js'
import { makeIdleRun } from './helpers/make-idle-run.js'

const run = makeIdleRun()
const paced = run.slices.filter(({ load, beside }) => load.mode === 'open' && beside.length === 0)
const [ofClosed] = run.slices.filter(({ load }) => load.mode === 'closed')
/** The slices of the paced load with the latency of the usual one, which is 50 ms. */
const slower = paced.map(slice => ({ ...slice, latencyMicros: ofClosed?.latencyMicros ?? '' }))

test('the chart of a verdict on latency has the slices of the load that decides', () => {
  const { verdicts, sliceSeries } = analyse(run).analysis
  expect(verdicts[0]).toMatchObject({ metric: 'latencyP50', generator: 'paced', verdict: 'slower' })
  expect(verdicts[0]?.change?.relative).toBeCloseTo(0.5, 2)
  const { values, ranges } = sliceSeries.find(({ metric }) => metric === 'latencyP50') ?? {}
  expect(values).toHaveLength(12)
  expect(ranges?.map(range => Math.round((range?.median ?? 0) / 1000))).toEqual([20, 30])
})

test('so have its drifts: from 20 and 30 ms to 50 ms in the second slice', () => {
  const slices = [...run.slices, ...slower.map(slice => ({ ...slice, index: 3 }))]
  const { drifts } = analyse({ ...run, slices }).analysis
  expect(drifts.map(({ variant, perSlice }) => [variant, perSlice.relative])).toEqual([
    ['log=off', expect.closeTo(50 / 20 - 1, 2)],
    ['log=sync', expect.closeTo(50 / 30 - 1, 2)]
  ])
})

test('and the warning about its baseline: three rounds of 20 ms and three of 50 ms', () => {
  const slices = run.slices.map(slice => (slice.round < 3 ? slice : (slower[paced.indexOf(slice)] ?? slice)))
  expect(analyse(run).analysis.checks.warnings).toEqual([])
  expect(analyse({ ...run, slices }).analysis.checks.warnings).toMatchObject([
    { code: 'baseline-swing', variant: 'log=off', swingRatio: expect.closeTo((15 * Math.sqrt(6 / 5)) / 35, 2) }
  ])
})
