import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { removeStores } from '../../../../src/labs/upload/measure/cells.js'
import { inodeOf } from '../../../../src/runs/read-manifest.js'
import { makeManifest, runJson } from '../../../helpers/make-run.js'
import { makeUploadLab } from '../../../helpers/make-upload-lab.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** No process has it: process ids end at 4,194,304 on Linux, and earlier elsewhere. */
const NOBODY = 2 ** 30
const lab = makeUploadLab().saved.manifest

test('what a killed run stored is removed, and nothing of one that runs', async () => {
  const profiles = temporaryFolder()
  const killed = addRun(profiles, 'killed', { status: 'running', pid: NOBODY })
  const ended = addRun(profiles, 'ended', { status: 'complete', pid: NOBODY })
  const running = addRun(profiles, 'other', { status: 'running', pid: process.ppid })
  await removeStores(profiles)
  expect([killed, ended, running].map(hasStore)).toEqual([false, false, true])
  expect(existsSync(path.join(killed, 'run.json'))).toBe(true)
})

test('the stores of others stay: of another container, of a copy, behind a link, and of what is no lab', async () => {
  const profiles = temporaryFolder()
  const pidPlace = { boot: 'another', namespace: null }
  const elsewhere = addRun(profiles, 'elsewhere', { status: 'running', pid: NOBODY, pidPlace })
  const copy = addRun(profiles, 'copy', { status: 'complete', inode: '7' })
  const experiment = addRun(profiles, 'experiment', { status: 'complete' }, makeManifest())
  const linked = path.join(temporaryFolder(), 'linked')
  renameSync(addRun(profiles, 'linked', { status: 'complete' }), linked)
  symlinkSync(linked, path.join(profiles, 'linked'))
  await removeStores(profiles)
  expect([elsewhere, copy, experiment, linked].map(hasStore)).toEqual([true, true, true, true])
})

/** @param {string} root */
function hasStore(root) {
  return existsSync(path.join(root, 'store'))
}

/** @param {string} profiles @param {string} name @param {object} changes @param {object} [manifest] */
function addRun(profiles, name, changes, manifest = lab) {
  const root = path.join(profiles, name)
  mkdirSync(path.join(root, 'store', 'launch-1', 'blobs'), { recursive: true })
  writeFileSync(
    path.join(root, 'run.json'),
    runJson(/** @type {any} */ ({ ...manifest, inode: inodeOf(root), ...changes }))
  )
  return root
}
