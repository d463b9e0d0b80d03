import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import { startGenerator } from '../../src/load/generator.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/**
 * @import { Server } from 'node:https'
 * @import { AddressInfo } from 'node:net'
 * @import { Generator } from '../../src/load/generator.js'
 * @import { Load } from '../../src/load/types.js'
 */

jest.setTimeout(20_000)
removeTemporaryFolders()

/** @type {Load[]} */
const loads = [
  { generator: 'autocannon', mode: 'closed', connections: 3 },
  { generator: 'sockets', mode: 'closed', connections: 3 },
  { generator: 'artillery', mode: 'batch', users: 3, requestsPerUser: 5 },
  { generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.5 }
]
/** @type {Server} */
let server
let requests = 0
/** @type {Generator | undefined} */
let generator

beforeAll(async () => {
  const [key, cert] = ['key', 'cert'].map(name =>
    readFileSync(path.join(import.meta.dirname, `../fixtures/tls/${name}.pem`))
  )
  server = createServer({ key, cert }, function count(_request, response) {
    requests++
    response.end('x'.repeat(20_000))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => generator?.end())
afterAll(() => new Promise(resolve => server.close(resolve)))

test.each(loads)('$generator loads a server whose certificate is its own', async load => {
  requests = 0
  const { port } = /** @type {AddressInfo} */ (server.address())
  generator = await startGenerator(load.generator, { logPath: `${temporaryFolder()}/generator.log` })
  const result = await generator.play({
    ...load,
    url: `https://127.0.0.1:${port}/`,
    headers: {},
    durationMs: 300,
    pace: { ratePerSecond: 50, seed: 1 }
  })
  expect(result).toMatchObject({ non2xx: 0, errors: 0, sent: requests, completed: requests })
  expect(requests).toBeGreaterThan(0)
})
