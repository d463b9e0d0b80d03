import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { reportCommand } from '../../../src/cli/commands/report.js'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { runJson } from '../../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

test('a run that cannot be read leaves no listener for signals', async () => {
  const run = new RunFolder(temporaryFolder())
  writeFileSync(run.manifest, runJson())
  mkdirSync(run.slices)
  const listeners = () => ['SIGINT', 'SIGTERM', 'SIGHUP'].map(signal => process.listenerCount(signal))
  const before = listeners()
  await expect(reportCommand([run.root])).rejects.toMatchObject({ code: 'ERR_UNREADABLE_FILE' })
  expect(listeners()).toEqual(before)
})
