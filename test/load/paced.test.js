import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import * as hdr from 'hdr-histogram-js'
import { playOpenLoop } from '../../src/load/paced.js'
import { startSendClock } from '../../src/load/send-clock.js'
import { startLoadServer } from './load-server.js'

/** @import { SendClock } from '../../src/load/send-clock.js' */
/** @import { LoadRequest, LoadResult } from '../../src/load/types.js' */

jest.setTimeout(20_000)

const HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip' }
/** @type {SendClock} */
let clock
/** @type {(() => Promise<unknown>)[]} */
const cleanups = []

beforeAll(async function start() {
  clock = await startSendClock()
})

afterEach(async function cleanUp() {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

afterAll(async function end() {
  await clock.end()
})

test('sends all requests that are due, at the intended rate', async () => {
  const server = await serverFor({})
  const result = await play(request(server.url, { ratePerSecond: 300, durationMs: 500 }))

  expect(server.seen.requests).toBe(150)
  expect(result).toMatchObject({ sent: 150, completed: 150, errors: 0 })
  expect(result.durationMs).toBeGreaterThanOrEqual(496)
  expect(paceOf(result).intendedRatePerSecond).toBe(300)
  expect(histogramOf(paceOf(result).serviceMicros).totalCount).toBe(150)
})

test('sends a Poisson stream, the same for the same seed', async () => {
  const server = await serverFor({})
  const ask = request(server.url, { ratePerSecond: 300, durationMs: 300, arrivals: 'poisson' })
  const [first, again] = [await play(ask), await play(ask)]

  expect(again.sent).toBe(first.sent)
  expect(server.seen.requests).toBe(first.sent + again.sent)
})

test('sends the given headers and otherwise only those that HTTP needs', async () => {
  const server = await serverFor({})
  await play(request(server.url, {}))
  await play({ ...request(server.url, {}), headers: {} })

  expect([...server.seen.headerNames]).toEqual(['host,connection,accept,accept-encoding', 'host,connection'])
})

test('opens its connections without sending a request on them', async () => {
  const server = await serverFor({})
  const result = await play(request(server.url, { ratePerSecond: 20, durationMs: 100 }))

  expect(result.sent).toBe(2)
  expect(server.seen.requests).toBe(2)
  expect(server.seen.connections).toBeGreaterThan(2)
})

test('the response time includes the queue while a server stops, with or without a connection', async () => {
  const server = await serverFor({ stall: { atRequest: 100, ms: 400 } })
  const result = await play(request(server.url, { ratePerSecond: 1000, durationMs: 1200 }))

  const slowResponses = countAbove(histogramOf(result.latencyMicros), 50_000)
  const slowServices = countAbove(histogramOf(paceOf(result).serviceMicros), 50_000)
  expect(result.completed).toBe(1200)
  expect(slowResponses).toBeGreaterThanOrEqual(340)
  expect(slowServices).toBeGreaterThanOrEqual(200)
  expect(slowServices).toBeLessThan(slowResponses - 50)
  expect(paceOf(result).isSaturated).toBe(false)
})

describe.each(/** @type {const} */ (['constant', 'poisson']))('%s arrivals', arrivals => {
  test('a server slower than the rate is saturated', async () => {
    const server = await serverFor({ serviceMs: 4 })
    const result = await play(request(server.url, { ratePerSecond: 500, durationMs: 800, arrivals }))

    expect(result.errors).toBe(0)
    expect(paceOf(result).isSaturated).toBe(true)
  })

  test('a slow server that keeps up is not saturated', async () => {
    const server = await serverFor({ delayMs: 150 })
    const result = await play(request(server.url, { ratePerSecond: 500, durationMs: 800, arrivals }))

    expect(paceOf(result).isSaturated).toBe(false)
  })
})

test('gives up when a server never responds', async () => {
  const server = await serverFor({ holdUntil: Number.POSITIVE_INFINITY })
  const ask = request(server.url, { ratePerSecond: 1000, durationMs: 400 })
  const result = await play(ask, { answerLimitMs: 300 })

  expect(result).toMatchObject({ sent: 400, completed: 0, errors: 400, timeouts: 400 })
  expect(Object.values(result.errorMessages).reduce((sum, count) => sum + count, 0)).toBe(400)
})

test('opens no more connections than it may', async () => {
  const server = await serverFor({ delayMs: 50 })
  const ask = { ...request(server.url, { ratePerSecond: 1000, durationMs: 100 }), connectionLimit: 7 }
  const result = await play(ask)

  expect(result).toMatchObject({ completed: 100, errors: 0 })
  expect(server.seen.connections).toBe(7)
})

test('refusals are counted, and have no latency', async () => {
  const server = await serverFor({ failEvery: 4 })
  const ask = request(server.url, { ratePerSecond: 500, durationMs: 200 })
  const result = await play({ ...ask, refusalStatus: 500 })

  expect(result).toMatchObject({ sent: 100, completed: 100, refused: 25, non2xx: 0, errors: 0 })
  expect(histogramOf(result.latencyMicros).totalCount).toBe(75)
  expect(await play({ ...ask, refusalStatus: 503 })).toMatchObject({ completed: 100, non2xx: 25 })
})

test('a schedule without requests ends', async () => {
  const server = await serverFor({})
  const result = await play(request(server.url, { ratePerSecond: 1, durationMs: 100 }))

  expect(result).toMatchObject({ sent: 0, completed: 0, errors: 0, errorMessages: {} })
})

/**
 * In this process: that of a generator gives way to every other, and on a busy machine is late for its own schedule.
 * @param {LoadRequest} asked
 * @param {{ answerLimitMs?: number }} [options]
 */
function play(asked, options = {}) {
  return playOpenLoop(asked, { clock, ...options })
}

/** @param {Parameters<typeof startLoadServer>[0]} behaviour */
async function serverFor(behaviour) {
  const server = await startLoadServer(behaviour)
  cleanups.push(server.close)
  return server
}

/**
 * @param {string} url
 * @param {{ ratePerSecond?: number, durationMs?: number, arrivals?: 'constant' | 'poisson' }} schedule
 * @returns {LoadRequest}
 */
function request(url, { ratePerSecond = 100, durationMs = 100, arrivals = 'constant' }) {
  const pace = { ratePerSecond, seed: 5 }
  return { generator: 'paced', mode: 'open', arrivals, capacityShare: 0.7, url, headers: HEADERS, durationMs, pace }
}

/** @param {Pick<LoadResult, 'pace'>} result */
function paceOf({ pace }) {
  if (!pace) throw new Error('an open loop has a pace')
  return pace
}

/** @param {string} text */
function histogramOf(text) {
  return hdr.decodeFromCompressedBase64(text)
}

/**
 * @param {hdr.Histogram} histogram
 * @param {number} micros
 */
function countAbove(histogram, micros) {
  const total = histogram.totalCount
  const sorted = Array.from({ length: total }, (_, rank) => histogram.getValueAtPercentile((100 * (rank + 1)) / total))
  return sorted.filter(value => value > micros).length
}
