import { expect, test } from '@jest/globals'
import { verdictWords } from '../../../src/report/words/verdict-words.js'
import { verdictsOn } from '../../../src/verdict/decide/decide.js'
import { checkSlices } from '../../../src/verdict/slices/slice-validity.js'
import { makeManifest, makeRounds } from '../../helpers/make-run.js'

/** @import { Verdict } from '../../../src/verdict/types.js' */

const manifest = makeManifest()
const experiment = { ...manifest.experiment, primaryMetric: /** @type {const} */ ('cpuMainThread') }

/**
 * Returns the verdict on nine rounds of servers with 60 µs on the main thread per request, where the variants differ by ratios.
 * @param {{ mainRatio?: number, poolMicros: number, poolRatio?: number, countsAllThreads?: boolean }} given CPU of the pool per request
 * @returns {Verdict}
 */
function decide({ mainRatio = 1, poolMicros, poolRatio = 1, countsAllThreads = true }) {
  const asked = { ...manifest, experiment: { ...experiment, countsAllThreads } }
  const [baseline] = experiment.variants
  const slices = makeRounds({ rounds: 9, costRatio: 1 }).map(function withThreads(slice, index) {
    const isBaseline = slice.variant === baseline.name
    const swing = 1 + ((index * 7) % 5) / 2000
    const main = 60 * (isBaseline ? 1 : mainRatio) * swing * slice.completed
    const pool = poolMicros * (isBaseline ? 1 : poolRatio) * swing * slice.completed
    const cpu = { cpuMicros: main + pool, cpuMainThreadMicros: main, cpuPoolMicros: pool, cpuOtherThreadsMicros: pool }
    return { ...slice, server: { ...slice.server, ...cpu } }
  })
  const [verdict] = verdictsOn(asked, checkSlices(slices, asked.experiment), null)
  if (!verdict) throw new Error('no verdict')
  return verdict
}

test('work that grows in the thread pool alone makes a server slower', () => {
  const verdict = decide({ poolMicros: 240, poolRatio: 1.25 })
  expect(verdict).toMatchObject({ verdict: 'slower', metric: 'cpuPerRequest', ofTwoMetrics: { opposite: null } })
  // 60 + 300 µs after 60 + 240.
  expect(verdict.change?.relative).toBeCloseTo(0.2, 2)
  expect(verdict.change?.confidence).toBeCloseTo(0.975, 6)
  expect(verdictWords(verdict).join(' ')).toContain('CPU of all threads are both tested')
})

test('work on the main thread still decides by main-thread CPU, corrected for two', () => {
  const verdict = decide({ poolMicros: 60, mainRatio: 1.2 })
  expect(verdict).toMatchObject({ verdict: 'slower', metric: 'cpuMainThread', ofTwoMetrics: { opposite: null } })
  expect(verdict.change?.relative).toBeCloseTo(0.2, 2)
  expect(verdict.change?.confidence).toBeCloseTo(0.975, 6)
})

test('of two changes beyond the margin the larger one decides', () => {
  const both = { poolMicros: 240, mainRatio: 1.05 }
  expect(decide({ ...both, poolRatio: 1.25 })).toMatchObject({ verdict: 'slower', metric: 'cpuPerRequest' })
  expect(decide({ ...both, mainRatio: 1.5, poolRatio: 1.1 })).toMatchObject({ metric: 'cpuMainThread' })
})

test('work that moves to other threads is faster on the main thread, and the report says what all threads cost', () => {
  const verdict = decide({ poolMicros: 60, mainRatio: 0.3, poolRatio: 3 })
  expect(verdict).toMatchObject({ verdict: 'faster', metric: 'cpuMainThread' })
  // 18 + 180 µs after 60 + 60.
  expect(verdict.ofTwoMetrics?.opposite?.metric).toBe('cpuPerRequest')
  expect(verdict.ofTwoMetrics?.opposite?.change.relative).toBeCloseTo(0.65, 2)
  expect(verdictWords(verdict).join(' ')).toMatch(/CPU per request changed the other way: \+65\.\d%/)
})

test('equal servers with much work in the pool have no difference, by main-thread CPU', () => {
  expect(decide({ poolMicros: 240 })).toMatchObject({ verdict: 'no difference', metric: 'cpuMainThread' })
})

test('a pool that hardly works is not tested, and neither is one of an experiment that asks for main-thread CPU', () => {
  for (const given of [{ poolMicros: 3 }, { poolMicros: 240, poolRatio: 1.25, countsAllThreads: false }]) {
    const { metric, ofTwoMetrics, change } = decide(given)
    expect({ metric, ofTwoMetrics, confidence: change?.confidence }).toEqual({
      metric: 'cpuMainThread',
      ofTwoMetrics: undefined,
      confidence: 0.95
    })
  }
})
