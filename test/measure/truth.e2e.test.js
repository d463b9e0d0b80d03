import { expect, jest, test } from '@jest/globals'
import { analysisOf, fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/** @import { Experiment } from '../../src/experiments/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

/** Dear enough to be the limit even on a machine that leaves the generator little. */
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
  ['fails in 1 of 100 requests', 'fails-now-and-then.js', 'answers other than 2xx'],
  ['sends another encoding than expected', 'encodes-now-and-then.js', 'content-encoding gzip where identity was due']
])('a server that %s gets no verdict', async (_, server, reason) => {
  const { verdicts, checks } = await compareWith(server)
  expect(verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null, reason: expect.stringContaining(reason) })
  const spoilt = checks.flawed.filter(({ flaws }) => flaws.some(flaw => flaw.spoils === 'everything'))
  expect(spoilt.length).toBeGreaterThanOrEqual(6)
  for (const { launch } of spoilt) expect(launch).toContain('candidate')
})

test('a server that is not the bottleneck has a verdict on CPU, and no figure of requests/s', async () => {
  const { verdicts, checks, loads } = await compareWith('waits.js')
  expect(checks.panel.find(({ name }) => name === 'serverShare')?.beyond).toBeGreaterThanOrEqual(6)
  expect(verdicts[0]?.change).not.toBeNull()
  expect(verdicts[0]?.second).toBeNull()
  const row = loads[0]?.rows.find(({ metric }) => metric === 'requestsPerSecond')
  expect(row?.estimates.candidate).toBeNull()
})

test('a server that is not the bottleneck has no verdict where requests/s decide', async () => {
  const { verdicts } = await compareWith('waits.js', { primaryMetric: 'requestsPerSecond' })
  expect(verdicts[0]).toMatchObject({ change: null, reason: expect.stringContaining('it was not the bottleneck') })
})

test('an overloaded generator is detected', async () => {
  const { checks, verdicts } = await compareWith('answers-at-length.js', { primaryMetric: 'requestsPerSecond' })
  const own = checks.flawed.filter(({ launch }) => launch.includes('candidate'))
  expect(own).toHaveLength(6)
  for (const { flaws } of own)
    expect(flaws.map(({ text }) => text).join()).toMatch(/the generator was busy for more than 85 %/)
  expect(verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null })
})
