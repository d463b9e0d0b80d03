import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import { createServer } from 'node:https'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import { startGenerator } from '../../src/load/generator.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { Server } from 'node:tls' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Generator } from '../../src/load/generator.js' */
/** @import { Load } from '../../src/load/types.js' */

jest.setTimeout(20_000)
removeTemporaryFolders()

/** @type {Load[]} */
const loads = [
  { generator: 'autocannon', mode: 'closed', connections: 3 },
  { generator: 'sockets', mode: 'closed', connections: 3 },
  { generator: 'artillery', mode: 'batch', users: 3, requestsPerUser: 5 },
  { generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.5 }
]
const kinds = /** @type {const} */ (['HTTP/1.1', 'HTTP/2 and HTTP/1.1'])
const uses = kinds.flatMap(kind => loads.map(load => ({ kind, load, generator: load.generator })))
/** @type {Record<(typeof kinds)[number], Server>} */
let servers
let requests = 0
/** @type {Generator | undefined} */
let generator

beforeAll(async () => {
  const [key, cert] = ['key', 'cert'].map(name =>
    readFileSync(path.join(import.meta.dirname, `../fixtures/tls/${name}.pem`))
  )
  servers = {
    'HTTP/1.1': createServer({ key, cert }, count),
    'HTTP/2 and HTTP/1.1': createSecureServer({ key, cert, allowHTTP1: true }, count)
  }
  for (const server of Object.values(servers)) await once(server.listen(0, '127.0.0.1'), 'listening')

  /** @param {unknown} _request @param {{ end: (body: string) => void }} response */
  function count(_request, response) {
    requests++
    response.end('x'.repeat(20_000))
  }
})

afterEach(() => generator?.end())
afterAll(() => Promise.all(Object.values(servers).map(server => new Promise(resolve => server.close(resolve)))))

test.each(uses)('$generator loads a server of $kind whose certificate is its own', async ({ kind, load }) => {
  requests = 0
  const { port } = /** @type {AddressInfo} */ (servers[kind].address())
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
