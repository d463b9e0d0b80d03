import { spawnSync } from 'node:child_process'
import { expect, test } from '@jest/globals'
import { faultRows } from './fault-rows.js'

test('the matrix has at least 204 rows, and none twice', () => {
  const names = faultRows.map(({ fault, stage }) => `${fault}, ${stage}`)
  expect(names.length).toBeGreaterThanOrEqual(204)
  expect(new Set(names).size).toBe(names.length)
})

test.each([[['no such fault']], [['--part', '4/3']], [['--part', '0/3']]])(
  'a table without a row is a failure: %j',
  args => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/proofs/fault-table.js', ...args], {
      encoding: 'utf8'
    })
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'No row has these words, or there is no such part.\n' })
    expect(stdout).toContain('0 right, 0 wrong, 0 not possible here')
  }
)
