import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { askServers } from '../../src/measure/ask-servers.js'

/** @import { Variant } from '../../src/experiments/types.js' */

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
