import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { buildZoo, isInstalled } from '../../scripts/proofs/lib/zoo-setup.js'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'
import { largeKinds, ZOO_FOLDER } from '../fixtures/servers/zoo/catalog.js'
import { askZooServer } from '../helpers/ask-zoo-server.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */

jest.setTimeout(180_000)
removeTemporaryFolders()

test.each(largeKinds)('$name: the source has the culprit that the catalog names', ({ culprits, source }) => {
  expect(culprits.map(({ file }) => file)).toEqual([source])
  for (const { name, file } of culprits)
    expect(readFileSync(path.join(ZOO_FOLDER, file), 'utf8')).toMatch(
      new RegExp(`^\\s*(export function )?${name}\\(`, 'm')
    )
})

/** `node scripts/proofs/install-zoo.js`, which `npm run test:full` runs, installs them. */
describe.each(largeKinds)('$name', kind => {
  const testInstalled = isInstalled(kind.project) ? test : test.skip
  /** @type {AgentServer} */
  let agents

  beforeAll(async () => {
    agents = await openAgentServer()
  })

  afterAll(() => agents.close())

  testInstalled('both variants send the same bytes and measure themselves', async () => {
    await buildZoo(kind.project)
    const answers = []
    for (const command of [kind.baseline, kind.candidate])
      answers.push(await askZooServer({ kind, command, folder: temporaryFolder(), agents }))
    const [baseline, candidate] = answers
    expect(candidate?.bytes).toBe(baseline?.bytes)
    for (const { statusCode, encoding, exit, stderr } of answers) {
      expect({ statusCode, encoding }).toEqual({ statusCode: 200, encoding: kind.contentEncoding ?? 'identity' })
      // Next ends itself with 128 + SIGTERM.
      expect(exit).toEqual({ code: kind.framework === 'Next' ? 143 : 0, signal: null, escalated: false })
      expect(stderr).toMatch(/^truth \{"micros":[\d.e-]+,"bytes":null\}$/m)
    }
  })
})
