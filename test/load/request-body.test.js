import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import { startGenerator } from '../../src/load/generator.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { Server } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Generator } from '../../src/load/generator.js' */
/** @import { GeneratorName, Load } from '../../src/load/types.js' */

jest.setTimeout(20_000)
removeTemporaryFolders()

const BODY = '{"name":"Zoë","price":1}'
/** @type {Record<Exclude<GeneratorName, 'existing'>, Load>} */
const loads = {
  autocannon: { generator: 'autocannon', mode: 'closed', connections: 3 },
  sockets: { generator: 'sockets', mode: 'closed', connections: 3 },
  artillery: { generator: 'artillery', mode: 'batch', users: 3, requestsPerUser: 5 },
  paced: { generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.5 }
}
/** @type {Server} */
let server
/** @type {Set<string>} */
let received
/** @type {Generator | undefined} */
let generator

beforeAll(async () => {
  server = createServer(async function note(request, response) {
    const chunks = await request.toArray()
    const { method, url, headers } = request
    const host = headers.host?.replace(/:\d+$/, '')
    received.add(`${method} ${host} ${url} ${headers['content-type']} ${Buffer.concat(chunks)}`)
    response.writeHead(201).end()
  }).listen(0, '::')
  await once(server, 'listening')
})

afterEach(() => generator?.end())
afterAll(() => new Promise(resolve => server.close(resolve)))

test.each(Object.values(loads))('$generator sends the method and the body, over IPv4 and IPv6', async load => {
  const { port } = /** @type {AddressInfo} */ (server.address())
  generator = await startGenerator(load.generator, { logPath: `${temporaryFolder()}/generator.log` })
  for (const host of ['127.0.0.1', '[::1]']) {
    received = new Set()
    const result = await generator.play({
      ...load,
      url: `http://${host}:${port}/items?a=1`,
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: BODY,
      durationMs: 200,
      pace: { ratePerSecond: 50, seed: 1 }
    })
    expect(result).toMatchObject({ non2xx: 0, errors: 0 })
    expect(result.completed).toBeGreaterThan(0)
    expect([...received]).toEqual([`PUT ${host} /items?a=1 application/json ${BODY}`])
  }
})
