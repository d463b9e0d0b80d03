import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, jest, test } from '@jest/globals'
import { planCases } from '../../scripts/proofs/fuzz/plan-cases.js'
import { runFuzz } from '../../scripts/proofs/fuzz/run-fuzz.js'
import { fuzzTargets } from '../../scripts/proofs/fuzz/targets.js'

jest.setTimeout(120_000)

const root = path.join(import.meta.dirname, '../..')
const registry = pathToFileURL(path.join(root, 'test/fixtures/fuzz/targets.js')).href

test('the step of CI plays at least 10,000 cases', () => {
  const step = readFileSync(path.join(root, '.ci/run'), 'utf8')
  const [, words = ''] = /^ {4}fuzz\) node scripts\/proofs\/fuzz\.js (.*?) --seed \d+ ;;$/m.exec(step) ?? []
  const plan = planCases(words.split(' '), { names: Object.keys(fuzzTargets) })
  expect(plan.reduce((sum, { cases }) => sum + cases, 0)).toBeGreaterThanOrEqual(10_000)
})

test.each(['x', '--seed x', '--target x', 'x=1'])('fuzz.js %s is refused with exit code 2', words => {
  const args = ['scripts/proofs/fuzz.js', ...words.split(' ')]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toMatch(/^[^\n]+ Allowed: [^\n]+\n$/)
})

test('no case of a sound target fails', async () => {
  expect(await runFuzz('sound', { registry, cases: 250, seed: 1 })).toEqual([])
})

test('each batch reports its first failure, made small, with the seed that plays it again', async () => {
  const failures = await runFuzz('throws', { registry, cases: 200, seed: 1 })
  expect(failures).toEqual([
    { seed: 1, run: expect.any(Number), problem: expect.stringMatching('above 20'), input: '21' },
    { seed: 2, run: expect.any(Number), problem: expect.stringMatching('above 20'), input: '21' }
  ])
})

test('a case that never ends is ended and reported', async () => {
  const failures = await runFuzz('hangs', { registry, cases: 3, seed: 1, limitMs: 300 })
  expect(failures).toEqual([expect.objectContaining({ seed: 1, run: 0, problem: 'it took more than 300 ms' })])
})

test('a case that takes too much memory is reported', async () => {
  const failures = await runFuzz('grows', { registry, cases: 3, seed: 1, heapMB: 32 })
  expect(failures).toEqual([expect.objectContaining({ seed: 1, run: 0, problem: expect.stringMatching('memory') })])
})

test('a case that takes too much memory outside of the heap is reported', async () => {
  const failures = await runFuzz('growsOutside', { registry, cases: 3, seed: 1, heapMB: 32, outsideMB: 68 })
  expect(failures).toEqual([
    expect.objectContaining({ seed: 1, run: 0, problem: 'it took more than 100 MB of memory' })
  ])
})
