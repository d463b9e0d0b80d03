import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { removeStores } from '../../src/runs/remove-stores.js'
import { makeUploadLab } from '../helpers/make-upload-lab.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

/** No process has it: process ids end at 4,194,304 on Linux, and earlier elsewhere. */
const NOBODY = 2 ** 30

test('what a killed run stored is removed, and nothing of one that runs', async () => {
  const profiles = temporaryFolder()
  const killed = addRun(profiles, 'killed', { status: 'running', pid: NOBODY })
  const ended = addRun(profiles, 'ended', { status: 'complete', pid: NOBODY })
  const running = addRun(profiles, 'other', { status: 'running', pid: process.ppid })
  await removeStores(profiles)
  expect([killed, ended, running].map(root => existsSync(path.join(root, 'store')))).toEqual([false, false, true])
  expect(existsSync(path.join(killed, 'run.json'))).toBe(true)
})

/** @param {string} profiles @param {string} name @param {{ status: string, pid: number }} changes */
function addRun(profiles, name, changes) {
  const root = path.join(profiles, name)
  mkdirSync(path.join(root, 'store', 'launch-1', 'blobs'), { recursive: true })
  writeFileSync(path.join(root, 'run.json'), JSON.stringify({ ...makeUploadLab().saved.manifest, ...changes }))
  return root
}
