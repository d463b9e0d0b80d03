import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { listRuns } from '../../src/runs/list-runs.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { makeManifest, runJson } from '../helpers/make-run.js'
import { makeListedRun } from '../helpers/make-runs.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { RunManifest } from '../../src/runs/types.js' */

removeTemporaryFolders()

const { analysis } = makeListedRun()

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
  expect(runs[0]?.manifest?.startedAt).toBe('2026-03-01T00:00:00.000Z')
  expect(runs[0]?.analysis).toEqual(JSON.parse(JSON.stringify(analysis)))
})

test('what is no run is left out, and where there is no folder there is no run', () => {
  const profiles = temporaryFolder()
  mkdirSync(path.join(profiles, 'calibrations'))
  writeFileSync(path.join(profiles, 'index.html'), '')
  expect(listRuns(profiles)).toEqual([])
  expect(listRuns(path.join(profiles, 'none'))).toEqual([])
})

test.each(/** @type {const} */ (['manifest', 'analysis']))('a %s of more than 32 MB is listed as too large', kind => {
  const profiles = temporaryFolder()
  makeRun(profiles, 'odd', { manifest: makeManifest(), analysis })
  truncateSync(new RunFolder(path.join(profiles, 'odd'))[kind], 32e6 + 1)
  expect(listRuns(profiles)).toMatchObject([
    { folder: 'odd', problem: expect.stringMatching(/\.json: it has 33 MB, and at most 32 MB are read/) }
  ])
})

test.each([
  ['a file that was cut off', '{"schemaVersion":6,', /^run\.json: .*JSON/],
  ['no object', 'null', /^run\.json: it has no schema version/],
  [
    'an older schema',
    '{"schemaVersion":3}',
    /^run\.json: it has schema version 3, and this version reads 8; no published version reads it: measure again$/
  ],
  [
    'a later schema',
    '{"schemaVersion":9}',
    /^run\.json: .*, and this version reads 8; a version of profiling-workshop later than \d+\.\d+\.\d+ reads it$/
  ],
  [
    'a later schema, and its version',
    '{"schemaVersion":9,"versions":{"profiling-workshop":"9.1.0"}}',
    /this version reads 8; profiling-workshop 9\.1\.0 reads it$/
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
    /^analysis\.json: it has schema version 6, and this version reads 8; the command report <run folder> writes it again$/
  ],
  [
    'of a later schema',
    { analysis: { schemaVersion: 9 } },
    /^analysis\.json: .* reads 8; a version of profiling-workshop later than \d+\.\d+\.\d+ reads it$/
  ],
  ['missing', {}, /^it was not analysed$/]
])('an analysis.json that is %s is the reason, and the run is known', (_what, files, problem) => {
  const profiles = temporaryFolder()
  makeRun(profiles, 'half', { manifest: makeManifest(), ...files })
  expect(listRuns(profiles)).toMatchObject([
    { manifest: { schemaVersion: 8 }, analysis: null, problem: expect.stringMatching(problem) }
  ])
})

test.each([
  ['more rounds than any run has', '/verdicts/0/change/pairs', { pairs: 9e15 }],
  ['half a round', '/verdicts/0/change/pairs', { pairs: 1.5 }],
  ['a confidence of 1', '/verdicts/0/change/confidence', { confidence: 1 }],
  ['an interval that ends before it begins', '/verdicts/0/change', { low: 9, high: 1 }],
  ['an end that is infinite in percent', '/verdicts/0/change/high', { high: 1e308 }]
])('a change with %s is the reason', (_what, place, damage) => {
  const profiles = temporaryFolder()
  const damaged = structuredClone(/** @type {any} */ (analysis))
  // The summary has the same change.
  damaged.verdicts[0].change = { ...damaged.verdicts[0].change, ...damage }
  makeRun(profiles, 'odd', { manifest: makeManifest(), analysis: damaged })
  const [run] = listRuns(profiles)
  expect(run?.problem).toContain(`${place} is a value that no measurement gives`)
})

test.each(['[1]', '{"toString":1}', `${'['.repeat(5000)}${']'.repeat(5000)}`])(
  'a schema version of another form is the reason: %.20s',
  text => {
    const profiles = temporaryFolder()
    const content = JSON.stringify(analysis).replace(
      `"schemaVersion":${analysis.schemaVersion}`,
      `"schemaVersion":${text}`
    )
    makeRun(profiles, 'odd', { manifest: makeManifest(), analysis: content })
    expect(listRuns(profiles)[0]?.problem).toBe(
      'analysis.json: its schema version is no number, and this version reads 8'
    )
  }
)

test('an analysis.json of schema 7 is listed: what is read of it is the same', () => {
  const profiles = temporaryFolder()
  makeRun(profiles, 'older', { manifest: makeManifest(), analysis: { ...analysis, schemaVersion: 7 } })
  expect(listRuns(profiles)).toMatchObject([{ problem: null, analysis: { schemaVersion: 7 } }])
})

test.each([
  [
    'a change without figures',
    (/** @type {any} */ { verdicts: [verdict] }) => (verdict.change = {}),
    'verdicts/0/change/'
  ],
  [
    'markup for a figure',
    (/** @type {any} */ { verdicts: [verdict] }) => (verdict.change.low = '"><img>'),
    'verdicts/0/change/low'
  ],
  ['no margin', (/** @type {any} */ { verdicts: [verdict] }) => delete verdict.marginRatio, 'verdicts/0/marginRatio'],
  ['an unknown verdict', (/** @type {any} */ { verdicts: [verdict] }) => (verdict.verdict = 'odd'), 'verdicts/0'],
  ['an unknown kind of slices', (/** @type {any} */ { verdicts: [verdict] }) => (verdict.slices = 'odd'), 'verdicts/0'],
  ['an unknown metric', (/** @type {any} */ { verdicts: [verdict] }) => (verdict.metric = 'constructor'), 'verdicts/0'],
  [
    'an unknown refusal',
    (/** @type {any} */ { verdicts: [verdict] }) => (verdict.refusal = { code: 'odd' }),
    'verdicts/0'
  ],
  ['an unknown status', (/** @type {any} */ content) => (content.status = 'odd'), 'status'],
  [
    'a problem without details',
    (/** @type {any} */ content) => (content.problem = { code: 'ERR_ENDED' }),
    'problem|details'
  ],
  ['no blames', (/** @type {any} */ content) => delete content.blames, 'blames']
])('an analysis.json with %s is listed with the place, and how it is written again', (_what, damage, place) => {
  const profiles = temporaryFolder()
  const content = JSON.parse(JSON.stringify(analysis))
  damage(content)
  makeRun(profiles, 'damaged', { manifest: makeManifest(), analysis: content })
  expect(listRuns(profiles)).toMatchObject([
    {
      manifest: { schemaVersion: 8 },
      analysis: null,
      problem: expect.stringMatching(
        `^analysis\\.json: /(${place}).*; the command report <run folder> writes it again$`
      )
    }
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
    expect.stringMatching(/^it was not analysed: Interrupted by SIGINT\. Measure again/),
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
 * @param {{ manifest: RunManifest | string, analysis?: object | string, page?: boolean }} files
 */
function makeRun(profiles, name, { manifest, analysis, page = false }) {
  const run = new RunFolder(path.join(profiles, name))
  mkdirSync(run.root)
  writeFileSync(run.manifest, typeof manifest === 'string' ? manifest : runJson(manifest))
  if (analysis !== undefined) writeFileSync(run.analysis, textOf(analysis))
  if (page) writeFileSync(run.page, '')
}

/** @param {object | string} content */
function textOf(content) {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
