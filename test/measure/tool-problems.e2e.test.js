import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { RunFolder } from '../../src/runs/run-folder.js'
import { analysisOf, fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

/** Clinic's heap profiler fails with both: the first server gives an empty file, the second dies under it. */
const experiment = fixtureExperiment({ server: 'calls-exit.js' }, { server: 'dies-when-profiled.js' })

test('a failure of a profiler that may fail is recorded, and the run goes on', async () => {
  const {
    folder: { root },
    problem
  } = await runFixture(experiment, {
    profilers: [{ name: 'clinic-heap', playsLoads: false, isAlone: true, rounds: 1 }]
  })
  expect(problem).toBeNull()
  const { manifest, slices, launches, problems } = new RunFolder(root).read()
  expect([manifest.status, manifest.problem]).toEqual(['complete', null])
  expect(slices.filter(slice => slice.profiler === 'none')).toHaveLength(4 * 8)
  expect(launches.map(({ id }) => id)).not.toContain('03-candidate-clinic-heap')

  const lines = readFileSync(path.join(root, 'problems.jsonl'), 'utf8').trim().split('\n')
  const checksum = expect.stringMatching(/^[0-9a-f]{16}$/)
  expect(lines.map(line => JSON.parse(line))).toEqual(problems.map(each => ({ ...each, checksum })))
  expect(problems.map(({ id, round, code }) => [id, round, code])).toEqual([
    ['03-candidate-clinic-heap', 2, 'ERR_SERVER_EXITED'],
    ['03-baseline-clinic-heap', 2, 'ERR_TOOL']
  ])
  const { toolProblems, verdicts } = analysisOf(root)
  expect(toolProblems).toEqual([
    {
      profiler: 'clinic-heap',
      variant: 'candidate',
      problem: {
        code: 'ERR_SERVER_EXITED',
        details: expect.objectContaining({ tail: expect.stringMatching(/profilers are not allowed/) })
      }
    },
    {
      profiler: 'clinic-heap',
      variant: 'baseline',
      problem: {
        code: 'ERR_TOOL',
        details: expect.objectContaining({
          problem: { code: 'empty-recording', file: 'server.clinic-heapprofiler' }
        })
      }
    }
  ])
  expect(verdicts[0]?.change?.pairs).toBe(4)
})

test('a failure of another profiler ends the run', async () => {
  const {
    folder: { root },
    problem
  } = await runFixture(fixtureExperiment({ server: 'answers.js' }, { server: 'dies-when-profiled.js' }), {
    profilers: [{ name: 'cdp', playsLoads: false, isAlone: false }]
  })
  expect(problem).toMatchObject({ code: 'ERR_SERVER_EXITED', exitCode: 3 })
  expect(problem?.message).toMatch(/profilers are not allowed/)
  const { manifest, slices, problems } = new RunFolder(root).read()
  expect(manifest.status).toBe('failed')
  expect(problems).toEqual([])
  expect(slices.filter(slice => slice.profiler === 'none')).toHaveLength(3 * 8)
})
