import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { openEngine } from '../../../../src/labs/store/app/engine.js'
import { onLinux } from '../../../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

removeTemporaryFolders()

test('a folder in folders that are missing is made', async () => {
  const data = path.join(temporaryFolder(), 'one', 'two')
  const engine = await openEngine({ data })
  await engine.close()
  expect(existsSync(data)).toBe(true)
})

test.each(['', 'below'])('a file cannot be the folder of the data: %j', async below => {
  const file = path.join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const opened = openEngine({ data: path.join(file, below) })
  await expect(opened).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(/^DATA must name a folder that can be made: EEXIST/)
  })
})

onLinux('a folder that no process can make is refused, and not tried for ever', async () => {
  await expect(openEngine({ data: '/proc/none' })).rejects.toThrow(/^DATA must name a folder/)
})
