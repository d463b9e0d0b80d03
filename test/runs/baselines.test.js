import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { readMeasureOptions } from '../../src/compare/ask/measure-options.js'
import { readBaseline, writeBaseline } from '../../src/runs/baselines.js'
import { createRun } from '../../src/runs/create-run.js'
import { isBaselineName } from '../../src/runs/run-layout.js'
import { makeManifest } from '../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

/** @type {import('../../src/verdict/types.js').Baseline} */
const baseline = {
  schemaVersion: 2,
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

/** The same as the first version wrote it. */
const first = {
  ...baseline,
  schemaVersion: 1,
  environment: {
    processor: 'a CPU',
    cores: '2',
    'memory, GiB': '8',
    platform: 'linux',
    'cores to pin to': '2',
    'Node.js': 'v20.0.0, v24.0.0',
    variants: 'old, new, LOG=1',
    requests: 'GET /items?a=1, 2, POST /items',
    load: 'autocannon, 50 connections',
    'slice, ms': '400',
    'separate slices': '3',
    'warm-up, ms': '15000',
    'cold requests': 'no',
    'short run': 'no'
  }
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

test('a baseline of schema 1 is read as values, whatever its environment is', () => {
  const folder = temporaryFolder()
  saveText(folder, JSON.stringify(first))
  expect(readBaseline(folder, 'main', 'compare')).toEqual(baseline)
  const { environment } = first
  saveText(
    folder,
    JSON.stringify({
      ...first,
      environment: { ...environment, load: 'paced', 'cold requests': '20', 'short run': 'yes' }
    })
  )
  expect(readBaseline(folder, 'main', 'compare').environment).toMatchObject({
    load: { generator: 'paced', connections: null },
    coldRequests: 20,
    isShort: true
  })
})

test.each([
  ['processor', 'cpuModel'],
  ['cores', 'cores'],
  ['memory, GiB', 'memoryGiB'],
  ['platform', 'platform'],
  ['cores to pin to', 'pinnableCores'],
  ['Node.js', 'nodeVersions'],
  ['requests', 'requests'],
  ['load', 'load'],
  ['slice, ms', 'sliceMs'],
  ['separate slices', 'separateSlices'],
  ['warm-up, ms', 'warmUpMs'],
  ['cold requests', 'coldRequests'],
  ['short run', 'isShort']
])('a baseline of schema 1 without "%s", or with a list in its place, is refused', (label, name) => {
  const folder = temporaryFolder()
  for (const text of [undefined, null, ['a CPU']]) {
    saveText(folder, JSON.stringify({ ...first, environment: { ...first.environment, [label]: text } }))
    expect(() => readBaseline(folder, 'main', 'compare')).toThrow(`/environment/${name} is missing`)
  }
})

test.each([
  ['cores', ' ', /cores is missing/],
  ['cores', 'many', /cores is a value that no measurement gives/],
  ['cold requests', '', /coldRequests is missing/],
  ['short run', 'perhaps', /isShort is missing/]
])('a baseline of schema 1 with the %s "%s" is refused', (label, text, reason) => {
  const folder = temporaryFolder()
  saveText(folder, JSON.stringify({ ...first, environment: { ...first.environment, [label]: text } }))
  expect(() => readBaseline(folder, 'main', 'compare')).toThrow(reason)
})

test('a run that was compared with a baseline of schema 1 is read with the present one', async () => {
  const run = await createRun(temporaryFolder(), 'compare', makeManifest({ against: /** @type {any} */ (first) }))
  expect(run.readManifest()).toMatchObject({ schemaVersion: 7, against: baseline })
})

test.each([
  ['no JSON', '{', /it is not JSON/],
  [
    'a later schema',
    JSON.stringify({ ...baseline, schemaVersion: 9 }),
    /schema version 9, and this version reads 2; a version of profiling-workshop later than \d+\.\d+\.\d+ reads it/
  ],
  ['no schema', '{}', /it has no schema version/],
  ['no object', 'null', /it has no schema version/],
  ['no values', JSON.stringify({ ...baseline, values: undefined }), /\/values is missing/],
  ['no environment of schema 1', JSON.stringify({ ...first, environment: null }), /\/environment/],
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
