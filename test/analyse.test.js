import { expect, test } from '@jest/globals'
import { analyse } from '../src/analyse.js'
import { seededRandom } from '../src/stats/seeded-random.js'
import { makeManifest, makeMeasured, makeRounds, makeSlice } from './helpers/make-run.js'

/** @import { RunManifest, SliceRecord } from '../src/runs/types.js' */

/**
 * @param {SliceRecord[]} slices
 * @param {Partial<RunManifest>} [changes]
 */
function analysisOf(slices, changes) {
  return analyse(makeMeasured({ manifest: makeManifest(changes), slices })).analysis
}

test('an injected slow-down of 10% is measured as 10% slower, whatever the drift of the machine', () => {
  const random = seededRandom(4)
  const slices = makeRounds({ rounds: 8, costRatio: 1.1, drift: () => 0.7 + random() * 0.6 })
  const [verdict] = analysisOf(slices).verdicts
  expect(verdict).toMatchObject({
    verdict: 'slower',
    candidate: 'log=sync',
    baseline: 'log=off',
    metric: 'cpuMainThread'
  })
  expect(verdict?.change?.relative).toBeCloseTo(0.1, 9)
  expect(verdict?.secondary).toMatchObject({ metric: 'requestsPerSecond', verdict: 'slower' })
  expect(verdict?.secondary?.change.relative).toBeCloseTo(1 / 1.1 - 1, 3)
})

test('where CPU is not known by thread the verdict uses the CPU of all threads', () => {
  const slices = makeRounds({ rounds: 6, costRatio: 1.1 })
  const allThreads = slices.map(slice => ({
    ...slice,
    server: { ...slice.server, cpuMainThreadMicros: null, cpuOtherThreadsMicros: null }
  }))
  expect(analysisOf(allThreads).verdicts[0]).toMatchObject({ verdict: 'slower', metric: 'cpuPerRequest' })
})

test('identical variants are no different', () => {
  expect(analysisOf(makeRounds({ rounds: 8, costRatio: 1 })).verdicts[0]).toMatchObject({
    verdict: 'no difference',
    lean: null
  })
})

test('a single round has no verdict, and a reason', () => {
  expect(analysisOf(makeRounds({ rounds: 1, costRatio: 2 })).verdicts[0]).toMatchObject({
    verdict: 'cannot tell',
    change: null,
    refusal: { code: 'too-few-rounds', rounds: 1 }
  })
})

test('each candidate with a verdict has a card of its own', () => {
  const { experiment } = makeManifest()
  const [baseline, sync] = experiment.variants
  const variants = /** @type {typeof experiment.variants} */ ([baseline, sync, { ...sync, name: 'log=twice' }])
  const twice = makeRounds({ rounds: 6, costRatio: 1.4 })
    .filter(({ variant }) => variant === 'log=sync')
    .map(slice => ({ ...slice, variant: 'log=twice', launch: `${slice.round} twice` }))
  const slices = [...makeRounds({ rounds: 6, costRatio: 1.2 }), ...twice]
  const { cards } = analysisOf(slices, { experiment: { ...experiment, variants } })
  expect(cards.map(({ candidate, total }) => [candidate, Math.round(total?.difference.micros ?? 0)])).toEqual([
    ['log=sync', 14],
    ['log=twice', 28]
  ])
  expect(analysisOf(makeRounds({ rounds: 1, costRatio: 2 })).cards).toEqual([])
})

test('latency percentiles pool all slices of a launch', () => {
  const slices = [1, 2].flatMap(round => [
    makeSlice({ launch: `${round}`, round, completed: 980, latencyMicrosOfAll: 1000 }),
    makeSlice({ launch: `${round}`, round, completed: 20, latencyMicrosOfAll: 9000 })
  ])
  const rows = analysisOf(slices).loads[0]?.rows
  const p50 = rows?.find(row => row.metric === 'latencyP50')?.estimates['log=off']?.value ?? 0
  const p99 = rows?.find(row => row.metric === 'latencyP99')?.estimates['log=off']?.value ?? 0
  expect(p50 / 1000).toBeCloseTo(1, 2)
  expect(p99 / 9000).toBeCloseTo(1, 2)
})

