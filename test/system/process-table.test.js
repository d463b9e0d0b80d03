import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { processIds, readProcessTable, readStat } from '../../src/system/process-table.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

test('a process whose name has spaces and parentheses is read, and other entries are none', () => {
  const folder = temporaryFolder()
  for (const name of ['12', '7', 'self', '12x']) mkdirSync(path.join(folder, name))
  writeFileSync(path.join(folder, '12/stat'), '12 (a) R (b c) S 7 1 1 0 -1 0 0 0 0 0 40 30 20 10 20 0 1 0 999')
  expect(processIds(folder).toSorted((one, other) => one - other)).toEqual([7, 12])
  expect(readStat(12, folder)?.slice(0, 2)).toEqual(['S', '7'])
  expect(readStat(7, folder)).toBeNull()
  expect(readProcessTable(folder)).toEqual(new Map([[12, { parent: 7, ticks: 100 }]]))
})

test('where the system describes no processes there are none', () => {
  const folder = path.join(temporaryFolder(), 'none')
  expect(processIds(folder)).toEqual([])
  expect(readProcessTable(folder)).toEqual(new Map())
})
