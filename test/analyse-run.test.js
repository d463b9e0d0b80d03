import { expect, test } from '@jest/globals'
import { analyseRun } from '../src/analyse-run.js'
import { seededRandom } from '../src/stats/seeded-random.js'
import { makeManifest, makeMeasured, makeRounds, makeSlice } from './helpers/make-run.js'

/** @import { RunManifest, SliceRecord } from '../src/runs/types.js' */

/**
 * @param {SliceRecord[]} slices
 * @param {Partial<RunManifest>} [changes]
 */
function analyse(slices, changes) {
  return analyseRun(makeMeasured({ manifest: makeManifest(changes), slices }))
}

test('a planted slow-down of 10 % comes out as 10 % slower, whatever the machine drifts', () => {
  const random = seededRandom(4)
  const slices = makeRounds({ rounds: 8, costRatio: 1.1, drift: () => 0.7 + random() * 0.6 })
  const [verdict] = analyse(slices).verdicts
  expect(verdict).toMatchObject({
    verdict: 'slower',
    candidate: 'log=sync',
    baseline: 'log=off',
    metric: 'cpuMainThread'
  })
  expect(verdict?.change?.relative).toBeCloseTo(0.1, 9)
  expect(verdict?.second).toMatchObject({ metric: 'requestsPerSecond', verdict: 'slower' })
  expect(verdict?.second?.change.relative).toBeCloseTo(1 / 1.1 - 1, 3)
})

test('where CPU is not told by thread the verdict is by the CPU of all threads', () => {
  const slices = makeRounds({ rounds: 4, costRatio: 1.1 })
  const untold = slices.map(slice => ({
    ...slice,
    server: { ...slice.server, cpuMainThreadMicros: null, cpuOtherThreadsMicros: null }
  }))
  expect(analyse(untold).verdicts[0]).toMatchObject({ verdict: 'slower', metric: 'cpuPerRequest' })
})

test('identical variants are no different', () => {
  expect(analyse(makeRounds({ rounds: 8, costRatio: 1 })).verdicts[0]).toMatchObject({
    verdict: 'no difference',
    lean: null
  })
})

test('a single round cannot tell, and says why', () => {
  expect(analyse(makeRounds({ rounds: 1, costRatio: 2 })).verdicts[0]).toMatchObject({
    verdict: 'cannot tell',
    change: null,
    reason: expect.stringMatching(/fewer than two rounds/)
  })
})

test('latency quantiles are those of all slices of a launch together', () => {
  const slices = [1, 2].flatMap(round => [
    makeSlice({ launch: `${round}`, round, completed: 980, latencyMicrosOfAll: 1000 }),
    makeSlice({ launch: `${round}`, round, completed: 20, latencyMicrosOfAll: 9000 })
  ])
  const rows = analyse(slices).loads[0]?.rows
  const p50 = rows?.find(row => row.metric === 'latencyP50')?.estimates['log=off']?.value ?? 0
  const p99 = rows?.find(row => row.metric === 'latencyP99')?.estimates['log=off']?.value ?? 0
  expect(p50 / 1000).toBeCloseTo(1, 2)
  expect(p99 / 9000).toBeCloseTo(1, 2)
})

test.each([
  ['1 requests without an answer', { errors: 1 }],
  ['timeouts', { timeouts: 2 }],
  ['answers other than 2xx', { non2xx: 3 }],
  ['content-encoding identity where gzip was due', { contentEncodings: { gzip: 900, identity: 100 } }],
  ['no request was completed', { completed: 0 }]
])('a slice with %s is void and counts in no figure', (reason, change) => {
  const slices = makeRounds({ rounds: 4, costRatio: 1.1 })
  const spoilt = makeSlice({ variant: 'log=sync', launch: '1-log=sync', cpuMicros: 9e9, index: 1, ...change })
  const { checks, verdicts } = analyse([...slices, spoilt])
  const flaws = [{ spoils: 'everything', text: expect.stringContaining(reason) }]
  expect(checks.flawed).toEqual([{ launch: '1-log=sync', index: 1, generator: 'autocannon', flaws }])
  expect(verdicts[0]?.change?.relative).toBeCloseTo(0.1, 9)
})

test('a verdict from void slices alone is refused', () => {
  const slices = makeRounds({ rounds: 8, costRatio: 2 }).map(slice => ({ ...slice, non2xx: 1 }))
  expect(analyse(slices).verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null })
})

