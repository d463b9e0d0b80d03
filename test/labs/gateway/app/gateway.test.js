import http from 'node:http'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { endAll, startFakeUpstream, startGateway, untilHeld } from '../../../app/fake-upstream.js'
import { until } from '../../../helpers/until.js'

jest.setTimeout(30_000)
afterEach(endAll)

const CLIENTS = ['undici', 'fetch', 'http']

describe.each(CLIENTS)('the client %s', CLIENT => {
  test('a burst: as many calls run as the pool has connections, the others wait and are counted', async () => {
    const upstream = await startFakeUpstream()
    const gateway = await startGateway(upstream.origin, { CLIENT, POOL: '3' })
    const asked = Array.from({ length: 10 }, () => fetch(gateway.url))
    await untilHeld(upstream, 3)
    await until(async () => (await gateway.readPool()).waiting === 7, 'seven calls wait')

    const full = await gateway.readPool()
    expect(full).toMatchObject({ size: 3, running: 3, waiting: 7, calls: 0 })
    // All of them wait for a moment where they come before the first connection is open.
    expect([7, 8, 9, 10]).toContain(full.highestWaiting)
    const answers = Promise.all(asked)
    for (let left = 20; left > 0; ) {
      await untilHeld(upstream, 1)
      left -= upstream.held.length
      upstream.answerHeld()
    }
    expect((await answers).map(({ status }) => status)).toEqual(new Array(10).fill(200))
    expect(upstream.counts.mostOpen).toBe(3)
    const after = await gateway.readPool()
    expect(after).toMatchObject({ running: 0, waiting: 0, highestRunning: 3, calls: 20, failed: 0 })
    expect(after.waitedMs).toBeGreaterThan(0)
  })

  test('without a limit no call waits for another one', async () => {
    const upstream = await startFakeUpstream()
    const gateway = await startGateway(upstream.origin, { CLIENT, POOL: 'unlimited' })
    const asked = Array.from({ length: 20 }, () => fetch(gateway.url))
    await untilHeld(upstream, 20)
    expect(await gateway.readPool()).toMatchObject({ size: null, running: 20, waiting: 0 })
    for (const response of upstream.held.splice(0)) response.destroy()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(new Array(20).fill(502))
  })

  test('a client that hangs up frees its place, and a call that waited is never made', async () => {
    const upstream = await startFakeUpstream()
    const gateway = await startGateway(upstream.origin, { CLIENT, POOL: '1' })
    const [first, second] = [hangingRequest(gateway.url), hangingRequest(gateway.url)]
    await untilHeld(upstream, 1)
    await until(async () => (await gateway.readPool()).waiting === 1, 'the second call waits')
    second.destroy()
    await until(async () => (await gateway.readPool()).waiting === 0, 'the second call is gone')
    first.destroy()
    await until(async () => (await gateway.readPool()).running === 0, 'the first call is gone')

    upstream.held.splice(0)
    const third = fetch(gateway.url)
    await untilHeld(upstream, 1)
    upstream.answerHeld()
    await untilHeld(upstream, 1)
    upstream.answerHeld()
    expect((await third).status).toBe(200)
    expect(await gateway.readPool()).toMatchObject({ running: 0, waiting: 0, calls: 4, failed: 2 })
  })

  test('an upstream that is not there is a 502 in one sentence', async () => {
    const { origin, server } = await startFakeUpstream()
    server.close()
    const gateway = await startGateway(origin, { CLIENT })
    const answer = await fetch(gateway.url)
    expect(answer.status).toBe(502)
    expect(await answer.text()).toBe('The upstream failed: nothing listens at its address (ECONNREFUSED).\n')
  })

  test('an upstream that answers too late is a 504 in one sentence, and its connection is free again', async () => {
    const upstream = await startFakeUpstream()
    const gateway = await startGateway(upstream.origin, { CLIENT, TIMEOUT_MS: '50' })
    const answer = await fetch(gateway.url)
    expect(answer.status).toBe(504)
    expect(await answer.text()).toBe('The upstream did not answer both calls within 50 ms.\n')
    expect(await gateway.readPool()).toMatchObject({ running: 0, waiting: 0, failed: 1 })
  })

  test('a response of more than 1 MB is a 502 in one sentence, and not kept', async () => {
    const large = `"${'x'.repeat(1_100_000)}"`
    const upstream = await startFakeUpstream({ answer: (_request, response) => response.end(large) })
    const gateway = await startGateway(upstream.origin, { CLIENT })
    const answer = await fetch(gateway.url)
    expect(answer.status).toBe(502)
    expect(await answer.text()).toMatch(/^The upstream failed: it answered with more than 1 MB \(UND_ERR_RES\w+\)\.\n$/)
  })

  test.each(['parse', 'pass'])('both responses as one JSON object (body=%s)', async BODY => {
    const upstream = await startFakeUpstream({ answer: ({ url }, response) => response.end(JSON.stringify({ url })) })
    const gateway = await startGateway(upstream.origin, { CLIENT, BODY })
    const answer = await fetch(gateway.url)
    expect(answer.headers.get('server-timing')).toMatch(/^pool;dur=\d+\.\d\d, upstream;dur=\d+\.\d\d$/)
    expect(await answer.json()).toEqual({ first: { url: '/items/first' }, second: { url: '/items/second' } })
  })
})

