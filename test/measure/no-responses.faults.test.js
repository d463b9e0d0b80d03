import { expect, jest, test } from '@jest/globals'
import { readRun } from '../../src/runs/read-run.js'
import { fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

jest.setTimeout(120_000)
removeTemporaryFolders()

test('a slice without a single response ends the run, and the slices before it are kept', async () => {
  const hangs = { server: 'hangs-later.js', env: { HANGS_AFTER: '700' } }
  const { root, problem } = await runFixture(fixtureExperiment({ server: 'answers.js' }, hangs))
  expect(problem).toMatchObject({ code: 'ERR_NOT_MEASURABLE', details: { variant: 'candidate' } })
  const { slices, manifest } = readRun(root)
  expect(manifest.status).toBe('failed')
  expect(slices.some(({ variant, completed }) => variant === 'baseline' && completed > 0)).toBe(true)
  expect(slices.filter(({ completed }) => completed === 0)).toHaveLength(1)
})
