import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { readMeasureOptions } from '../../src/compare/ask/measure-options.js'
import { readBaseline, writeBaseline } from '../../src/runs/baselines.js'
import { isBaselineName } from '../../src/runs/run-layout.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

/** @type {import('../../src/verdict/types.js').Baseline} */
const baseline = {
  schemaVersion: 3,
  name: 'main',
  experiment: 'compare',
  startedAt: '2026-01-01T00:00:00.000Z',
  folder: 'a run',
  environment: {
    cpuModel: 'a CPU',
    cores: 2,
    memoryGiB: 8,
    platform: 'linux',
    release: 'unknown',
    governor: null,
    pinnableCores: 2,
    nodeVersions: ['v20.0.0', 'v24.0.0'],
    variants: ['old', 'new, LOG=1'],
    memoryLimitsMB: [null, null],
    companions: [],
    requests: [
      { method: 'GET', path: '/items?a=1, 2', headers: {}, bodyBytes: 0, weight: 1 },
      { method: 'POST', path: '/items', headers: {}, bodyBytes: 0, weight: 1 }
    ],
    load: { generator: 'autocannon', connections: 50 },
    sliceMs: 400,
    separateSlices: 3,
    warmUpMs: 15_000,
    coldRequests: null,
    isShort: false
  },
  values: { old: { cpuPerRequest: [1, 2, 3] }, 'new, LOG=1': {} }
}

test('a baseline is read as it was written, and one of the same name takes its place', async () => {
  const folder = temporaryFolder()
  const file = await writeBaseline(folder, baseline)
  expect(path.relative(folder, file)).toBe(path.join('baselines', 'main', 'compare.json'))
  await writeBaseline(folder, { ...baseline, folder: 'another run' })
  expect(readBaseline(folder, 'main', 'compare')).toEqual({ ...baseline, folder: 'another run' })
  expect(readdirSync(path.dirname(file))).toEqual(['compare.json'])
})

test('a missing one is refused with those there are', async () => {
  const folder = temporaryFolder()
  await writeBaseline(folder, baseline)
  expect(() => readBaseline(folder, 'mian', 'compare')).toThrow(
    /there is none of compare in .*: main\. Save it with --save-baseline mian, /s
  )
  expect(() => readBaseline(folder, 'main', 'info')).toThrow(/those there are: none\. /)
})

test.each([
  ['no JSON', '{', /it is not JSON/],
  [
    'a later schema',
    JSON.stringify({ ...baseline, schemaVersion: 9 }),
    /schema version 9, and this version reads 3; a version of profiling-workshop later than \d+\.\d+\.\d+ reads it/
  ],
  ['no schema', '{}', /it has no schema version/],
  ['no object', 'null', /it has no schema version/],
  ['no values', JSON.stringify({ ...baseline, values: undefined }), /\/values is missing/],
  ['another schema', JSON.stringify({ ...baseline, schemaVersion: 2 }), /schema version 2, and this version reads 3/],
  ['a text for its environment', JSON.stringify({ ...baseline, environment: 'a CPU' }), /\/environment must be object/],
  [
    'texts for values',
    JSON.stringify({ ...baseline, values: { old: { cpuPerRequest: ['1'] } } }),
    /\/values\/old\/cpuPerRequest\/0 /
  ],
  ['a date that is none', JSON.stringify({ ...baseline, startedAt: 'today' }), /\/startedAt /]
])('a file with %s is refused with its name, the reason and what to do', (_what, text, reason) => {
  const folder = temporaryFolder()
  const file = saveText(folder, text)
  const read = () => readBaseline(folder, 'main', 'compare')
  expect(read).toThrow(expect.objectContaining({ code: 'ERR_NO_BASELINE' }))
  expect(read).toThrow(file)
  expect(read).toThrow(reason)
  expect(read).toThrow(/\. Save it with --save-baseline main, or name another one with --against\.$/)
})

/** @param {string} folder @param {string} text */
function saveText(folder, text) {
  const file = path.join(folder, 'baselines', 'main', 'compare.json')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

test('a file in place of the folder of all is none', () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'baselines'), 'x')
  expect(() => readBaseline(folder, 'main', 'compare')).toThrow(/those there are: none\. /)
})

test.each(['..', '.', '', '../x', 'a/b', 'a\\b', '.hidden', '-x', 'a b', 'x'.repeat(65), 'a\0b'])(
  '%j is no name',
  name => {
    expect(isBaselineName(name)).toBe(false)
    expect(() => readMeasureOptions({ against: name })).toThrow(/--against: .* is no name of a baseline/)
    expect(() => readMeasureOptions({ 'save-baseline': name })).toThrow(/--save-baseline/)
  }
)

test('--force is about --against', () => {
  expect(() => readMeasureOptions({ force: true })).toThrow(/--force: it is about --against/)
  expect(readMeasureOptions({ against: 'main', force: true }).baselines).toEqual({ against: 'main', force: true })
})

test.each(['save-baseline', 'against'])('--cold has no separate slices for --%s', option => {
  const read = () => readMeasureOptions({ [option]: 'main', cold: true })
  expect(read).toThrow(expect.objectContaining({ code: 'ERR_BAD_OPTION' }))
  expect(read).toThrow(new RegExp(`^--cold: .*without --${option}`))
})

test.each(['save-baseline', 'against'])('an open loop that decides finds its rate anew, so it has no --%s', option => {
  const read = (/** @type {string} */ load) => readMeasureOptions({ [option]: 'main', load })
  expect(() => read('paced,autocannon')).toThrow(expect.objectContaining({ code: 'ERR_BAD_OPTION' }))
  expect(() => read('paced')).toThrow(new RegExp(`^--load: .*rate of an open loop.*without --${option}`))
  expect(read('autocannon,paced').generators).toEqual(['autocannon', 'paced'])
})
