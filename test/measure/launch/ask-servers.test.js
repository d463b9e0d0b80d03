import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { askServers } from '../../../src/measure/launch/ask-servers.js'

/** @import { Variant } from '../../../src/experiments/types.js' */

jest.setTimeout(30_000)

const { signal } = new AbortController()
const request = { path: '/a?b=1', headers: { accept: '*/*' } }

/** @param {string} server @param {Record<string, string>} [env] @returns {Variant} */
function variantOf(server, env = {}) {
  return {
    name: 'one',
    command: ['node', `${server}.js`],
    env,
    cwd: path.resolve('test/fixtures/servers'),
    contentEncoding: null
  }
}

test.each(['number', 'string', 'options'])('a fixed port, given as %s, is moved and reported', async LISTEN => {
  const variant = variantOf('fixed-port', { LISTEN })
  const [first, second] = await askServers([variant, variant], [request], signal)
  for (const each of [first, second]) {
    expect(each).toMatchObject({ variant: 'one', wantedPort: 3999 })
    expect(each?.answers).toHaveLength(20)
    expect(each?.answers[0]).toEqual({
      statusCode: 200,
      contentType: 'application/json',
      contentEncoding: 'identity',
      bytes: JSON.stringify({ method: 'GET', url: '/a?b=1', body: '' }).length,
      location: null
    })
  }
})

test('method and body are sent', async () => {
  const posted = { ...request, method: 'POST', body: 'some text' }
  const [asked] = await askServers([variantOf('fixed-port')], [posted], signal)
  expect(asked?.answers[0]?.bytes).toBe(JSON.stringify({ method: 'POST', url: '/a?b=1', body: 'some text' }).length)
})

test('a server that ends at its start is an error with its last words', async () => {
  const asked = askServers([variantOf('dies-at-start')], [request], signal)
  await expect(asked).rejects.toMatchObject({ code: 'ERR_SERVER_EXITED', details: { variant: 'one', phase: 'start' } })
})

test.each(['end', 'reset'])('a response that is cut off (%s) is an error', async HOW => {
  const asked = askServers([variantOf('cuts-off', { HOW })], [request], signal)
  await expect(asked).rejects.toMatchObject({ code: 'ERR_NO_RESPONSE', details: { variant: 'one' } })
})

test('a server over TLS is asked over TLS, whatever its certificate', async () => {
  const [asked] = await askServers([variantOf('speaks-tls')], [request], signal)
  expect(asked?.answers[0]).toMatchObject({ statusCode: 200, bytes: 5 })
})

test('the version of Node.js is that of the process that listens', async () => {
  const [asked] = await askServers([variantOf('fixed-port')], [request], signal)
  expect(asked?.nodeVersion).toBe(process.version)
})

test('of several ports the first one is loaded, and the others are reported', async () => {
  const [asked] = await askServers([variantOf('several-ports')], [request], signal)
  expect(asked).toMatchObject({ wantedPort: 3998, otherPorts: [3999, 0] })
  expect(asked?.answers.map(({ bytes }) => bytes)).toEqual(Array(20).fill(1000))
})

test('a port that is named is loaded, and no other one is reported', async () => {
  const [asked] = await askServers([{ ...variantOf('several-ports'), port: 3999 }], [request], signal)
  expect(asked).toMatchObject({ wantedPort: 3999 })
  expect(asked).not.toHaveProperty('otherPorts')
  expect(asked?.answers.map(({ bytes }) => bytes)).toEqual(Array(20).fill(2000))
})

test.each(['rr', 'none'])('workers that open ports in different orders share each (scheduling: %s)', async policy => {
  const variant = { ...variantOf('cluster-several-ports', { NODE_CLUSTER_SCHED_POLICY: policy }), port: 3999 }
  const asked = await askServers([variant, variant], [request], signal, '/ready')
  for (const { wantedPort, answers } of asked) {
    expect(wantedPort).toBe(3999)
    expect(answers.map(({ bytes }) => bytes)).toEqual(Array(20).fill(2000))
  }
})

test('a server is asked once its health path responds with 2xx', async () => {
  const [asked] = await askServers([variantOf('ready-later', { READY_AFTER: '3' })], [request], signal, '/ready')
  expect(asked?.answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
})

test.each(['plain', 'tls'])('a server that speaks HTTP/2 only (%s) is refused as such', async SPEAKS => {
  for (const health of [undefined, '/ready']) {
    const asked = askServers([variantOf('speaks-http2', { SPEAKS })], [request], signal, health)
    await expect(asked).rejects.toMatchObject({ code: 'ERR_HTTP2_ONLY', details: { variant: 'one' } })
  }
})

test('a server that also speaks HTTP/1.1 over TLS is asked over that', async () => {
  const [asked] = await askServers([variantOf('speaks-http2', { SPEAKS: 'both' })], [request], signal)
  expect(asked?.answers.map(({ statusCode, bytes }) => [statusCode, bytes])).toEqual(Array(20).fill([200, 5]))
})
