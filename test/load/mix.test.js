import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import { startGenerator } from '../../src/load/generator.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { Server } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Generator } from '../../src/load/generator.js' */
/** @import { Load } from '../../src/load/types.js' */

jest.setTimeout(20_000)
removeTemporaryFolders()

/** @type {Load[]} */
const loads = [
  { generator: 'autocannon', mode: 'closed', connections: 7 },
  { generator: 'sockets', mode: 'closed', connections: 7 },
  { generator: 'artillery', mode: 'batch', users: 7, requestsPerUser: 9 },
  { generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.5 }
]
/** Of ten requests six, three and one. */
const order = [0, 1, 0, 0, 2, 0, 1, 0, 1, 0]
const shares = [0.6, 0.3, 0.1]
/** @type {Server} */
let server
/** @type {Map<string, number>} */
let received
/** @type {Generator | undefined} */
let generator

beforeAll(async () => {
  server = createServer(async function note(request, response) {
    const body = Buffer.concat(await request.toArray())
    const seen = `${request.method} ${request.url} ${request.headers['x-of']} ${body}`
    received.set(seen, (received.get(seen) ?? 0) + 1)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => generator?.end())
afterAll(() => new Promise(resolve => server.close(resolve)))

test.each(loads)(
  '$generator sends the requests of a mix in its shares, each with its own headers and body',
  async load => {
    received = new Map()
    const { port } = /** @type {AddressInfo} */ (server.address())
    const origin = `http://127.0.0.1:${port}`
    const requests = [
      { url: `${origin}/a?x=1`, headers: { 'x-of': 'a' } },
      { url: `${origin}/b`, method: 'POST', headers: { 'x-of': 'b' }, body: 'some text' },
      { url: `${origin}/c`, method: 'DELETE', headers: { 'x-of': 'c' } }
    ]
    generator = await startGenerator(load.generator, { logPath: `${temporaryFolder()}/generator.log` })
    const { completed, errors, non2xx } = await generator.play({
      ...load,
      url: `${origin}/a?x=1`,
      headers: { 'x-of': 'first' },
      mix: { requests, order },
      durationMs: 300,
      pace: { ratePerSecond: 200, seed: 1 }
    })
    expect({ errors, non2xx }).toEqual({ errors: 0, non2xx: 0 })
    expect(completed).toBeGreaterThan(0)
    expect([...received.keys()].toSorted()).toEqual(['DELETE /c c ', 'GET /a?x=1 a ', 'POST /b b some text'])
    const counts = ['GET /a?x=1 a ', 'POST /b b some text', 'DELETE /c c '].map(seen => received.get(seen) ?? 0)
    // One sequence for all connections: at most the last turn of ten is incomplete.
    for (const [index, count] of counts.entries())
      expect(Math.abs(count - (shares[index] ?? 0) * completed)).toBeLessThanOrEqual(3)
  }
)
