import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { profiledLoadSections } from '../../../src/report/sections/profiler-sections.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { makeManifest, makeMeasured, makeRounds, makeSlice } from '../../helpers/make-run.js'

const { load } = makeSlice()
const { design } = makeManifest()
const profilers = [{ name: 'prof', playsLoads: true, isAlone: false }]
const manifest = makeManifest({ design: { ...design, profilers } })

/** Under the profiler the baseline serves 400 requests in a second, and the candidate 300. */
const profiled = [
  { variant: 'log=off', completed: 400 },
  { variant: 'log=sync', completed: 300 }
].map(({ variant, completed }) =>
  makeSlice({ variant, completed, launch: `${variant}-prof`, profiler: 'prof', load, latencyMicrosOfAll: 7000 })
)

test('each load has its requests/s and latency under the profiler, apart from those without one', () => {
  const slices = [...makeRounds({ rounds: 3, costRatio: 1.1 }), ...profiled]
  const [section, ...others] = profiledLoadSections(analyse(makeMeasured({ manifest, slices })).analysis)
  expect(others).toEqual([])
  expect(section?.table?.rows).toEqual([
    ['prof', 'autocannon, 1 round', 'requests/s', '~400', '~300', 'too few samples'],
    ['', '', 'latency p50', '~7.00 ms', '~7.00 ms', 'too few samples'],
    ['', '', 'latency p99', '~7.00 ms', '~7.00 ms', 'too few samples']
  ])
})

test('the figures of several rounds have an interval, and values that differ much have none', () => {
  const rounds = [0, 1].flatMap(round =>
    profiled.map(slice => ({ ...slice, round, launch: `${round}-${slice.launch}`, completed: 400 + 4000 * round }))
  )
  const slices = [...makeRounds({ rounds: 3, costRatio: 1.1 }), ...rounds]
  const [section] = profiledLoadSections(analyse(makeMeasured({ manifest, slices })).analysis)
  expect(section?.table?.header).toEqual(['profiler', 'load', '', 'log=off', 'log=sync', 'change (95% CI)'])
  const [rate, p50] = section?.table?.rows ?? []
  expect(rate?.slice(3)).toEqual(['~1,330', '~1,330', '0.0% (0.0 to 0.0)'])
  expect(p50?.slice(3, 5)).toEqual(['7.00 ms ± 0.0%', '7.00 ms ± 0.0%'])
})

test('a load without a slice that can be used for rates says so', () => {
  const slices = profiled.map(slice => ({ ...slice, otherProcessesMicros: 500_000 }))
  const [section] = profiledLoadSections(analyse(makeMeasured({ manifest, slices })).analysis)
  expect(section?.table?.rows).toEqual([['prof', 'autocannon', 'no slice can be used: see Checks', '-', '-', '-']])
})

test('without a load under a profiler there is no such table', () => {
  const slices = makeRounds({ rounds: 3, costRatio: 1.1 })
  expect(profiledLoadSections(analyse(makeMeasured({ manifest, slices })).analysis)).toEqual([])
})

test('the table of a load generator under a profiler is a file of its own', () => {
  const run = new RunFolder('/run')
  const table = {
    kind: /** @type {const} */ ('table'),
    variant: 'log=off',
    generator: /** @type {const} */ ('artillery')
  }
  expect(run.nameOf({ ...table, profiler: null })).toBe('tables/log=off.artillery.txt')
  expect(run.nameOf({ ...table, profiler: 'devtools' })).toBe('tables/log=off.devtools.artillery.txt')
})
