import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, jest, test } from '@jest/globals'
import { runFuzz } from '../../scripts/proofs/fuzz/run-fuzz.js'

jest.setTimeout(120_000)

const registry = pathToFileURL(path.join(import.meta.dirname, '../fixtures/fuzz/targets.js')).href

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
