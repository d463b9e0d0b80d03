import { execFile } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const root = path.join(import.meta.dirname, '../..')
/** Of one script: without its check, inspect and start would not end. */
const LIMIT_MS = 25_000
const NOWHERE = 'workshop-test-no-such-package'
const isWindows = process.platform === 'win32'

/** Returns a folder with the code and without what npm ci installs. */
function cloneWithoutPackages() {
  const clone = path.join(temporaryFolder(), 'clone')
  for (const name of ['package.json', 'src', 'scripts', 'load'])
    cpSync(path.join(root, name), path.join(clone, name), { recursive: true, filter: isOwn })
  return clone
}

/** Packages of the labs may be installed in src/app. @param {string} file */
function isOwn(file) {
  return path.basename(file) !== 'node_modules'
}

/** Makes a clone need a package that is in no folder above it either, whatever is installed on this machine. */
function cloneWithMissingPackage() {
  const clone = cloneWithoutPackages()
  const file = path.join(clone, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies: { [NOWHERE]: '1.0.0', ...manifest.dependencies } }))
  return clone
}

/** @type {(folder: string, script: string, ...args: string[]) => Promise<{ code: unknown, output: string }>} */
function npmRun(folder, script, ...args) {
  return new Promise(resolve => {
    execFile(
      'npm',
      ['run', '--silent', script, '--', ...args],
      { cwd: folder, shell: isWindows, timeout: LIMIT_MS, env: { ...process.env, NODE_PATH: '' } },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, output: stdout + stderr })
    )
  })
}

test.each(['bench:prof', 'report', 'inspect', 'start', 'load:autocannon', 'load:artillery', 'lint', 'types', 'jest'])(
  'npm run %s without npm ci says so, with the exit code of invalid use and no stack',
  async script => {
    const { code, output } = await npmRun(cloneWithMissingPackage(), script)
    expect(output).toBe(`Not installed: ${NOWHERE}. Run npm ci first.\n`)
    expect(code).toBe(2)
  },
  30_000
)

test('packages in a folder above count as installed', async () => {
  const clone = cloneWithoutPackages()
  symlinkSync(path.join(root, 'node_modules'), path.join(clone, '../node_modules'), 'junction')
  expect(await npmRun(clone, 'bench:prof', '--help')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Usage: .* run /)
  })
}, 30_000)
