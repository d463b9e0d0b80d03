import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { readMeasureOptions } from '../../src/library/measure-options.js'
import { isBaselineName, readBaseline, writeBaseline } from '../../src/runs/baselines.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

/** @type {import('../../src/verdict/types.js').Baseline} */
const baseline = {
  schemaVersion: 1,
  name: 'main',
  experiment: 'compare',
  startedAt: '2026-01-01T00:00:00.000Z',
  folder: 'a run',
  environment: { cores: '2' },
  values: { old: { cpuPerRequest: [1, 2, 3] } }
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
  expect(() => readBaseline(folder, 'mian', 'compare')).toThrow(/there is none of compare in .*: main\.$/s)
  expect(() => readBaseline(folder, 'main', 'info')).toThrow(/those there are: none\.$/)
})

test.each([
  ['no JSON', '{'],
  ['another schema', JSON.stringify({ ...baseline, schemaVersion: 2 })],
  ['no values', JSON.stringify({ ...baseline, values: undefined })],
  ['texts for values', JSON.stringify({ ...baseline, values: { old: { cpuPerRequest: ['1'] } } })],
  ['values that no run can have', JSON.stringify(baseline).replace('[1,2,3]', '[1e308]')],
  ['a time that is none', JSON.stringify({ ...baseline, startedAt: 'x' })],
  ['an object for its schema', JSON.stringify({ ...baseline, schemaVersion: { toString: 1 } })],
  ['no object', 'null']
])('a file with %s is refused with its name', (_what, text) => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'baselines', 'main', 'compare.json')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  expect(() => readBaseline(folder, 'main', 'compare')).toThrow(expect.objectContaining({ code: 'ERR_NO_BASELINE' }))
  expect(() => readBaseline(folder, 'main', 'compare')).toThrow(file)
})

test('a file in place of the folder of all is none', () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'baselines'), 'x')
  expect(() => readBaseline(folder, 'main', 'compare')).toThrow(/those there are: none\.$/)
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
