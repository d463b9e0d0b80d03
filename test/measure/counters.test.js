import { once } from 'node:events'
import { get } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'
import { ofSameThreads } from '../../src/measure/launch/serve-requests.js'
import { median } from '../../src/stats/means.js'
import { launchFixture } from '../helpers/launch-fixture.js'
import { onLinux } from '../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */
/** @import { Launch } from '../../src/measure/launch/launch.js' */
/** @import { ThreadKept } from '../../src/measure/types.js' */
/** @import { ServerReading } from '../../src/runs/types.js' */

const SLICES = 5
const REQUESTS = 20

/** @type {AgentServer} */
let agents
/** @type {Launch[]} */
let launches

beforeEach(async () => {
  agents = await openAgentServer()
  launches = []
})

afterEach(async () => {
  await Promise.all(launches.map(launch => launch.kill()))
  agents.close()
})

removeTemporaryFolders()

/** @param {string} server of test/fixtures/servers @param {Record<string, string>} [env] */
async function start(server, env = {}) {
  const command = ['node', `test/fixtures/servers/${server}`]
  const launch = await launchFixture({ command, folder: temporaryFolder(), agents, env })
  launches.push(launch)
  return launch
}

/** @param {Launch} launch @param {number} requests one after the other */
async function play({ origin }, requests) {
  for (let sent = 0; sent < requests; sent++) {
    const [response] = await once(get(origin, { agent: false }), 'response')
    response.resume()
    await once(response, 'close')
  }
}

/** @param {Launch} launch @param {number} requests */
async function readSlice(launch, requests) {
  await launch.startSlice()
  await play(launch, requests)
  return launch.stopSlice()
}

/** @param {ServerReading} reading */
function callsOf({ readCalls, writeCalls, readBytes, writtenBytes }) {
  return { readCalls, writeCalls, readBytes, writtenBytes }
}

onLinux.each(['answers.js', 'burns-in-workers.js', 'cluster-of-two.js'])(
  'a slice without requests has no calls: those of the agent are subtracted (%s)',
  async server => {
    const launch = await start(server)
    await play(launch, 5)
    /** @type {ReturnType<typeof callsOf>[]} */
    const slices = []
    for (let slice = 0; slice < SLICES; slice++) slices.push(callsOf(await readSlice(launch, 0)))
    // V8 may wake the event loop in some slice, when it has compiled something; the agent would be in all of them.
    expect(slices).toContainEqual({ readCalls: 0, writeCalls: 0, readBytes: 0, writtenBytes: 0 })
  }
)

onLinux('write calls and their bytes are counted one by one', async () => {
  const plain = await start('writes.js')
  const writing = await start('writes.js', { WRITES: '3', WRITE_BYTES: '100' })
  const [none, three] = [await middleSlice(plain), await middleSlice(writing)]
  expect(three.writeCalls - none.writeCalls).toBe(3 * REQUESTS)
  expect(three.writtenBytes - none.writtenBytes).toBe(3 * 100 * REQUESTS)
  expect(three.readCalls - none.readCalls).toBe(0)
})

/** @param {Launch} launch @returns the median of each counter: V8 may wake the event loop in some slice */
async function middleSlice(launch) {
  await play(launch, REQUESTS)
  const slices = []
  for (let slice = 0; slice < SLICES; slice++) slices.push(callsOf(await readSlice(launch, REQUESTS)))
  return {
    readCalls: median(slices.map(({ readCalls }) => readCalls ?? Number.NaN)) ?? Number.NaN,
    writeCalls: median(slices.map(({ writeCalls }) => writeCalls ?? Number.NaN)) ?? Number.NaN,
    writtenBytes: median(slices.map(({ writtenBytes }) => writtenBytes ?? Number.NaN)) ?? Number.NaN
  }
}

test('counts the bytes that a request allocates', async () => {
  const launch = await start('allocates.js')
  await play(launch, REQUESTS)
  const { allocatedBytes } = await readSlice(launch, 100)
  // allocates.js: 48,000 bytes, and some for the answer and its connection.
  expect(allocatedBytes).toBeGreaterThan(100 * 48_000)
  expect(allocatedBytes).toBeLessThan(100 * 120_000)
})

describe('what is left after a forced collection', () => {
  test('grows by what a request keeps', async () => {
    const launch = await start('writes.js', { KEPT_BYTES: '100000' })
    const requests = 200
    await play(launch, requests)
    const before = await launch.readKeptBytes()
    await play(launch, requests)
    const perRequest = grown(before, await launch.readKeptBytes()) / requests
    // A server that has served few requests also grows by up to half a megabyte in all.
    expect(perRequest).toBeGreaterThan(99_000)
    expect(perRequest).toBeLessThan(105_000)
  })

  test('does not grow by what a request only allocates', async () => {
    const launch = await start('allocates.js')
    const requests = 200
    await play(launch, requests)
    const before = await launch.readKeptBytes()
    await play(launch, requests)
    // A tenth of what a request allocates: a server that has served few requests also grows by up to half a megabyte in all.
    expect(grown(before, await launch.readKeptBytes()) / requests).toBeLessThan(4_800)
  })

  /** @param {ThreadKept[]} before @param {ThreadKept[]} after */
  function grown(before, after) {
    const { startBytes, endBytes } = ofSameThreads(before, after)
    return endBytes - startBytes
  }
})
