import { readFileSync } from 'node:fs'
import { expect, jest, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { planProfiler } from '../../src/measure/rounds/design.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { fewConnections, fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/** @import { Experiment } from '../../src/experiments/types.js' */
/** @import { Load } from '../../src/load/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

/** @type {Load} */
const paced = { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
/** Costs enough to be the bottleneck even on a machine that leaves the generator little. */
const sound = { server: 'answers.js', env: { BURN_MICROS: '2000' } }

/**
 * @param {string} server of the candidate
 * @param {Partial<Experiment>} [changes]
 */
async function compareWith(server, changes) {
  return analyse(await measureWith(server, changes)).analysis
}

/**
 * Measures a server against the sound one.
 * @param {string} server
 * @param {Partial<Experiment>} [changes]
 */
async function measureWith(server, changes) {
  const design = { rounds: 3, sharedCoreMs: 300, slices: { sharedCore: 2, separate: 2, detail: 2, others: 2 } }
  const {
    folder: { root },
    problem
  } = await runFixture({ ...fixtureExperiment(sound, { server }), ...changes }, design)
  expect(problem).toBeNull()
  return new RunFolder(root).read()
}

test.each([
  ['fails in 1 of 100 requests', 'fails-now-and-then.js', { code: 'wrong-status' }],
  ['sends another encoding than expected', 'encodes-now-and-then.js', { expected: 'identity', seen: ['gzip'] }]
])('a server that %s gets no verdict', async (_, server, reason) => {
  const { verdicts, checks } = await compareWith(server)
  expect(verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null, refusal: { reason } })
  const discarded = checks.discarded.filter(({ reasons }) => reasons.some(({ discards }) => discards === 'everything'))
  expect(discarded.length).toBeGreaterThanOrEqual(6)
  const own = discarded.filter(({ reasons }) =>
    reasons.some(({ code, discards }) => discards === 'everything' && code !== 'other-half-discarded')
  )
  for (const { launch } of own) expect(launch).toContain('candidate')
})

test('a server that only answers later is compared by latency, and its CPU at one rate', async () => {
  const { verdicts, loads, sizes } = await compareWith('waits.js')
  expect(verdicts[0]).toMatchObject({ metric: 'latencyP50', size: null })
  // A request of ten takes at least 60 ms, and about 20 with the other. On a busy machine latency is withheld.
  expect(verdicts[0]?.change?.relative ?? Number.POSITIVE_INFINITY).toBeGreaterThan(0.2)
  expect(sizes).toMatchObject([{ main: null, all: null }])
  expect(loads[0]).toMatchObject({ isAtEqualRate: true, isCostOnSharedCore: false })
  // In closed loop an idle server spends ten times as much per request.
  const cpu = loads[0]?.rows.find(({ metric }) => metric === 'cpuPerRequest')?.changes.candidate
  expect(Math.abs(cpu?.relative ?? Number.NaN)).toBeLessThan(1)
})

test('launches that follow requests of a server that waits are in every detail round, and an open loop begins warm', async () => {
  const asked = { ...fixtureExperiment(sound, { server: 'waits.js' }), loads: [fewConnections, paced] }
  const { folder } = await runFixture(asked, { quick: false, profilers: [planProfiler('cdp')], openMs: 300 })
  const { launches, slices } = folder.read()
  const followed = launches
    .filter(({ profiler }) => profiler === 'waits')
    .map(({ round, variant }) => `${round} ${variant}`)
  expect(followed.sort()).toEqual(['2 baseline', '2 candidate', '3 baseline', '3 candidate'])
  const saved = readFileSync(folder.slices, 'utf8').trim().split('\n')
  const open = saved
    .map(line => JSON.parse(line))
    .filter(({ load, profiler }) => load.mode === 'open' && profiler === 'none')
  expect(open.slice(0, 4).map(({ round, isWarmUp }) => [round, isWarmUp])).toEqual([
    [0, true],
    [0, true],
    [0, undefined],
    [0, undefined]
  ])
  expect(slices.filter(({ isWarmUp }) => isWarmUp)).toEqual([])
})

test('an overloaded generator is detected', async () => {
  const { checks, verdicts } = await compareWith('answers-at-length.js', { primaryMetric: 'requestsPerSecond' })
  const own = checks.discarded.filter(
    ({ launch, generator }) => launch.includes('candidate') && generator === 'autocannon'
  )
  expect(own).toHaveLength(4)
  for (const { reasons } of own) expect(reasons).toContainEqual(expect.objectContaining({ code: 'generator-busy' }))
  expect(verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null })
})

test('a function that runs in worker threads is named first, and confirmed by both profilers', async () => {
  const server = 'burns-in-workers.js'
  const experiment = fixtureExperiment(
    { server, env: { BURN_STEPS: '250000' } },
    { server, env: { BURN_STEPS: '1000000' } }
  )
  const profilers = ['prof', 'cdp'].map(name => ({
    name: /** @type {'prof' | 'cdp'} */ (name),
    playsLoads: false,
    isAlone: false
  }))
  const {
    folder: { root },
    problem
  } = await runFixture(experiment, { profilers, sliceMs: 600 })
  expect(problem).toBeNull()
  const [blame] = analyse(new RunFolder(root).read()).analysis.blames
  expect(blame?.rows[0]).toMatchObject({ owner: { name: 'burnInWorker' }, evidence: 'confirmed' })
}, 240_000)
