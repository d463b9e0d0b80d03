import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from '@jest/globals'
import { oneResponse } from '../../../src/measure/launch/one-response.js'

test('the body of a response is kept where it is asked for only, and counted always', async () => {
  const server = createServer((_request, response) => response.end('x'.repeat(300_000))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const asked = { url: `http://127.0.0.1:${port}/`, headers: {} }
  const { signal } = new AbortController()
  const [usual, kept] = [await oneResponse(asked, { signal }), await oneResponse(asked, { signal, keptBytes: 1e6 })]
  server.close()
  expect([usual, kept].map(({ bodyBytes, body }) => [bodyBytes, body.length])).toEqual([
    [300_000, 0],
    [300_000, 300_000]
  ])
})
