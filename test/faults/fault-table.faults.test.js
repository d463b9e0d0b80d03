import { expect, jest, test } from '@jest/globals'
import { faultRows } from './fault-rows.js'
import { playFault } from './play-fault.js'

jest.setTimeout(240_000)

test('the matrix has at least 60 rows, and none twice', () => {
  const names = faultRows.map(({ fault, stage }) => `${fault}, ${stage}`)
  expect(names.length).toBeGreaterThanOrEqual(60)
  expect(new Set(names).size).toBe(names.length)
})

test.each(faultRows)('$fault, $stage', async row => {
  const { faults } = await playFault(row)
  expect(faults).toEqual([])
})
