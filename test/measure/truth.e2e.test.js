import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { analyseRun } from '../../src/analyse-run.js'
import { readRun } from '../../src/runs/read-run.js'
import { fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/**
 * @import { Experiment } from '../../src/experiments/types.js'
 * @import { SavedRun } from '../../src/runs/read-run.js'
 */

jest.setTimeout(60_000)
removeTemporaryFolders()

/** Costs enough to be the bottleneck even on a machine that leaves the generator little. */
const sound = { server: 'answers.js', env: { BURN_MICROS: '2000' } }

/**
 * @param {string} server of the candidate
 * @param {Partial<Experiment>} [changes]
 */
async function compareWith(server, changes) {
  return analyseRun(await measureWith(server, changes))
}

/**
 * Measures a server against the sound one.
 * @param {string} server
 * @param {Partial<Experiment>} [changes]
 */
async function measureWith(server, changes) {
  const design = { rounds: 3, sharedCoreMs: 300, slices: { sharedCore: 2, separate: 2, profiled: 2 } }
  const { root, problem } = await runFixture({ ...fixtureExperiment(sound, { server }), ...changes }, design)
  expect(problem).toBeNull()
  return readRun(root)
}

test.each([
  ['fails in 1 of 100 requests', 'fails-now-and-then.js', { code: 'wrong-status' }],
  ['sends another encoding than expected', 'encodes-now-and-then.js', { expected: 'identity', seen: ['gzip'] }]
])('a server that %s gets no verdict', async (_, server, reason) => {
  const { verdicts, checks } = await compareWith(server)
  expect(verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null, refusal: { reason } })
  const discarded = checks.discarded.filter(({ reasons }) => reasons.some(({ discards }) => discards === 'everything'))
  expect(discarded.length).toBeGreaterThanOrEqual(6)
  for (const { launch } of discarded) expect(launch).toContain('candidate')
})

describe('a server that is not the bottleneck', () => {
  /** @type {SavedRun} */
  let measured
  beforeAll(async () => {
    measured = await measureWith('waits.js')
  })

  test('has figures of CPU and none of requests/s', () => {
    const { verdicts, checks, loads } = analyseRun(measured)
    expect(checks.limits.find(({ name }) => name === 'serverShare')?.beyond).toBeGreaterThanOrEqual(6)
    expect(verdicts[0]?.change).not.toBeNull()
    expect(verdicts[0]?.secondary).toBeNull()
    const row = loads[0]?.rows.find(({ metric }) => metric === 'requestsPerSecond')
    expect(row?.estimates.candidate).toBeNull()
  })

  test('gets no verdict where requests/s is the primary metric', () => {
    const { manifest } = measured
    const experiment = { ...manifest.experiment, primaryMetric: /** @type {const} */ ('requestsPerSecond') }
    const { verdicts } = analyseRun({ ...measured, manifest: { ...manifest, experiment } })
    expect(verdicts[0]).toMatchObject({ change: null, refusal: { reason: { code: 'server-not-saturated' } } })
  })
})

test('an overloaded generator is detected', async () => {
  const { checks, verdicts } = await compareWith('answers-at-length.js', { primaryMetric: 'requestsPerSecond' })
  const own = checks.discarded.filter(({ launch }) => launch.includes('candidate'))
  expect(own).toHaveLength(6)
  for (const { reasons } of own) expect(reasons).toContainEqual(expect.objectContaining({ code: 'generator-busy' }))
  expect(verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null })
})
