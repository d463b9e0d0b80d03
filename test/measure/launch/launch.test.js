import { once } from 'node:events'
import { get } from 'node:http'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { openAgentServer } from '../../../src/measure/agent/agent-server.js'
import { none } from '../../../src/profilers/index.js'
import { readLoadedMaps } from '../../../src/profilers/name-frames.js'
import { isRunning } from '../../../src/system/processes.js'
import { launchFixture } from '../../helpers/launch-fixture.js'
import { onLinux } from '../../helpers/on-linux.js'
import { survivorsOf } from '../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { ProfilerName } from '../../../src/profile/types.js' */
/** @import { AgentServer } from '../../../src/measure/agent/agent-server.js' */
/** @import { Launch } from '../../../src/measure/launch/launch.js' */

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
 * @param {Partial<Parameters<typeof launchFixture>[0]> & { stopGraceMs?: number, profilerName?: ProfilerName }} [options]
 */
async function start(server, { stopGraceMs = 5000, profilerName: name = 'none', ...options } = {}) {
  const command = ['node', `test/fixtures/servers/${server}`]
  const launch = await launchFixture({ command, folder, agents, profiler: { ...none, name, stopGraceMs }, ...options })
  launches.push(launch)
  return launch
}

/** @param {string} origin */
async function request(origin) {
  const [response] = await once(get(origin, { agent: false }), 'response')
  response.resume()
  await once(response, 'end')
}

/** @param {string} origin */
async function bodyOf(origin) {
  const [response] = await once(get(origin, { agent: false }), 'response')
  return (await response.setEncoding('utf8').toArray()).join('')
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

test.each([
  ['number', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['ipv6', /^http:\/\/\[::1\]:\d+$/],
  ['ipv6Only', /^http:\/\/\[::1\]:\d+$/]
])('a server is loaded at an address of this machine that it listens on: %s', async (listen, origin) => {
  const launch = await start('fixed-port.js', { env: { LISTEN: listen } })
  expect(launch.origin).toMatch(origin)
  expect(launch.wantedPort).toBe(3999)
  expect(JSON.parse(await bodyOf(launch.origin))).toMatchObject({ method: 'GET', url: '/' })
})

test('a port that a server does not open is reported with those that it does', async () => {
  const options = { settings: { port: 80 }, listenLimitMs: 600 }
  const failure = await start('fixed-port.js', options).catch(error => error)
  expect(failure).toMatchObject({ code: 'ERR_SERVER_OTHER_PORT', details: { port: 80, open: '3999' } })
})

test('a server whose health path never responds with 2xx is killed and reported', async () => {
  const options = { env: { READY_AFTER: '1000000' }, health: '/ready', healthLimitMs: 300 }
  const failure = await start('ready-later.js', options).catch(error => error)
  const details = { path: '/ready', problem: 'status 503', tail: 'no connection to the database yet' }
  expect(failure).toMatchObject({ code: 'ERR_SERVER_NOT_READY', details })
})

test('a server that dies while it is not ready yet is reported as dead', async () => {
  const failure = await start('ready-later.js', { health: '/ready', env: { DIES: '1' } }).catch(error => error)
  expect(failure).toMatchObject({
    code: 'ERR_SERVER_EXITED',
    message: expect.stringMatching(/ended before it was ready.*no database/s)
  })
})

onLinux('a server that passes its memory limit is ended and reported', async () => {
  const launch = await start('grows.js', { settings: { memoryMB: 200 } })
  for (let requests = 0; requests < 10; requests++) await bodyOf(launch.origin).catch(() => '')
  const failure = await launch.whileAlive(new Promise(() => {})).catch(error => error)
  expect(failure).toMatchObject({ code: 'ERR_SERVER_MEMORY', details: { variant: 'fixture', limitMB: 200 } })
  expect(failure.details.peakMB).toBeGreaterThan(200)
  expect(await survivorsOf(launch.pids(), 5000)).toEqual([])
})

onLinux('the record of a launch with a limit has its highest memory', async () => {
  const launch = await start('grows.js', { settings: { memoryMB: 10_000 } })
  for (let requests = 0; requests < 5; requests++) await bodyOf(launch.origin)
  const { peakBytes } = await launch.end()
  expect(peakBytes).toBeGreaterThan(100e6)
})

onLinux('the memory of a launch with a limit is kept over time, and its peak since a moment is known', async () => {
  const launch = await start('grows.js', { settings: { memoryMB: 536.870912 }, memorySampleMs: 50 })
  const beforeBytes = Number(launch.memory?.peakBytes())
  for (let requests = 0; requests < 5; requests++) await bodyOf(launch.origin)
  launch.memory?.beginInterval()
  expect(launch.memory?.intervalPeakBytes()).toBeGreaterThan(beforeBytes + 80e6)
  const highestBytes = Math.max(...(launch.memory?.samples() ?? []).map(({ bytes }) => bytes))
  expect(highestBytes).toBeGreaterThan(beforeBytes + 80e6)
  expect(highestBytes).toBeLessThanOrEqual(Number(launch.memory?.peakBytes()))
})

onLinux('the samples of a launch remain when it has passed its limit', async () => {
  const launch = await start('grows.js', { settings: { memoryMB: 200 }, memorySampleMs: 50 })
  for (let requests = 0; requests < 10; requests++) await bodyOf(launch.origin).catch(() => '')
  await launch.whileAlive(new Promise(() => {})).catch(() => {})
  expect(launch.memory?.samples().length).toBeGreaterThan(0)
  expect(launch.memory?.peakBytes()).toBeGreaterThan(200e6)
})

test('memory is not limited under a profiler, which needs its own', async () => {
  const launch = await start('grows.js', { settings: { memoryMB: 1 }, profilerName: 'cdp' })
  expect(await launch.end()).not.toHaveProperty('peakBytes')
})

test('source maps that only V8 knows are saved of profiled launches', async () => {
  const MAP = 'data:application/json;base64,e30='
  await (await start('compiles-at-load.cjs', { env: { MAP } })).end()
  expect(await readLoadedMaps(folder)).toEqual({})
  await (await start('compiles-at-load.cjs', { env: { MAP }, profilerName: 'cdp' })).end()
  expect(await readLoadedMaps(folder)).toEqual({ '/srv/app/answer.ts': MAP })
})

test.each([
  ['listens', { HELPER_PORT: '3998' }],
  ['does not listen', {}]
])('a helper that a server forks and that %s ends with it', async (_does, env) => {
  const launch = await start('forks-helper.js', { env, settings: { port: 3999 } })
  const helper = Number(await bodyOf(launch.origin))
  expect(isRunning(helper)).toBe(true)
  expect(launch.pids().includes(helper)).toBe('HELPER_PORT' in env)
  await launch.end()
  expect(await survivorsOf([helper], 5000)).toEqual([])
})

test('a command that does not exist is reported as such', async () => {
  const failure = await launchFixture({ command: ['no-such-program'], folder, agents }).catch(error => error)
  expect(failure.code).toBe('ERR_NO_PROGRAM')
  expect(failure.message).toMatch(/no such program: no-such-program/)
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
