import { expect, test } from '@jest/globals'
import { analyseRun } from '../../src/analyse-run.js'
import { againstLines } from '../../src/report/against-words.js'
import { unpairedChange } from '../../src/stats/unpaired-change.js'
import { BETWEEN_RUNS, baselineOf, differencesOf, environmentOf } from '../../src/verdict/against-baseline.js'
import { checkSlices } from '../../src/verdict/slice-validity.js'
import { makeManifest, makeMeasured, makeSlice } from '../helpers/make-run.js'

const variants = ['log=off', 'log=sync']

/** @param {number} factor of all costs, which differ by 1% more or less from launch to launch */
function slicesOf(factor) {
  return [0, 1, 2, 3, 4, 5].flatMap(round =>
    variants.map(variant => {
      const cost = 100 * factor * Math.exp(round % 2 === 0 ? 0.01 : -0.01)
      return makeSlice({ variant, round, launch: `${round}-${variant}`, cpuMicros: cost * 1000 })
    })
  )
}

/** @param {number} factor */
function baselineWith(factor) {
  const manifest = makeManifest()
  return baselineOf('main', manifest, checkSlices(slicesOf(factor), manifest.experiment), 'a run')
}

test('launches of two runs have a Welch interval, computed by hand', () => {
  const before = [100, 110, 90, 105]
  const now = [120, 118, 125]
  const change = unpairedChange(before, now, { comparisons: 1, widening: 1 })
  // Logarithms: means 4.614855 and 4.795497; t(0.975, 2) = 4.302653
  const half = 4.302653 * Math.sqrt(0.00739672 / 4 + 0.00087834 / 3)
  expect(change?.relative).toBeCloseTo(0.197986, 5)
  expect(Math.log1p(change?.high ?? 0) - Math.log1p(change?.relative ?? 0)).toBeCloseTo(half, 6)
  const wider = unpairedChange(before, now, { comparisons: 1, widening: 2.9 })
  expect(Math.log1p(wider?.high ?? 0) - Math.log1p(wider?.relative ?? 0)).toBeCloseTo(2.9 * half, 6)
  expect(unpairedChange([1], now, { comparisons: 1, widening: 1 })).toBe(null)
  expect(unpairedChange([5e-324, 9e15], now, { comparisons: 1, widening: 1 })).toBe(null)
})

test.each([
  [1.3, 'slower', 'fired'],
  [0.7, 'faster', 'passed'],
  [1.03, 'cannot tell', 'cannot tell']
])('costs of %d times those of the baseline: %s', (factor, verdict, outcome) => {
  const manifest = makeManifest({ against: baselineWith(1) })
  manifest.design.budgets = [{ name: 'slower', kind: 'relative', amount: 0.02 }]
  const { against, gates = [] } = analyseRun(makeMeasured({ manifest, slices: slicesOf(factor) }))
  expect(against?.differences).toEqual([])
  expect(against?.rows.map(row => [row.variant, row.verdict])).toEqual(variants.map(variant => [variant, verdict]))
  const [row] = against?.rows ?? []
  expect(row?.relative).toBeCloseTo(factor - 1, 6)
  expect(row?.launches).toEqual({ before: 6, now: 6 })
  const own = gates.filter(({ baseline }) => baseline.includes('main'))
  expect(own.map(gate => [gate.candidate, gate.outcome])).toEqual([['log=sync', outcome]])
})

test('the interval is wider than that of launches of one run, by what two runs differ', () => {
  const manifest = makeManifest({ against: baselineWith(1) })
  const { against } = analyseRun(makeMeasured({ manifest, slices: slicesOf(1) }))
  const values = [100, 100, 100, 100, 100, 100].map((value, index) => value * Math.exp(index % 2 === 0 ? 0.01 : -0.01))
  const narrow = unpairedChange(values, values, { comparisons: 2, widening: 1 })
  expect(Math.log1p(against?.rows[0]?.high ?? 0)).toBeCloseTo(BETWEEN_RUNS * Math.log1p(narrow?.high ?? 0), 6)
})

test('an environment that differs is named, with both values', () => {
  const manifest = makeManifest()
  const other = environmentOf({
    ...manifest,
    machine: { ...manifest.machine, cores: 4 },
    versions: { node: 'v24.0.0' },
    design: { ...manifest.design, quick: true }
  })
  expect(differencesOf(environmentOf(manifest), other)).toEqual([
    { what: 'cores', before: '2', now: '4' },
    { what: 'Node.js', before: 'v20.0.0', now: 'v24.0.0' },
    { what: 'short run', before: 'no', now: 'yes' }
  ])
})

test('a comparison of two times says so, and what differs', () => {
  const baseline = baselineWith(1)
  const against = { ...baseline, environment: { ...baseline.environment, cores: '4' } }
  const analysis = analyseRun(makeMeasured({ manifest: makeManifest({ against }), slices: slicesOf(1.3) }))
  expect(againstLines(analysis)).toEqual([
    expect.stringMatching(
      /^log=off is slower than itself in the baseline main of 2026-01-01 00:00 UTC: .* \+30\.0% \(.*\), 97\.5% CI, 6 and 6 launches\.$/
    ),
    expect.stringMatching(/^log=sync is slower than itself/),
    'The two runs differ in cores 4 then, 2 now: a change can come from there.',
    expect.stringMatching(/^Runs of two times: launches are not paired/)
  ])
  expect(againstLines({})).toEqual([])
})