test.each([
  [{ code: 'failed-requests', requests: 1 }, { errors: 1 }],
  [{ code: 'timeouts', requests: 2 }, { timeouts: 2 }],
  [{ code: 'wrong-status', responses: 3 }, { non2xx: 3 }],
  [
    { code: 'wrong-encoding', expected: 'gzip', seen: ['identity'] },
    { contentEncodings: { gzip: 900, identity: 100 } }
  ],
  [{ code: 'no-responses' }, { completed: 0 }]
])('a slice is discarded from every figure: %j', (reason, change) => {
  const slices = makeRounds({ rounds: 4, costRatio: 1.1 })
  const own = { launch: '1-log=sync', variant: 'log=sync', index: 1 }
  const { checks, verdicts } = analysisOf([...slices, makeSlice({ ...own, cpuMicros: 9e9, ...change })])
  const reasons = [{ discards: 'everything', ...reason }]
  const excluded = [{ code: 'launch-excluded', discards: 'rates' }]
  expect(checks.discarded).toEqual([
    { ...own, index: 0, round: 0, generator: 'autocannon', reasons: excluded },
    { ...own, round: 0, generator: 'autocannon', reasons }
  ])
  expect(verdicts[0]?.change?.relative).toBeCloseTo(0.1, 9)
})

test('there is no verdict from discarded slices alone', () => {
  const slices = makeRounds({ rounds: 8, costRatio: 2 }).map(slice => ({ ...slice, non2xx: 1 }))
  expect(analysisOf(slices).verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null })
})

test('a busy generator or a server that is not the bottleneck discards a slice for requests/s only', () => {
  const [first, ...others] = makeRounds({ rounds: 2, costRatio: 1 })
  if (!first) throw new Error('no slice')
  const busy = { ...first, generatorProcess: { ...first.generatorProcess, cpuUserMicros: 900_000 } }
  const starved = { ...first, generatorProcess: { ...first.generatorProcess, eventLoopUtilization: 0.95 } }
  const idle = { ...first, server: { ...first.server, eventLoopUtilization: 0.4, cpuMicros: 300_000 } }
  for (const [changed, code, limit] of /** @type {const} */ ([
    [busy, 'generator-busy', 0.85],
    [starved, 'generator-busy', 0.85],
    [idle, 'server-not-saturated', 0.9]
  ])) {
    const { checks, loads, verdicts } = analysisOf([changed, ...others])
    expect(checks.discarded).toMatchObject([{ reasons: [{ code, limit, discards: 'rates' }] }])
    expect(loads[0]?.rows.find(({ metric }) => metric === 'requestsPerSecond')?.changes).toEqual({ 'log=sync': null })
    expect(verdicts[0]).toMatchObject({ change: { pairs: 2 }, secondary: null, withheld: { code, limit } })
  }
  expect(analysisOf([first, ...others]).checks.discarded).toEqual([])
})

test('CPU per request comes from shared-core slices, requests/s from separate slices', () => {
  const separate = makeRounds({ rounds: 6, costRatio: 3 })
  const sharedCore = makeRounds({ rounds: 6, costRatio: 1.1 }).map(slice => ({
    ...slice,
    index: 1,
    beside: ['the other'],
    // Two on one core: neither is as fast as it could be, and that is no reason to discard a slice.
    server: { ...slice.server, eventLoopUtilization: 0.5 }
  }))
  const { verdicts, loads, checks } = analysisOf([...separate, ...sharedCore])
  expect(checks.discarded).toEqual([])
  expect(verdicts[0]?.change?.relative).toBeCloseTo(0.1, 9)
  expect(verdicts[0]?.secondary?.change.relative).toBeCloseTo(-2 / 3, 3)
  expect(loads[0]?.requests['log=off']).toBe(6 * 10_000)
})

test('where all shared-core slices are discarded, separate slices do not replace them', () => {
  const separate = makeRounds({ rounds: 6, costRatio: 3 })
  const sharedCore = separate.map(slice => ({ ...slice, index: 1, beside: ['the other'], non2xx: 1 }))
  expect(analysisOf([...separate, ...sharedCore]).verdicts[0]).toMatchObject({
    verdict: 'cannot tell',
    change: null,
    refusal: {
      code: 'too-many-discarded',
      discarded: 12,
      slices: 12,
      reason: { code: 'wrong-status', discards: 'everything', responses: 1 }
    }
  })
})

test('there is no verdict when more than a quarter of its slices is discarded', () => {
  const slices = makeRounds({ rounds: 12, costRatio: 2 })
  const withFailures = (/** @type {number} */ rounds) =>
    slices.map(slice => (slice.round < rounds && slice.variant === 'log=sync' ? { ...slice, errors: 1 } : slice))
  expect(analysisOf(withFailures(6)).verdicts[0]).toMatchObject({ verdict: 'slower', change: { pairs: 6 } })
  expect(analysisOf(withFailures(7)).verdicts[0]).toMatchObject({
    verdict: 'cannot tell',
    change: null,
    refusal: { code: 'too-many-discarded', discarded: 7, slices: 24 }
  })
})

