import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { analyseRun } from '../../src/analyse-run.js'
import { readRun } from '../../src/runs/read-run.js'
import { fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/**
 * @import { Measured } from '../../src/analyse-run.js'
 * @import { Experiment } from '../../src/experiments/types.js'
 */

jest.setTimeout(60_000)
removeTemporaryFolders()

/** Dear enough to be the limit even on a machine that leaves the generator little. */
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
  return { ...readRun(root), trees: [] }
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

describe('a server that is not the bottleneck', () => {
  /** @type {Measured} */
  let measured
  beforeAll(async () => {
    measured = await measureWith('waits.js')
  })

  test('its CPU is told, and nothing about requests/s', () => {
    const { verdicts, checks, loads } = analyseRun(measured)
    expect(checks.panel.find(({ name }) => name === 'serverShare')?.beyond).toBeGreaterThanOrEqual(6)
    expect(verdicts[0]?.change).not.toBeNull()
    expect(verdicts[0]?.second).toBeNull()
    const row = loads[0]?.rows.find(({ metric }) => metric === 'requestsPerSecond')
    expect(row?.estimates.candidate).toBeNull()
  })

  test('where requests/s decide, it gets no verdict', () => {
    const { manifest } = measured
    const experiment = { ...manifest.experiment, primaryMetric: /** @type {const} */ ('requestsPerSecond') }
    const { verdicts } = analyseRun({ ...measured, manifest: { ...manifest, experiment } })
    expect(verdicts[0]).toMatchObject({ change: null, reason: expect.stringContaining('it was not the bottleneck') })
  })
})

test('an overloaded generator is detected', async () => {
  const { checks, verdicts } = await compareWith('answers-at-length.js', { primaryMetric: 'requestsPerSecond' })
  const own = checks.flawed.filter(({ launch }) => launch.includes('candidate'))
  expect(own).toHaveLength(6)
  for (const { flaws } of own)
    expect(flaws.map(({ text }) => text).join()).toMatch(/the generator was busy for more than 85 %/)
  expect(verdicts[0]).toMatchObject({ verdict: 'cannot tell', change: null })
})
