import { expect, jest, test } from '@jest/globals'
import { runFuzz } from '../../scripts/proofs/fuzz/run-fuzz.js'

jest.setTimeout(600_000)

test('of 300 damaged run folders each is reported without an odd figure, or refused with a code and a name', async () => {
  expect(await runFuzz('run-folder', { cases: 300, seed: 16 })).toEqual([])
})

test('of 300 run folders with another byte each is read as before, or names the file', async () => {
  expect(await runFuzz('changed-bytes', { cases: 300, seed: 16 })).toEqual([])
})
