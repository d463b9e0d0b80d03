import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { withPackageCopies } from '../../../src/measure/project/package-copies.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { PackageCopy } from '../../../src/measure/project/package-copies.js' */

removeTemporaryFolders()

const usualPath = process.env.PATH
/** Stands for npm: it writes the version that is asked for into the lockfile, and a newer one of what that needs. */
const NPM = `#!${process.execPath}
const fs = require('node:fs')
const [, name, version] = /^(.*)@(.*)$/.exec(process.argv.at(-1))
if (version === '9') { console.error('npm error code ETARGET'); process.exit(1) }
const exact = version === '5.x' ? '5.1.0' : version
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
packages['node_modules/' + name].version = exact
if (exact.startsWith('5')) {
  packages['node_modules/router'] = { version: '2.2.0' }
  packages['node_modules/' + name + '/node_modules/debug'].version = '4.4.3'
}
fs.mkdirSync('node_modules')
fs.writeFileSync('package-lock.json', JSON.stringify({ packages }))
`

/** @type {string} */
let folder

beforeEach(() => {
  folder = temporaryFolder()
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ dependencies: { express: '^4.21.2', koa: '3' } }))
  const packages = {
    '': { name: 'shop' },
    'node_modules/express': { version: '4.21.0' },
    'node_modules/express/node_modules/debug': { version: '2.6.9' },
    'node_modules/koa': { version: '3.0.0' }
  }
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(path.join(folder, 'server.js'), 'the server')
  mkdirSync(path.join(folder, 'node_modules/koa'), { recursive: true })
  const bin = temporaryFolder()
  writeFileSync(path.join(bin, 'npm'), NPM)
  chmodSync(path.join(bin, 'npm'), 0o755)
  process.env.PATH = `${bin}${path.delimiter}${usualPath}`
})

afterEach(() => {
  process.env.PATH = usualPath
})

/** @param {string[]} versions @param {(copies: PackageCopy[]) => Promise<unknown>} [use] @param {string} [name] */
async function withVersions(versions, use = async copies => copies, name = 'express') {
  /** @type {string[]} */
  const steps = []
  const packages = versions.map(version => ({ name, version }))
  const { signal } = new AbortController()
  const out = path.join(folder, 'profiles')
  const result = await withPackageCopies({ packages, folder, out, signal, notify: ({ spec }) => steps.push(spec) }, use)
  return { steps, result }
}

test('each version has a copy of the project, which is removed afterwards; what else differs is listed', async () => {
  /** @type {PackageCopy[]} */
  let copies = []
  const { steps } = await withVersions(['4.21.2', '5.1.0'], async made => {
    copies = made
    for (const { cwd } of made) expect(readFileSync(path.join(cwd, 'server.js'), 'utf8')).toBe('the server')
    expect(readdirSync(path.join(made[0]?.cwd ?? '', 'node_modules'))).toEqual([])
  })
  expect(steps).toEqual(['express@4.21.2', 'express@5.1.0'])
  expect(copies.map(({ changedPackages }) => changedPackages)).toEqual([
    [],
    [
      { package: 'express > debug', before: '2.6.9', after: '4.4.3' },
      { package: 'router', before: null, after: '2.2.0' }
    ]
  ])
  expect(copies.map(({ root }) => existsSync(root))).toEqual([false, false])
  expect(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).toContain('4.21.0')
})

test('the folder of runs is not copied, and another one of its name is', async () => {
  for (const name of ['profiles', 'src/profiles']) mkdirSync(path.join(folder, name), { recursive: true })
  await withVersions(['4.21.2', '5.1.0'], async copies => {
    for (const { cwd } of copies)
      expect(['profiles', 'src/profiles'].map(name => existsSync(path.join(cwd, name)))).toEqual([false, true])
  })
})

test('two ways to write one version are refused', async () => {
  await expect(withVersions(['5.x', '5.1.0'])).rejects.toMatchObject({
    code: 'ERR_PACKAGE',
    message: expect.stringContaining('5.x and 5.1.0 are the same version, 5.1.0.')
  })
})

test('a package that the project does not name is refused with those that it does', async () => {
  await expect(withVersions(['1', '2'], undefined, 'lodash')).rejects.toMatchObject({
    code: 'ERR_PACKAGE',
    message: expect.stringContaining('package.json does not name it. It has express, koa. Name a package')
  })
})

test('a project without a lockfile of npm is refused', async () => {
  folder = temporaryFolder()
  await expect(withVersions(['4', '5'])).rejects.toMatchObject({
    code: 'ERR_PACKAGE',
    message: expect.stringMatching(/there is no package-lock.json, .*: npm install writes it\.$/)
  })
})

test('a version that npm does not have is the error of npm, and no copy stays', async () => {
  /** @type {unknown} */
  const failed = await withVersions(['4.21.2', '9']).catch(error => error)
  expect(failed).toMatchObject({ code: 'ERR_INSTALL', message: expect.stringMatching(/express@9.*ETARGET/s) })
})
