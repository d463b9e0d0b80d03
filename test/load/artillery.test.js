import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import artilleryUtil from 'artillery/util.js'
import { infoRequest } from '../../load/info.js'
import { infoLog } from '../../src/experiments/info.js'
import { configOf, scenarioOf, stepOf } from '../../src/load/artillery.js'

test('the experiments play what load/info.yml says', async () => {
  const file = await readFile(new URL('../../load/info.yml', import.meta.url), 'utf8')
  const { config, scenarios } = await artilleryUtil.parseScript(file)
  const batch = infoLog.loads.find(load => load.mode === 'batch')
  const { users = 0, requestsPerUser = 0 } = batch ?? {}
  const target = 'http://127.0.0.1:8080'
  const { path, headers } = infoRequest
  expect([scenarioOf([stepOf({ url: target + path, headers })], 0, requestsPerUser)]).toEqual(scenarios)
  expect(config).toEqual({ ...configOf(target), phases: [{ duration: 1, arrivalCount: users }] })
})
