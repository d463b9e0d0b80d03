import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { listRuns } from '../../src/runs/list-runs.js'
import { runLayout } from '../../src/runs/run-layout.js'
import { makeManifest } from '../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const analysis = { schemaVersion: 7, verdicts: [] }

test('runs are listed from the newest to the oldest, by when they were started and not by their names', () => {
  const profiles = temporaryFolder()
  makeRun(profiles, 'a', { manifest: makeManifest({ startedAt: '2026-01-01T00:00:00.000Z' }), analysis })
  makeRun(profiles, 'b', { manifest: makeManifest({ startedAt: '2026-03-01T00:00:00.000Z' }), analysis, page: true })
  makeRun(profiles, 'c', { manifest: makeManifest({ startedAt: '2026-02-01T00:00:00.000Z' }), analysis })
  const runs = listRuns(profiles)
  expect(runs.map(({ folder, problem, hasPage }) => [folder, problem, hasPage])).toEqual([
    ['b', null, true],
    ['c', null, false],
    ['a', null, false]
  ])
  expect(runs[0]).toMatchObject({ manifest: { startedAt: '2026-03-01T00:00:00.000Z' }, analysis })
})

test('what is no run is left out, and where there is no folder there is no run', () => {
  const profiles = temporaryFolder()
  mkdirSync(path.join(profiles, 'calibrations'))
  writeFileSync(path.join(profiles, 'index.html'), '')
  expect(listRuns(profiles)).toEqual([])
  expect(listRuns(path.join(profiles, 'none'))).toEqual([])
})

test.each([
  ['a file that was cut off', '{"schemaVersion":6,', /^run\.json: .*JSON/],
  ['no object', 'null', /^run\.json: it has no schema version/],
  [
    'an older schema',
    '{"schemaVersion":3}',
    /^run\.json: it has schema version 3, and this version reads 6; no published version reads it: measure again$/
  ],
  [
    'a later schema',
    '{"schemaVersion":7}',
    /^run\.json: .*, and this version reads 6; a version of profiling-workshop later than \d+\.\d+\.\d+ reads it$/
  ],
  [
    'a later schema, and its version',
    '{"schemaVersion":7,"versions":{"profiling-workshop":"9.1.0"}}',
    /this version reads 6; profiling-workshop 9\.1\.0 reads it$/
  ]
])('a run.json with %s is listed with the reason', (_what, text, problem) => {
  const profiles = temporaryFolder()
  makeRun(profiles, 'odd', { manifest: text, analysis })
  expect(listRuns(profiles)).toEqual([
    { folder: 'odd', manifest: null, analysis: null, problem: expect.stringMatching(problem), hasPage: false }
  ])
})

test.each([
  ['cut off', { analysis: '{' }, /^analysis\.json: .*JSON/],
  [
    'of an older schema',
    { analysis: { schemaVersion: 6 } },
    /^analysis\.json: it has schema version 6, and this version reads 7; the command report <run folder> writes it again$/
  ],
  ['missing', {}, /^it was not analysed$/]
])('an analysis.json that is %s is the reason, and the run is known', (_what, files, problem) => {
  const profiles = temporaryFolder()
  makeRun(profiles, 'half', { manifest: makeManifest(), ...files })
  expect(listRuns(profiles)).toMatchObject([
    { manifest: { schemaVersion: 6 }, analysis: null, problem: expect.stringMatching(problem) }
  ])
})

test('a run without analysis.json is listed as running, or with the reason why it ended', () => {
  const profiles = temporaryFolder()
  const problem = /** @type {const} */ ({ code: 'ERR_INTERRUPTED', details: { signal: 'SIGINT' } })
  const times = ['2026-03-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']
  const manifests = [
    makeManifest({ startedAt: times[0], status: 'running', pid: process.ppid }),
    makeManifest({ startedAt: times[1], status: 'failed', problem }),
    makeManifest({ startedAt: times[2], status: 'running', pid: process.pid })
  ]
  for (const manifest of manifests) makeRun(profiles, manifest.startedAt.slice(0, 7), { manifest })
  expect(listRuns(profiles).map(run => run.problem)).toEqual([
    'it is still running',
    'it was not analysed: Interrupted by SIGINT.',
    expect.stringMatching(/^it was not analysed: The workshop \(process \d+\) ended before the run did/)
  ])
})

test('a file in the place of the folder is named', () => {
  const file = path.join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => listRuns(file)).toThrow(/Cannot list the runs in .*file \(ENOTDIR/)
})

/**
 * @param {string} profiles
 * @param {string} name
 * @param {{ manifest: object | string, analysis?: object | string, page?: boolean }} files
 */
function makeRun(profiles, name, { manifest, analysis, page = false }) {
  const layout = runLayout(path.join(profiles, name))
  mkdirSync(layout.root)
  writeFileSync(layout.manifest, textOf(manifest))
  if (analysis !== undefined) writeFileSync(layout.analysis, textOf(analysis))
  if (page) writeFileSync(layout.page, '')
}

/** @param {object | string} content */
function textOf(content) {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
