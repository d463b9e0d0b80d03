import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { inPackage, nodeProgram } from '../../../src/system/node-package.js'
import { callInProcess, writeProgram } from '../../helpers/fake-programs.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** Of no release: the registry is not asked. */
const WANTED = '77.1'
const VERSION = 'v77.1.0'

/**
 * Asks for a version on a machine whose npm installs a binary with this script.
 * @param {string} binary
 * @param {{ cache?: string, before?: string }} [options] `before`: what npm runs first
 */
function install(binary, { cache = temporaryFolder(), before = '' } = {}) {
  const folder = temporaryFolder()
  const template = path.join(folder, 'template')
  writeProgram(template, binary)
  // The prefix is the argument before the last one.
  const npm = `while [ $# -gt 2 ]; do shift; done
mkdir -p "$1/${inPackage}" && cp '${template}' "$1/${inPackage}/${nodeProgram}"
${before}`
  writeProgram(path.join(folder, 'bin/npm'), npm)
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
  return { cache, answer: callInProcess({ file: script, name: 'ask', args: [WANTED], env }) }
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
