import { expect, jest, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { onLinux } from '../helpers/on-linux.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

jest.setTimeout(120_000)
removeTemporaryFolders()

const server = 'writes.js'

/** @param {Record<string, string>} env of the candidate */
async function countersOf(env) {
  const experiment = fixtureExperiment({ server }, { server, env })
  const {
    folder: { root },
    problem
  } = await runFixture(experiment, { rounds: 4, loadRounds: { unprofiled: 4, profiled: 0 } })
  expect(problem).toBeNull()
  const [counters] = analyse(new RunFolder(root).read()).analysis.counters
  if (!counters) throw new Error('the analysis has no counters')
  return counters
}

onLinux('three writes of 50 bytes more per request are found as such', async () => {
  const { verdict, rows } = await countersOf({ WRITES: '3', WRITE_BYTES: '50' })
  expect(verdict).toEqual({ name: 'different', differing: ['writeCalls', 'writtenBytes'], reason: null })
  const differences = Object.fromEntries(rows.map(({ counter, difference }) => [counter, difference]))
  expect(differences.writeCalls).toBeCloseTo(3, 1)
  expect(differences.writtenBytes).toBeCloseTo(150, 0)
})

onLinux('identical servers make the same system calls, and keep nothing', async () => {
  const { verdict, kept } = await countersOf({})
  expect(verdict.name).toBe('same')
  expect(kept?.verdict).toBe('keeps nothing')
})

test('a leak of 2,000 bytes per request is found', async () => {
  const { kept } = await countersOf({ KEPT_BYTES: '2000' })
  expect(kept).toMatchObject({ verdict: 'keeps', keeping: ['candidate'] })
  // A Buffer has an object beside its bytes.
  expect(kept?.difference?.bytes).toBeGreaterThan(1900)
  expect(kept?.difference?.bytes).toBeLessThan(2400)
})
