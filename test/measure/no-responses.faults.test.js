import { expect, jest, test } from '@jest/globals'
import { RunFolder } from '../../src/runs/run-folder.js'
import { fewConnections, fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/** @import { Experiment } from '../../src/experiments/types.js' */
/** @import { Load } from '../../src/load/types.js' */

jest.setTimeout(120_000)
removeTemporaryFolders()

/** @type {Load} */
const openLoop = { generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.5 }

test('a slice without a single response ends the run, and the slices before it are kept', async () => {
  const hangs = { server: 'hangs-later.js', env: { HANGS_AFTER: '700' } }
  const {
    folder: { root },
    problem
  } = await runFixture(fixtureExperiment({ server: 'answers.js' }, hangs))
  expect(problem).toMatchObject({ code: 'ERR_NOT_MEASURABLE', details: { variant: 'candidate' } })
  const { slices, manifest } = new RunFolder(root).read()
  expect(manifest.status).toBe('failed')
  expect(slices.some(({ variant, completed }) => variant === 'baseline' && completed > 0)).toBe(true)
  expect(slices.filter(({ completed }) => completed === 0)).toHaveLength(1)
})

test('the error of a server without responses says how the one beside it responded', async () => {
  const hangs = { server: 'hangs-later.js', env: { HANGS_AFTER: '700' } }
  const slices = { sharedCore: 3, separate: 1, detail: 1, others: 1 }
  const { problem } = await runFixture(fixtureExperiment({ server: 'answers.js' }, hangs), { slices })
  expect(problem).toMatchObject({
    code: 'ERR_NOT_MEASURABLE',
    details: { variant: 'candidate', others: [{ variant: 'baseline', reasons: [] }] }
  })
})

test('a variant that fails every request does not keep the open loop from the other one', async () => {
  const fails = { server: 'fails-later.js', env: { FAILS_AFTER: '700' } }
  const experiment = { ...fixtureExperiment({ server: 'answers.js' }, fails), loads: [fewConnections, openLoop] }
  // After the first of its slices the candidate fails every request: its median is that of such slices.
  const slices = { sharedCore: 0, separate: 4, detail: 2, others: 2 }
  const {
    folder: { root },
    problem
  } = await runFixture(/** @type {Experiment} */ (experiment), { openMs: 200, slices })
  // The requests after the slices, for the bytes kept, end the run.
  expect(problem).toMatchObject({ code: 'ERR_NOT_MEASURABLE', details: { variant: 'candidate' } })
  const open = new RunFolder(root).read().slices.filter(({ load }) => load.mode === 'open')
  const ofBaseline = open.filter(({ variant }) => variant === 'baseline')
  const ofCandidate = open.filter(({ variant }) => variant === 'candidate')
  expect(ofBaseline.length).toBeGreaterThan(0)
  expect(ofBaseline.filter(({ completed, non2xx }) => completed === 0 || non2xx > 0)).toEqual([])
  expect(ofCandidate.length).toBeGreaterThan(0)
  expect(ofCandidate.filter(({ completed, non2xx }) => completed === 0 || non2xx < completed)).toEqual([])
})

test('the error of the warm-up has how each variant responded', async () => {
  const { problem } = await runFixture(fixtureExperiment({ server: 'answers-404.js' }, { server: 'answers-404.js' }))
  const reasons = [{ code: 'wrong-status', discards: 'everything', responses: expect.any(Number) }]
  expect(problem).toMatchObject({
    code: 'ERR_NOT_MEASURABLE',
    details: { variant: 'baseline', reasons, others: [{ variant: 'candidate', reasons }] }
  })
})
