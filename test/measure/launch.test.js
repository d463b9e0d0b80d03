import { once } from 'node:events'
import { get } from 'node:http'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { openAgentServer } from '../../src/measure/agent-server.js'
import { none } from '../../src/profilers/index.js'
import { launchFixture } from '../helpers/launch-fixture.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/**
 * @import { AgentServer } from '../../src/measure/agent-server.js'
 * @import { Launch } from '../../src/measure/launch.js'
 */

/** @type {string} */
let folder
/** @type {AgentServer} */
let agents
/** @type {Launch[]} */
let launches

beforeEach(async () => {
  folder = temporaryFolder()
  agents = await openAgentServer()
  launches = []
})

afterEach(async () => {
  await Promise.all(launches.map(launch => launch.kill()))
  agents.close()
})

removeTemporaryFolders()

/**
 * @param {string} server of test/fixtures/servers
 * @param {{ env?: Record<string, string>, listenLimitMs?: number, signal?: AbortSignal, stopGraceMs?: number }} [options]
 */
async function start(server, { stopGraceMs = 5000, ...options } = {}) {
  const command = ['node', `test/fixtures/servers/${server}`]
  const launch = await launchFixture({ command, folder, agents, profiler: { ...none, stopGraceMs }, ...options })
  launches.push(launch)
  return launch
}

/** @param {string} origin */
async function request(origin) {
  const [response] = await once(get(origin, { agent: false }), 'response')
  response.resume()
  await once(response, 'end')
}

test('reports the port of the server, and counts its CPU between start and stop only', async () => {
  const launch = await start('answers.js', { env: { BURN_MICROS: '20000' } })
  for (let i = 0; i < 5; i++) await request(launch.origin)
  await launch.startSlice()
  for (let i = 0; i < 10; i++) await request(launch.origin)
  const reading = await launch.stopSlice()
  expect(reading.cpuMicros).toBeGreaterThanOrEqual(10 * 20_000)
  expect(reading.cpuMicros).toBeLessThan(14 * 20_000)
  expect(reading.cpuMicros).toBe(reading.cpuUserMicros + reading.cpuSystemMicros)
  expect(reading.threads).toHaveLength(1)
  const [{ startUptimeMs, endUptimeMs }] = /** @type {[typeof reading.threads[0]]} */ (reading.threads)
  expect(endUptimeMs - startUptimeMs).toBeGreaterThanOrEqual(200)
})

test('counts a burn on the main thread there, where threads can be distinguished', async () => {
  const launch = await start('answers.js', { env: { BURN_MICROS: '20000' } })
  await launch.startSlice()
  for (let i = 0; i < 10; i++) await request(launch.origin)
  const { cpuMicros, cpuMainThreadMicros, cpuOtherThreadsMicros } = await launch.stopSlice()
  if (cpuMainThreadMicros === null) return expect(cpuOtherThreadsMicros).toBeNull()
  expect(cpuMainThreadMicros).toBeGreaterThan(0.85 * cpuMicros)
})

test('the record of a launch has its exit code', async () => {
  const launch = await start('answers.js')
  const record = await launch.end()
  expect(record.exit).toEqual({ code: 0, signal: null, escalated: false })
})

test('a server that ignores SIGTERM is killed, and the record has that', async () => {
  const launch = await start('ignores-sigterm.js', { stopGraceMs: 200 })
  const { exit } = await launch.end()
  expect(exit).toMatchObject({ signal: 'SIGKILL', escalated: true })
})

test('a server that dies at start is reported with its exit code and its error output', async () => {
  const failure = await start('dies-at-start.js').catch(error => error)
  expect(failure.code).toBe('ERR_SERVER_EXITED')
  expect(failure.exitCode).toBe(3)
  expect(failure.message).toMatch(/exit code 7/)
  expect(failure.message).toMatch(/the database said no/)
})

test('a server that never listens is killed and reported', async () => {
  const failure = await start('never-listens.js', { listenLimitMs: 600 }).catch(error => error)
  expect(failure.code).toBe('ERR_SERVER_NEVER_LISTENED')
  expect(failure.message).toMatch(/600 ms/)
})

test('a command that does not exist is reported as such', async () => {
  const failure = await launchFixture({ command: ['no-such-program'], folder, agents }).catch(error => error)
  expect(failure.code).toBe('ERR_SERVER_EXITED')
  expect(failure.message).toMatch(/ENOENT/)
})

test('a server that dies under load rejects pending promises', async () => {
  const launch = await start('dies-under-load.js')
  await launch.startSlice()
  const failure = await launch
    .whileAlive(
      (async () => {
        for (;;) await request(launch.origin).catch(() => new Promise(() => {}))
      })()
    )
    .catch(error => error)
  expect(failure.code).toBe('ERR_SERVER_EXITED')
  expect(failure.message).toMatch(/died under load/)
  expect(failure.message).toMatch(/the 201st request was too much/)
})

test('an abort kills a server that starts', async () => {
  const controller = new AbortController()
  const starting = start('never-listens.js', { signal: controller.signal }).catch(error => error)
  controller.abort(new Error('enough'))
  expect((await starting).message).toBe('enough')
})