test('what a generator near its own limit or a server that was not the bottleneck says of requests/s does not count', () => {
  const slices = makeRounds({ rounds: 2, costRatio: 1 })
  const busy = slices.map(slice => ({
    ...slice,
    generatorProcess: { ...slice.generatorProcess, cpuUserMicros: 900_000 }
  }))
  const starved = slices.map(slice => ({
    ...slice,
    generatorProcess: { ...slice.generatorProcess, eventLoopUtilization: 0.95 }
  }))
  const waiting = { eventLoopUtilization: 0.4, cpuMicros: 300_000 }
  const idle = slices.map(slice => ({ ...slice, server: { ...slice.server, ...waiting } }))
  for (const [spoilt, reason] of /** @type {const} */ ([
    [busy, /generator was busy for more than 85 %/],
    [starved, /generator was busy for more than 85 %/],
    [idle, /less than 90 % busy/]
  ])) {
    const { checks, loads, verdicts } = analyse(spoilt)
    expect(checks.flawed).toHaveLength(4)
    for (const { flaws } of checks.flawed)
      expect(flaws[0]).toMatchObject({ spoils: 'pace', text: expect.stringMatching(reason) })
    expect(loads[0]?.rows.find(({ metric }) => metric === 'requestsPerSecond')?.changes).toEqual({ 'log=sync': null })
    expect(verdicts[0]).toMatchObject({ change: { pairs: 2 }, second: null })
  }
  expect(analyse(slices).checks.flawed).toEqual([])
})

test('what a request costs is told by slices in which the variants were loaded together, how fast they are by the others', () => {
  const alone = makeRounds({ rounds: 6, costRatio: 3 })
  const together = makeRounds({ rounds: 6, costRatio: 1.1 }).map(slice => ({
    ...slice,
    index: 1,
    beside: ['the other'],
    // Two on one core: neither is as fast as it could be, and that is no flaw.
    server: { ...slice.server, eventLoopUtilization: 0.5 }
  }))
  const { verdicts, loads, checks } = analyse([...alone, ...together])
  expect(checks.flawed).toEqual([])
  expect(verdicts[0]?.change?.relative).toBeCloseTo(0.1, 9)
  expect(verdicts[0]?.second?.change.relative).toBeCloseTo(-2 / 3, 3)
  expect(loads[0]?.requests['log=off']).toBe(6 * 10_000)
})

test('where all slices of both together are void, those in turn do not stand in for them', () => {
  const alone = makeRounds({ rounds: 6, costRatio: 3 })
  const together = alone.map(slice => ({ ...slice, index: 1, beside: ['the other'], non2xx: 1 }))
  expect(analyse([...alone, ...together]).verdicts[0]).toMatchObject({
    verdict: 'cannot tell',
    change: null,
    reason: expect.stringMatching(/^12 of the 12 slices .*answers other than 2xx/)
  })
})

test('a verdict is refused when more than a quarter of what it would rest on is void', () => {
  const slices = makeRounds({ rounds: 10, costRatio: 2 })
  const spoil = (/** @type {number} */ rounds) =>
    slices.map(slice => (slice.round < rounds && slice.variant === 'log=sync' ? { ...slice, errors: 1 } : slice))
  expect(analyse(spoil(5)).verdicts[0]).toMatchObject({ verdict: 'slower', change: { pairs: 5 } })
  expect(analyse(spoil(6)).verdicts[0]).toMatchObject({
    verdict: 'cannot tell',
    change: null,
    reason: expect.stringMatching(/^6 of the 20/)
  })
})

test('the observer effect is the profiled against the bare launches of the same rounds', () => {
  const bare = makeRounds({ rounds: 6, costRatio: 1.1, drift: round => 1 + round / 10 })
  const profiled = bare.map(slice => ({
    ...slice,
    launch: `${slice.launch}-prof`,
    profiler: /** @type {const} */ ('prof'),
    server: { ...slice.server, cpuMicros: slice.server.cpuMicros * 1.25 }
  }))
  const manifest = makeManifest()
  const { profilerOverheads, verdicts } = analyse([...bare, ...profiled], {
    design: { ...manifest.design, profilers: [{ name: 'prof', batches: true }] }
  })
  expect(profilerOverheads.map(({ profiler }) => profiler)).toEqual(['prof'])
  const [effect] = profilerOverheads
  expect(effect?.changes.map(row => row.variant)).toEqual([null, 'log=off', 'log=sync'])
  const all = effect?.metrics.indexOf('cpuPerRequest') ?? -1
  for (const { changes } of effect?.changes ?? []) expect(changes[all]?.relative).toBeCloseTo(0.25, 9)
  expect(verdicts[0]?.change?.relative).toBeCloseTo(0.1, 9)
})
