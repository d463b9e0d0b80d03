import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import artilleryUtil from 'artillery/util.js'
import { scenarioOf } from '../../src/load/artillery-scenario.js'

test('the engine plays what load/info.yml tells the command line', async () => {
  const file = await readFile(new URL('../../load/info.yml', import.meta.url), 'utf8')
  const { config, scenarios } = await artilleryUtil.parseScript(file)
  const played = scenarioOf({
    target: 'http://127.0.0.1:8080',
    path: '/info',
    headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
    requestsPerUser: 20
  })

  expect(scenarios).toEqual(played.scenarios)
  expect(config).toEqual({ ...played.config, phases: [{ duration: 1, arrivalCount: 50 }] })
})
