import { cpSync, renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { createRun } from '../../src/runs/create-run.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { makeManifest } from '../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

test('a run folder is the one of the run also after it is updated and moved, and a copy is not', async () => {
  const folder = temporaryFolder()
  const run = await createRun(folder, 'run', makeManifest())
  await run.update({ endedAt: null })
  const { manifest } = run.read()
  expect(new RunFolder(run.root).isMadeHere(manifest)).toBe(true)
  const [copy, moved] = ['copy', 'moved'].map(name => path.join(folder, name))
  cpSync(run.root, String(copy), { recursive: true })
  renameSync(run.root, String(moved))
  expect(new RunFolder(String(moved)).isMadeHere(manifest)).toBe(true)
  expect(new RunFolder(String(copy)).isMadeHere(manifest)).toBe(false)
})

test('a run of an older version, and one that is gone, is not known to be made here', () => {
  const folder = temporaryFolder()
  expect(new RunFolder(folder).isMadeHere({})).toBe(false)
  expect(new RunFolder(path.join(folder, 'gone')).isMadeHere({ inode: '7' })).toBe(false)
  expect(new RunFolder(path.join(folder, 'gone')).isMadeHere({ inode: 'undefined' })).toBe(false)
})
