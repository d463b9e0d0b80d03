import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@jest/globals'
import { writeProgram } from '../../helpers/fake-programs.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const module = pathToFileURL(path.resolve('src/measure/project/lab-packages.js')).href
const packages = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['none'] },
  'node_modules/other-c-library': { version: '1.0.0', optional: true }
}
const installs = `
mkdir -p node_modules/a && echo '{}' > node_modules/a/package.json
echo '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }' > node_modules/.package-lock.json`

test('missing packages are installed, which is announced first; installed ones are left alone', () => {
  const folder = projectFolder()
  expect(install(folder, installs)).toEqual({ notified: { installed: 0, packages: 1, MB: 240 }, calls: 1 })
  expect(readdirSync(folder).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json'])
  expect(install(folder, installs)).toEqual({ calls: 0 })
})

test.each([
  ['of another version', { 'node_modules/a': { version: '0.9.0' } }],
  ['that is gone', { 'node_modules/a': { version: '1.0.0' } }],
  ['that npm did not install', {}]
])('a package %s is installed again', (_what, installed) => {
  const folder = projectFolder()
  mkdirSync(path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  expect(install(folder, installs)).toMatchObject({ calls: 1 })
  expect(existsSync(path.join(folder, 'node_modules/a/package.json'))).toBe(true)
  expect(install(folder, installs)).toEqual({ calls: 0 })
})

test.each([
  ['ENOTFOUND', 'request failed, reason: no such host', /Check the network/],
  ['ENOSPC', 'no space left on device, write', /Make room for 300 MB/],
  ['EUSAGE', 'the lockfile does not fit', /Run npm ci there by hand/]
])('a failure with %s keeps what was there, and says why and what to do', (code, reason, advice) => {
  const folder = projectFolder()
  mkdirSync(path.join(folder, 'node_modules/old'), { recursive: true })
  const npm = `echo 'npm error code ${code}\nnpm error errno -1\nnpm error ${reason}\nnpm error more' >&2; exit 1`
  const { error, calls } = install(folder, npm)
  expect({ error, calls }).toEqual({
    error: {
      code: 'ERR_LAB_PACKAGES',
      message: expect.stringMatching(advice),
      details: { folder, code, problem: reason }
    },
    calls: 1
  })
  expect(error.message).not.toContain('\n')
  expect(readdirSync(folder).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json'])
  expect(readdirSync(path.join(folder, 'node_modules'))).toEqual(['old'])
})

test('without npm, the message says what to install', () => {
  const { error } = install(projectFolder(), null)
  expect(error).toMatchObject({
    details: { code: 'ENPM' },
    message: expect.stringMatching(/no such program: npm .*Install npm/)
  })
})

test('an interruption ends npm, rejects with its reason, and leaves nothing', () => {
  const folder = projectFolder()
  const { error } = install(folder, 'touch ../started; exec sleep 600', { stopWhen: path.join(folder, 'started') })
  expect(error).toMatchObject({ message: 'interrupted' })
  expect(readdirSync(folder).sort()).toEqual(['package-lock.json', 'package.json', 'started'])
})

test('two at once install both, and the packages are there', () => {
  const folder = projectFolder()
  // Each waits until the other has begun.
  const meet = 'touch ../begun-$$; while [ $(ls .. | grep -c begun) -lt 2 ]; do sleep 0.1; done'
  expect(install(folder, `${meet}${installs}`, { times: 2 })).toMatchObject({ calls: 2 })
  expect(readdirSync(folder).filter(name => name.startsWith('workshop-'))).toEqual([])
  expect(install(folder, installs)).toEqual({ calls: 0 })
})

function projectFolder() {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'package.json'), '{}')
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  return folder
}

/**
 * Installs in a process of its own, with a script in the place of npm.
 * @param {string} folder
 * @param {string | null} npm null for none
 * @param {{ stopWhen?: string, times?: number }} [how] `stopWhen`: interrupts when this file exists
 * @returns {any} what was notified last, the error, and how often npm was started
 */
function install(folder, npm, { stopWhen = '', times = 1 } = {}) {
  const bin = temporaryFolder()
  const log = path.join(bin, 'calls')
  writeFileSync(log, '')
  if (npm !== null) writeProgram(path.join(bin, 'npm'), `echo "$@" >> ${log}; ${npm}`)
  const script = `
    import { existsSync } from 'node:fs'
    import { installLabPackages } from ${JSON.stringify(module)}
    const [folder, stopWhen, times] = process.argv.slice(1)
    const controller = new AbortController()
    const timer = setInterval(() => existsSync(stopWhen) && controller.abort(new Error('interrupted')), 20)
    const result = {}
    const order = { folder, signal: controller.signal, notify: progress => { result.notified = progress } }
    try {
      await Promise.all(Array.from({ length: Number(times) }, () => installLabPackages(order)))
    } catch ({ code, message, details }) {
      result.error = { code, message, details }
    }
    clearInterval(timer)
    console.log(JSON.stringify(result))`
  const args = ['--input-type=module', '--eval', script, folder, stopWhen, String(times)]
  const env = { PATH: npm === null ? bin : `${bin}:${process.env.PATH}` }
  const result = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }))
  return { ...result, calls: readFileSync(log, 'utf8').split('\n').length - 1 }
}
