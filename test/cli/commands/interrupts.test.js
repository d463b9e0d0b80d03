import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { workshop } from '../../helpers/workshop.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s while a configuration is read ends the command', async signal => {
  const folder = temporaryFolder()
  const text = `process.kill(process.pid, '${signal}'); await new Promise(resolve => setTimeout(resolve, 5000))`
  writeFileSync(path.join(folder, 'workshop.config.mjs'), text)
  const { code, stderr } = await workshop(['compare', '--config', 'workshop.config.mjs'], process.env, folder)
  expect({ code, stderr }).toEqual({ code: 130, stderr: `Interrupted by ${signal}. Measure again.\n` })
})