test('pass sends the bytes as they came, parse serialises them again', async () => {
  const odd = '{ "é" : 1.50,\n "a":[ ] }'
  const upstream = await startFakeUpstream({ answer: (_request, response) => response.end(odd) })
  const texts = await Promise.all(
    ['pass', 'parse'].map(async BODY => (await fetch((await startGateway(upstream.origin, { BODY })).url)).text())
  )
  expect(texts).toEqual([`{"first":${odd},"second":${odd}}`, '{"first":{"é":1.5,"a":[]},"second":{"é":1.5,"a":[]}}'])
})

test('calls in sequence: the second begins when the first has ended; together: at once', async () => {
  const upstream = await startFakeUpstream()
  const sequence = await startGateway(upstream.origin, { CALLS: 'sequence' })
  const asked = fetch(sequence.url)
  await untilHeld(upstream, 1)
  expect(await sequence.readPool()).toMatchObject({ running: 1, calls: 0 })
  upstream.answerHeld()
  await untilHeld(upstream, 1)
  expect(await sequence.readPool()).toMatchObject({ running: 1, calls: 1 })
  upstream.answerHeld()
  await asked

  const together = await startGateway(upstream.origin, { CALLS: 'together' })
  const other = fetch(together.url)
  await untilHeld(upstream, 2)
  expect(await together.readPool()).toMatchObject({ running: 2, calls: 0 })
  upstream.answerHeld()
  expect((await other).status).toBe(200)
})

test('when one of two calls fails, the other one is cancelled', async () => {
  const upstream = await startFakeUpstream()
  const gateway = await startGateway(upstream.origin, { CALLS: 'together' })
  const asked = fetch(gateway.url)
  await untilHeld(upstream, 2)
  upstream.held.pop()?.writeHead(503).end()
  const answer = await asked
  expect(answer.status).toBe(502)
  expect(await answer.text()).toMatch(/^The upstream answered \/items\/(first|second) with status 503\.\n$/)
  await until(async () => (await gateway.readPool()).running === 0, 'no call runs')
})

test('a body that is not JSON is a 502 where it is parsed', async () => {
  const upstream = await startFakeUpstream({ answer: (_request, response) => response.end('<html>') })
  const gateway = await startGateway(upstream.origin)
  const answer = await fetch(gateway.url)
  expect([answer.status, await answer.text()]).toEqual([502, 'The upstream answered with a body that is not JSON.\n'])
})

test('keep-alive: calls one after the other share connections, without keep-alive each opens its own', async () => {
  const upstream = await startFakeUpstream({ answer: (_request, response) => response.end('{}') })
  for (const CLIENT of ['undici', 'fetch', 'http']) {
    const before = upstream.counts.opened
    const { url } = await startGateway(upstream.origin, { CLIENT })
    for (let count = 0; count < 5; count++) await (await fetch(url)).text()
    const opened = upstream.counts.opened - before
    // A call that follows at once may begin before undici has freed the connection of the one before.
    if (CLIENT === 'http') expect(opened).toBe(10)
    else expect(opened).toBeLessThanOrEqual(2)
  }
})

test('a request whose client has gone is logged without a status', async () => {
  /** @type {string[]} */
  const lines = []
  const log = jest.spyOn(console, 'log').mockImplementation(line => void lines.push(line))
  const upstream = await startFakeUpstream()
  const gateway = await startGateway(upstream.origin, { LOG: 'sync' })
  const request = hangingRequest(gateway.url)
  await untilHeld(upstream, 1)
  request.destroy()
  await until(() => lines.length === 1, 'the request is logged')
  log.mockRestore()
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ url: '/aggregate', status: null })
})

test('other paths and methods', async () => {
  const upstream = await startFakeUpstream()
  const { port } = await startGateway(upstream.origin)
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404)
  const refused = await fetch(`http://127.0.0.1:${port}/aggregate`, { method: 'POST' })
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const head = await fetch(`http://127.0.0.1:${port}/pool`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

/** Sends a request whose answer is not awaited. @param {string} url */
function hangingRequest(url) {
  const request = http.get(url)
  request.on('error', () => {})
  return request
}
