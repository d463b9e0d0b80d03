import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { waitExperiment } from '../../scripts/proofs/lib/waits-plan.js'
import { isInstalled } from '../../scripts/proofs/lib/zoo-setup.js'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'
import { waitCases } from '../fixtures/servers/zoo/waits/catalog.js'
import { askZooServer } from '../helpers/ask-zoo-server.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */

removeTemporaryFolders()

const ended = { code: 0, signal: null, escalated: false }
const describeInstalled = isInstalled() && isInstalled('waits') ? describe : describe.skip

describeInstalled('with the packages of the zoo of waits', () => {
  /** @type {AgentServer} */
  let agents

  beforeEach(async () => {
    agents = await openAgentServer()
  })

  afterEach(() => agents.close())

  test.each(waitCases.filter(({ isSame }) => !isSame))('$name answers the same in both variants', async waitCase => {
    const { variants } = waitExperiment(waitCase, process.execPath)
    const answers = []
    for (const { command, ...settings } of variants)
      answers.push(await askZooServer({ kind: {}, command, folder: temporaryFolder(), agents, settings }))
    const [first] = answers
    expect(first?.bytes).toBeGreaterThan(0)
    for (const { statusCode, body, exit } of answers)
      expect({ statusCode, body, exit }).toEqual({ statusCode: 200, body: first?.body, exit: ended })
  })
})
