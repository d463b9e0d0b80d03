import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { buildZoo, isInstalled } from '../../scripts/proofs/lib/zoo-setup.js'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'
import { kinds, programOf, ZOO_FOLDER } from '../fixtures/servers/zoo/catalog.js'
import { askZooServer } from '../helpers/ask-zoo-server.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */
/** @import { Kind } from '../fixtures/servers/zoo/catalog.js' */

removeTemporaryFolders()

/** @param {string} file */
function readZoo(file) {
  return readFileSync(path.join(ZOO_FOLDER, file), 'utf8')
}

/** @param {Kind['culprits'][0]} culprit */
function sourceOf({ file }) {
  return readZoo(file.replace(/^node_modules\//, 'packages/'))
}

test('the kinds have names of their own, and every framework and module system', () => {
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
  expect(kinds.length).toBeGreaterThanOrEqual(14)
  expect(new Set(kinds.map(({ framework }) => framework)).size).toBe(6)
  expect(new Set(kinds.map(({ modules }) => modules)).size).toBe(3)
  expect(new Set(kinds.map(({ place }) => place)).size).toBe(kinds.length)
})

test('the kinds that are set aside never change', () => {
  expect(kinds.filter(({ half }) => half === 'held-out').map(({ name }) => name)).toEqual([
    'express5-handler',
    'fastify-package',
    'koa-json',
    'http-string',
    'hono-hash',
    'koa-garbage',
    'hono-route-name',
    'fastify-renamed',
    'express4-swapped'
  ])
})

test.each(kinds)('$name: both variants are the same program, and the source has what the catalog names', kind => {
  const [node, program = '', variant] = kind.candidate
  expect([node, program, variant]).toEqual(['node', path.posix.join(ZOO_FOLDER, programOf(kind)), 'candidate'])
  expect(kind.baseline).toEqual(['node', program, 'baseline'])
  expect(readZoo(kind.source)).toMatch(/isCandidate(\)| \?)/)
  const extension = { ESM: '.js', CommonJS: '.cjs', TypeScript: '.ts' }[kind.modules]
  expect(path.extname(kind.source)).toBe(extension)
  for (const culprit of kind.culprits)
    for (const name of [culprit.name, ...(culprit.within ?? [])])
      expect(sourceOf(culprit)).toMatch(new RegExp(`function ${name}\\(|'${name}'\\(`))
  expect(kind.expected === 'slower').toBe(kind.culprits.length === 1)
})

test.each(['', 'nest', 'next'])('the lockfile of zoo/%s names no registry and pins every package', folder => {
  const { packages } = JSON.parse(readZoo(path.join(folder, 'package-lock.json')))
  for (const [key, { resolved, integrity }] of Object.entries(packages)) {
    if (key === '' || key === 'node_modules/text-score') continue
    expect({ key, resolved, hasChecksum: integrity !== undefined }).toEqual({
      key,
      resolved: undefined,
      hasChecksum: true
    })
  }
  expect(readZoo(path.join(folder, '.npmrc'))).toMatch(/^ignore-scripts=true$/m)
})

const describeInstalled = isInstalled() ? describe : describe.skip

describeInstalled('with the packages of the zoo', () => {
  /** @type {AgentServer} */
  let agents

  beforeAll(() => buildZoo())

  beforeEach(async () => {
    agents = await openAgentServer()
  })

  afterEach(() => agents.close())

  const variants = kinds.flatMap(kind => [kind.baseline, kind.candidate].map(command => ({ kind, command })))
  test.each(variants)('$kind.name answers, and measures itself at its end: $command', async ({ kind, command }) => {
    const { statusCode, encoding, exit, stderr } = await askZooServer({
      kind,
      command,
      folder: temporaryFolder(),
      agents
    })
    expect({ statusCode, encoding }).toEqual({ statusCode: 200, encoding: kind.contentEncoding ?? 'identity' })
    expect(exit).toEqual({ code: 0, signal: null, escalated: false })
    expect(stderr).toMatch(/^truth \{"micros":[\d.e-]+,"bytes":(null|\d+)\}$/m)
  })
})
