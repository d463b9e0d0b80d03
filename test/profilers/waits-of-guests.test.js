import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { checkWaits } from '../../src/profile/read/read-waits.js'
import { bookedWaits, latencyOf, startRecorded } from '../helpers/recorded-server.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(60_000)
removeTemporaryFolders()
const guests = path.join(import.meta.dirname, '../fixtures/waits/guests.cjs')
const minified = `const h=require('http'),{setTimeout:s}=require('timers/promises');h.createServer(async(q,r)=>{await s(10);await s(20);r.end('ok')}).listen(process.env.PORT)`
/** In one direction after the other they take 600 ms: some are in windows of 200 ms. */
const TIMES = 12
const OPEN_REQUESTS = 20_000
const BATCH = 1000
/** What docs/profilers.md states is for a whole launch; that of one window is far below. */
const MOST_BYTES = 30e6

/** @type {Awaited<ReturnType<typeof startRecorded>>[]} */
let started = []

afterEach(async () => {
  await Promise.all(started.map(({ end }) => end()))
  started = []
})

/** @param {string} file @param {string[]} [nodeArgs] */
async function start(file, nodeArgs) {
  const TOOLS = path.join(temporaryFolder(), 'node_modules/tools.cjs')
  cpSync(path.join(path.dirname(guests), 'tools.cjs'), TOOLS)
  const server = await startRecorded(file, { nodeArgs, env: { TOOLS } })
  started.push(server)
  return server
}

/** @param {string} file */
function commentsOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  return (/** @type {string} */ _file, /** @type {number} */ line) => lines[line - 1]?.split('// ')[1] ?? `line ${line}`
}

test('beside hooks, contexts and promises of others each wait has its line, and every response the same bytes', async () => {
  const [plain, recorded] = [await start(guests), await start(guests)]
  await recorded.ask('record')
  const paths = ['/context', '/then', '/later', '/deep']
  for (let time = 0; time < TIMES; time++)
    for (const at of paths) {
      const bytes = await recorded.askServer(at)
      expect(bytes).toMatch(`${at} hooked`)
      expect(bytes).toBe(await plain.askServer(at))
    }
  const { profile } = await recorded.ask('take')
  const waits = bookedWaits(profile, commentsOf(guests))
  for (const name of ['context', 'then', 'later']) expect(waits[`${name} timer`]).toBeGreaterThan(5000)
  expect(Object.values(waits).reduce((sum, micros) => sum + micros, 0)).toBe(latencyOf(profile))
  expect(Math.max(...checkWaits(profile).requests.map(({ events }) => events.length))).toBeLessThanOrEqual(1000)
})

test('minified code without a map has the line and the column of each wait', async () => {
  const file = path.join(temporaryFolder(), 'server.cjs')
  writeFileSync(file, minified)
  const server = await start(file)
  await server.ask('record')
  for (let time = 0; time < 2 * TIMES; time++) await server.askServer('/')
  const { profile } = await server.ask('take')
  const { stacks } = checkWaits(profile)
  const columns = new Set(stacks.map(([first]) => first?.column ?? 0))
  expect(stacks.every(([first]) => first?.line === 1)).toBe(true)
  for (const call of ['s(10)', 's(20)']) expect(columns).toContain(minified.indexOf(call) + 1)
})

test('requests that never end are counted, and those beside them are recorded', async () => {
  const server = await start(guests)
  await server.ask('record')
  const open = Array.from({ length: TIMES }, () => server.askServer('/never').catch(() => ''))
  for (let time = 0; time < 2 * TIMES; time++) {
    open.push(server.askServer('/never').catch(() => ''))
    await server.askServer('/context')
  }
  const { profile } = await server.ask('take')
  expect(profile.unfinished).toBeGreaterThan(0)
  expect(profile.requests.length).toBeGreaterThan(0)
  await server.end()
  await Promise.all(open)
})

test('open requests take memory only up to a bound', async () => {
  const sizes = []
  for (const isOn of [false, true]) {
    const server = await start(guests, ['--expose-gc'])
    if (isOn) await server.ask('record')
    const socket = net.connect(server.port, '127.0.0.1')
    for (let sent = 0; sent < OPEN_REQUESTS; sent += BATCH) {
      socket.write('GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(BATCH))
      await server.askServer('/context')
    }
    const { heapBytes } = await server.ask('usage')
    sizes.push(heapBytes)
    if (isOn) {
      const { profile } = await server.ask('take')
      const on = checkWaits(profile).windows.filter(window => window.isOn)
      expect(profile.unfinished + profile.requests.length).toBeLessThanOrEqual(100 * on.length)
    }
    socket.destroy()
  }
  const [plain = 0, recorded = 0] = sizes
  expect(recorded - plain).toBeLessThan(MOST_BYTES)
})
