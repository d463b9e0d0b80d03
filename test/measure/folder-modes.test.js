import { statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { withOneServer } from '../../src/measure/launch/one-server.js'
import { createRun } from '../../src/runs/create-run.js'
import { makeManifest } from '../helpers/make-run.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { Variant } from '../../src/experiments/types.js' */

jest.setTimeout(30_000)
removeTemporaryFolders()

const umask = process.umask()
/** Windows has no such rights. */
const onPosix = process.platform === 'win32' ? test.skip : test

afterEach(() => {
  process.umask(umask)
})

onPosix('a temporary folder is of its user only, and a run folder follows the umask', async () => {
  const profilesFolder = temporaryFolder()
  process.umask(0)
  const server = "require('node:http').createServer().listen(0)"
  /** @type {Variant} */
  const variant = { name: 'any', command: ['node', '-e', server], env: {}, contentEncoding: 'identity' }
  const { signal } = new AbortController()
  const mode = await withOneServer({ variant, signal }, async (_launch, stderr) => modeOf(path.dirname(stderr)))
  expect(mode).toBe(0o700)
  const open = await createRun(profilesFolder, 'open', makeManifest())
  process.umask(0o077)
  const closed = await createRun(profilesFolder, 'closed', makeManifest())
  expect([open, closed].map(({ root }) => modeOf(root))).toEqual([0o777, 0o700])
  expect([open, closed].map(({ manifest }) => modeOf(manifest))).toEqual([0o666, 0o600])
})

/** @param {string} file */
function modeOf(file) {
  return statSync(file).mode & 0o777
}
