import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import * as hdr from 'hdr-histogram-js'
import { startGenerator } from '../../src/load/generator.js'
import { startLoadServer } from './load-server.js'

/** @import { Generator } from '../../src/load/generator.js' */
/** @import { GeneratorName, LoadRequest } from '../../src/load/types.js' */

jest.setTimeout(20_000)

const HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip' }
const names = /** @type {Exclude<GeneratorName, 'existing'>[]} */ (['autocannon', 'artillery', 'paced', 'sockets'])
const folder = mkdtempSync(path.join(os.tmpdir(), 'load-test-'))
const generatorProcess = new URL('../../src/load/generator-process.js', import.meta.url)
const logPath = path.join(folder, 'generator.log')
/** @type {Record<GeneratorName, Generator>} */
const shared = Object.create(null)
/** @type {(() => Promise<unknown>)[]} */
const cleanups = []

beforeAll(async function startAll() {
  for (const name of names) shared[name] = await startGenerator(name, { logPath })
})

afterEach(async function cleanUp() {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

afterAll(async function endAll() {
  for (const name of names) await shared[name].end()
  rmSync(folder, { recursive: true })
})

describe.each(names)('%s', name => {
  test('counts what the server counted', async () => {
    const server = await serverFor({})
    const result = await shared[name].play(request(name, server.url))

    const { requests, bodyBytes } = server.seen
    expect(result).toMatchObject({ sent: requests, completed: requests, non2xx: 0, errors: 0, timeouts: 0 })
    expect(result.contentEncodings).toEqual({ gzip: requests })
    expect(result.errorMessages).toEqual({})
    expect(result.bytesRead).toBeGreaterThan(bodyBytes)
    expect(result.bytesRead).toBeLessThan(bodyBytes + 400 * requests)
    expect(latenciesOf(result).totalCount).toBe(requests)
    expect(Math.abs(result.clockStepMs)).toBeLessThan(5)
    expect(result.pace === null).toBe(name !== 'paced')
    expect(result.generatorProcess.cpuUserMicros).toBeGreaterThan(0)
    expect(result.generatorProcess.eventLoopUtilization).toBeGreaterThan(0)
    expect(result.generatorProcess.eventLoopDelayP99Micros).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(result.toolResult).length).toBeLessThan(20_000)
  })

  test('sends the given headers and no others', async () => {
    const server = await serverFor({})
    const asked = await shared[name].play(request(name, server.url))
    const plain = await shared[name].play({ ...request(name, server.url), headers: { accept: 'text/css' } })

    expect([...server.seen.headers].sort()).toEqual(['["text/css",null]', '["text/html","gzip"]'])
    expect(Object.keys(asked.contentEncodings)).toEqual(['gzip'])
    expect(Object.keys(plain.contentEncodings)).toEqual(['identity'])
  })

  test('counts responses other than 2xx exactly', async () => {
    const server = await serverFor({ failEvery: 7 })
    const result = await shared[name].play(request(name, server.url))

    expect(server.seen.failed).toBeGreaterThan(0)
    expect(result).toMatchObject({ completed: server.seen.requests, non2xx: server.seen.failed, errors: 0 })
  })

  test('counts each request without a response as an error', async () => {
    const server = await serverFor({ dropEvery: 40 })
    const result = await shared[name].play(request(name, server.url))

    const { requests, dropped } = server.seen
    expect(dropped).toBeGreaterThan(0)
    expect(result).toMatchObject({ sent: requests, completed: requests - dropped, errors: dropped })
    expect(Object.values(result.errorMessages).reduce((sum, count) => sum + count, 0)).toBe(dropped)
  })

  test('counts a refused connection as an error, with its message', async () => {
    const server = await startLoadServer()
    await server.close()
    const result = await shared[name].play(request(name, server.url, 200))

    expect(result).toMatchObject({ completed: 0, errors: result.sent, timeouts: 0 })
    expect(Object.keys(result.errorMessages)).toEqual([expect.stringContaining('ECONNREFUSED')])
  })

  test('times a response up to its last byte', async () => {
    const server = await serverFor({ delayMs: 25 })
    const result = await shared[name].play(request(name, server.url))

    const medianMicros = latenciesOf(result).getValueAtPercentile(50)
    expect(medianMicros).toBeGreaterThan(24_000)
    // Microseconds, not milliseconds or nanoseconds: how busy the machine is decides the rest.
    expect(medianMicros).toBeLessThan(10_000_000)
  })

  test('fails with its name when its process dies under load', async () => {
    const generator = await startGenerator(name, { logPath })
    const server = await serverFor({ delayMs: 5, onRequest: () => process.kill(Number(generator.pid), 'SIGKILL') })

    const rejection = expect(generator.play(request(name, server.url))).rejects
    await rejection.toMatchObject({ code: 'ERR_GENERATOR', message: expect.stringContaining('SIGKILL') })
  })

  test('stops on abort and leaves no process', async () => {
    const generator = await startGenerator(name, { logPath })
    const reason = new Error('enough')
    const controller = new AbortController()
    const server = await serverFor({ delayMs: 5, onRequest: () => controller.abort(reason) })

    const played = generator.play(request(name, server.url, 60_000), { signal: controller.signal })
    await expect(played).rejects.toBe(reason)
    expect(() => process.kill(Number(generator.pid), 0)).toThrow(expect.objectContaining({ code: 'ESRCH' }))
  })

  test('ends when the process that started it is gone', async () => {
    const child = fork(generatorProcess, [name], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    await once(child, 'message')
    child.disconnect()

    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('refuses a load that it cannot play', async () => {
    const generator = await startGenerator(name, { logPath })
    const other = name === 'artillery' ? 'autocannon' : 'artillery'

    const rejection = expect(generator.play(request(other, 'http://127.0.0.1:9/'))).rejects
    await rejection.toMatchObject({ code: 'ERR_GENERATOR', message: expect.stringContaining('does not play') })
  })
})

test.each(/** @type {const} */ (['autocannon', 'sockets']))(
  '%s that stays awake has work only at times',
  async name => {
    const server = await serverFor({ delayMs: 100 })
    const { completed, generatorProcess } = await shared[name].play({ ...request(name, server.url), staysAwake: true })

    expect(completed).toBe(server.seen.requests)
    expect(generatorProcess.eventLoopUtilization).toBeLessThan(0.95)
    expect(generatorProcess.eventLoopUtilization).toBeGreaterThan(0)
  }
)

test.each(/** @type {const} */ (['autocannon', 'sockets']))(
  '%s plays two loads at the same time, each with its own result',
  async name => {
    const servers = [await serverFor({}), await serverFor({ delayMs: 20 })]
    // The second answer comes first.
    const played = servers.map(({ url }, place) =>
      shared[name].play({ ...request(name, url, place === 0 ? 600 : 200), staysAwake: true })
    )
    const [one, other] = await Promise.all(played)

    expect(one?.completed).toBe(servers[0]?.seen.requests)
    expect(other?.completed).toBe(servers[1]?.seen.requests)
    expect(one?.completed).toBeGreaterThan(other?.completed ?? Infinity)
    for (const { eventLoopUtilization } of [one, other].flatMap(result => result?.generatorProcess ?? [])) {
      expect(eventLoopUtilization).toBeGreaterThan(0)
      expect(eventLoopUtilization).toBeLessThanOrEqual(1)
    }
  }
)

test('of two loads at the same time the failure of one ends both', async () => {
  const generator = await startGenerator('sockets', { logPath })
  const server = await serverFor({ delayMs: 5 })
  const played = [request('sockets', server.url), request('artillery', server.url)].map(each => generator.play(each))
  const message = expect.stringContaining('does not play')
  await expect(Promise.all(played)).rejects.toMatchObject({ code: 'ERR_GENERATOR', message })
  const settled = await Promise.allSettled(played)

  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(() => process.kill(Number(generator.pid), 0)).toThrow(expect.objectContaining({ code: 'ESRCH' }))
})

test('autocannon plays fractions of a second', async () => {
  const server = await serverFor({})
  const result = await shared.autocannon.play(request('autocannon', server.url, 1500))

  expect(result.durationMs).toBeGreaterThanOrEqual(1400)
  expect(result.durationMs).toBeLessThan(2400)
  expect(result.completed).toBe(server.seen.requests)
})

test('artillery opens one connection per user', async () => {
  const server = await serverFor({})
  await shared.artillery.play(request('artillery', server.url))

  expect(server.seen).toMatchObject({ requests: 100, connections: 10 })
})

test('artillery has all its users active at the same time', async () => {
  const server = await serverFor({ holdUntil: 10 })
  const result = await shared.artillery.play(request('artillery', server.url))

  expect(result.completed).toBe(100)
})

/** @param {Parameters<typeof startLoadServer>[0]} behaviour */
async function serverFor(behaviour) {
  const server = await startLoadServer(behaviour)
  cleanups.push(server.close)
  return server
}

/**
 * @param {Exclude<GeneratorName, 'existing'>} name
 * @param {string} url
 * @param {number} [durationMs]
 * @returns {LoadRequest}
 */
function request(name, url, durationMs = 400) {
  const common = { url, headers: HEADERS, durationMs }
  if (name === 'autocannon' || name === 'sockets')
    return { generator: name, mode: 'closed', connections: 10, ...common }
  if (name === 'paced') {
    const pace = { ratePerSecond: 250, seed: 1 }
    return { generator: name, mode: 'open', arrivals: 'constant', capacityShare: 0.5, pace, ...common }
  }
  return { generator: name, mode: 'batch', users: 10, requestsPerUser: 10, ...common }
}

/** @param {{ latencyMicros: string }} result */
function latenciesOf({ latencyMicros }) {
  return hdr.decodeFromCompressedBase64(latencyMicros)
}
