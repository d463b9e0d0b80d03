import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { readRunWithProfiles } from '../../src/compare/save/read-left-profiles.js'
import { WorkshopError } from '../../src/errors/errors.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { fixtureExperiment, runFixture } from '../helpers/fixture-experiment.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

jest.setTimeout(120_000)
removeTemporaryFolders()

const light = { server: 'answers.js', env: { BURN_MICROS: '200' } }
const heavy = { server: 'answers.js', env: { BURN_MICROS: '900' } }
const prof = { name: 'prof', playsLoads: false, isAlone: false }

test('the profiles that an interrupted run left are read by the next report, and their blame is shown', async () => {
  const interrupts = new AbortController()
  const {
    folder: { root },
    problem
  } = await runFixture(fixtureExperiment(light, heavy), {
    rounds: 1,
    detailRounds: 3,
    sliceMs: 600,
    profilers: [prof],
    signal: interrupts.signal,
    notify: event => {
      if (event.type === 'round' && event.index === 3)
        interrupts.abort(new WorkshopError('ERR_INTERRUPTED', { signal: 'SIGINT' }))
    }
  })
  expect(problem?.code).toBe('ERR_INTERRUPTED')
  expect(new RunFolder(root).read().profiles).toEqual([])
  let counted = 0
  const run = await readRunWithProfiles(new RunFolder(root), {
    signal: new AbortController().signal,
    warn: unexpected,
    notify: launches => {
      counted += launches
    }
  })
  expect(counted).toBe(4)
  expect(run.treeless).toEqual([])
  const analysis = analyse(run).analysis
  expect(analysis.status).toBe('interrupted')
  expect(analysis.checks.warnings.map(({ code }) => code)).not.toContain('unread-profiles')
  const names = analysis.blames.flatMap(({ rows }) => rows).map(({ owner }) => owner?.name)
  expect(names).toContain('burn')
  expect(analysis.sources).not.toBe(null)
  const again = await readRunWithProfiles(new RunFolder(root), {
    signal: new AbortController().signal,
    notify: unexpected,
    warn: unexpected
  })
  expect(again.profiles).toHaveLength(4)
})

test('a launch whose profile cannot be read is a problem of that launch, and is not read again', async () => {
  const interrupts = new AbortController()
  const {
    folder: { root }
  } = await runFixture(fixtureExperiment(light, heavy), {
    rounds: 1,
    detailRounds: 2,
    profilers: [prof],
    signal: interrupts.signal,
    notify: event => {
      if (event.type === 'round' && event.index === 2)
        interrupts.abort(new WorkshopError('ERR_INTERRUPTED', { signal: 'SIGINT' }))
    }
  })
  const [broken = ''] = new RunFolder(root)
    .read()
    .launches.flatMap(({ id, profiler }) => (profiler === 'prof' ? id : []))
  const { folder } = new RunFolder(root).launch(broken)
  for (const name of readdirSync(folder)) if (name.endsWith('.log')) rmSync(path.join(folder, name))
  const { signal } = new AbortController()
  const run = await readRunWithProfiles(new RunFolder(root), { signal, notify() {}, warn: unexpected })
  expect(run.problems).toEqual([expect.objectContaining({ id: broken, code: 'ERR_EMPTY_PROFILE' })])
  expect(run.profiles).toHaveLength(1)
  await readRunWithProfiles(new RunFolder(root), { signal, notify: unexpected, warn: unexpected })
})

test.each([
  ['removed', (/** @type {string} */ root) => rmSync(root, { recursive: true })],
  ['renamed', (/** @type {string} */ root) => renameSync(root, `${root}-other`)]
])('a run folder that is %s during the run is said so, and is not made anew', async (_what, take) => {
  let folder = ''
  const {
    folder: { root },
    problem
  } = await runFixture(fixtureExperiment(light, heavy), {
    notify: event => {
      if (event.type === 'folder') folder = event.path
      if (event.type === 'round' && event.index === 1) take(folder)
    }
  })
  expect(problem).toMatchObject({ code: 'ERR_RUN_REMOVED', details: { path: root } })
  expect(existsSync(root)).toBe(false)
})

test('parts of a file that a killed process left are removed by the next write of the file', async () => {
  const {
    folder: { root }
  } = await runFixture(fixtureExperiment(light, light), {
    rounds: 1,
    detailRounds: 0,
    notify: event => {
      if (event.type === 'folder') writeFileSync(path.join(event.path, 'run.json.999999999-0123abcd.part'), '{')
    }
  })
  expect(readdirSync(root).filter(name => name.endsWith('.part'))).toEqual([])
  expect(new RunFolder(root).read().manifest.status).toBe('complete')
})

function unexpected() {
  throw new Error('nothing is left to read')
}
