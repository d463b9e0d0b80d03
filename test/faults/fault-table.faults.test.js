import { expect, jest, test } from '@jest/globals'
import { faultRows } from './fault-rows.js'
import { playFault } from './play-fault.js'

jest.setTimeout(360_000)

test('the matrix has at least 60 rows, and none twice', () => {
  const names = faultRows.map(({ fault, stage }) => `${fault}, ${stage}`)
  expect(names.length).toBeGreaterThanOrEqual(60)
  expect(new Set(names).size).toBe(names.length)
})

for (const row of faultRows) {
  const playOrSkip = row.cannot?.() ? test.skip : test
  playOrSkip(`${row.fault}, ${row.stage}`, async () => {
    const { faults } = await playFault(row)
    expect(faults).toEqual([])
  })
}
