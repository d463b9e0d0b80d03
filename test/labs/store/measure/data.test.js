import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { storeData } from '../../../../src/labs/store/measure/launch.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

removeTemporaryFolders()

test('two runs that fill the store at once use the one that was first', async () => {
  const folder = temporaryFolder()
  const { signal } = new AbortController()
  const filler = 'test/fixtures/store/fill-as-two-runs.js'
  const data = await storeData({ folder, filler, logPath: path.join(folder, 'log'), signal })
  expect(data.bytes).toBe('entities'.length)
  expect(readFileSync(path.join(data.path, 'store.mdb'), 'utf8')).toBe('entities')
  await data.remove()
})