test('profiler overhead compares profiled with unprofiled launches of the same rounds', () => {
  const unprofiled = makeRounds({ rounds: 6, costRatio: 1.1, drift: round => 1 + round / 10 })
  const profiled = unprofiled.map(slice => ({
    ...slice,
    launch: `${slice.launch}-prof`,
    profiler: /** @type {const} */ ('prof'),
    server: { ...slice.server, cpuMicros: slice.server.cpuMicros * 1.25 }
  }))
  const manifest = makeManifest()
  const { profilerOverheads, verdicts } = analysisOf([...unprofiled, ...profiled], {
    design: { ...manifest.design, profilers: [{ name: 'prof', playsLoads: true, isAlone: false }] }
  })
  expect(profilerOverheads.map(({ profiler }) => profiler)).toEqual(['prof'])
  const [effect] = profilerOverheads
  expect(effect?.changes.map(row => row.variant)).toEqual([null, 'log=off', 'log=sync'])
  const all = effect?.metrics.indexOf('cpuPerRequest') ?? -1
  for (const { changes } of effect?.changes ?? []) expect(changes[all]?.relative).toBeCloseTo(0.25, 9)
  expect(verdicts[0]?.change?.relative).toBeCloseTo(0.1, 9)
})

test('requests/s that a verdict withholds are not among the effects', () => {
  const slices = makeRounds({ rounds: 6, costRatio: 1.1 })
  expect(analysisOf(slices).effects.map(({ metric, isDeciding }) => [metric, isDeciding])).toEqual([
    ['cpuMainThread', true],
    ['requestsPerSecond', false],
    ['cpuPerRequest', false],
    ['cpuOtherThreads', false]
  ])
  const idle = slices.map(slice => ({
    ...slice,
    server: { ...slice.server, eventLoopUtilization: slice.round < 5 ? 0.4 : 1, cpuMicros: 300_000 }
  }))
  const { effects, verdicts } = analysisOf(idle)
  expect(verdicts[0]?.withheld).toMatchObject({ code: 'server-not-saturated' })
  expect(effects.map(({ metric }) => metric)).not.toContain('requestsPerSecond')
})

test('a run with a goal has the precision it reached', () => {
  const { design } = makeManifest()
  const slices = makeRounds({ rounds: 8, costRatio: 1.1 })
  const goal = { design: { ...design, untilHalfWidth: 0.01 } }
  expect(analysisOf(slices, goal).precision).toEqual({ goal: 0.01, halfWidth: expect.closeTo(0, 9), isReached: true })
  expect(analysisOf(slices.slice(0, 2), goal).precision).toEqual({ goal: 0.01, halfWidth: null, isReached: false })
  expect(analysisOf(slices).precision).toBeNull()
})

test('an analysis has the duration of a round, and errors and warnings as codes', () => {
  const problem = /** @type {const} */ ({ code: 'ERR_INTERRUPTED', details: { signal: 'SIGINT' } })
  const preflight = [/** @type {const} */ ({ code: 'busy', busyShare: 0.4 })]
  const analysis = analysisOf(makeRounds({ rounds: 4, costRatio: 1 }), { status: 'interrupted', problem, preflight })
  expect(analysis).toMatchObject({ roundMs: 25_000, problem, checks: { warnings: preflight } })
})

test('a drift of one variant over its slices makes the interval wider, and not the precision of the run', () => {
  const slices = makeRounds({ rounds: 8, costRatio: 1.1 }).flatMap(slice =>
    [0, 1, 2].map(index => grown({ ...slice, index }, slice.variant === 'log=sync' ? 1.03 ** index : 1))
  )
  const manifest = makeManifest()
  const until = { ...manifest, design: { ...manifest.design, untilHalfWidth: 0.01 } }
  const { verdicts, drifts, precision } = analyse(makeMeasured({ manifest: until, slices })).analysis
  expect(drifts).toMatchObject([
    { variant: 'log=off', isDrifting: false },
    { variant: 'log=sync', isDrifting: true, perSlice: { relative: expect.closeTo(0.03, 6) } }
  ])
  const { drift, change } = verdicts[0] ?? {}
  expect(drift?.addedHalfWidth).toBeCloseTo(Math.log(1.03), 6)
  expect(Math.log1p(change?.high ?? 0) - Math.log1p(change?.relative ?? 0)).toBeCloseTo(Math.log(1.03), 6)
  expect(precision).toMatchObject({ isReached: true, halfWidth: expect.closeTo(0, 6) })
})

/** @type {(slice: ReturnType<typeof makeSlice>, factor: number) => ReturnType<typeof makeSlice>} */
function grown(slice, factor) {
  const cpuMainThreadMicros = Number(slice.server.cpuMainThreadMicros) * factor
  return { ...slice, server: { ...slice.server, cpuMainThreadMicros } }
}
