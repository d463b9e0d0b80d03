import { expect, jest, test } from '@jest/globals'
import { analysisOf, fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/** @import { Experiment } from '../../src/experiments/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

/** Costs enough to be the bottleneck even on a machine that leaves the generator little. */
const sound = { server: 'answers.js', env: { BURN_MICROS: '2000' } }

/**
 * @param {string} server of the candidate
 * @param {Partial<Experiment>} [changes]
 */
async function compareWith(server, changes) {
  const design = { rounds: 3, sharedCoreMs: 300, slices: { sharedCore: 2, separate: 2, profiled: 2 } }
  const { root, problem } = await runFixture({ ...fixtureExperiment(sound, { server }), ...changes }, design)
  expect(problem).toBeNull()
  return analysisOf(root)
}

test.each([
  ['fails in one of a hundred requests', 'fails-now-and-then.js', { code: 'wrong-status' }],
  ['has another encoding than expected', 'encodes-now-and-then.js', { expected: 'identity', seen: ['gzip'] }]
])('a server that %s gets no verdict', async (_, server, reason) => {
  const { verdicts, checks } = await compareWith(server)
  expect(verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null, refusal: { reason } })
  const discarded = checks.discarded.filter(({ reasons }) => reasons.some(({ discards }) => discards === 'everything'))
  expect(discarded.length).toBeGreaterThanOrEqual(6)
  for (const { launch } of discarded) expect(launch).toContain('candidate')
})

test('of a server that is not the bottleneck only the CPU is reported', async () => {
  const { verdicts, checks, loads } = await compareWith('waits.js')
  expect(checks.limits.find(({ name }) => name === 'serverShare')?.beyond).toBeGreaterThanOrEqual(6)
  expect(verdicts[0]?.change).not.toBeNull()
  expect(verdicts[0]?.secondary).toBeNull()
  const row = loads[0]?.rows.find(({ metric }) => metric === 'requestsPerSecond')
  expect(row?.estimates.candidate).toBeNull()
})

test('where requests/s is the primary metric, such a server gets no verdict', async () => {
  const { verdicts } = await compareWith('waits.js', { primaryMetric: 'requestsPerSecond' })
  expect(verdicts[0]).toMatchObject({ change: null, refusal: { reason: { code: 'server-not-saturated' } } })
})

test('an overloaded generator is detected', async () => {
  const { checks, verdicts } = await compareWith('answers-at-length.js', { primaryMetric: 'requestsPerSecond' })
  const own = checks.discarded.filter(({ launch }) => launch.includes('candidate'))
  expect(own).toHaveLength(6)
  for (const { reasons } of own) expect(reasons).toContainEqual(expect.objectContaining({ code: 'generator-busy' }))
  expect(verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null })
})
