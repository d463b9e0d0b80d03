import path from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { withCompanions } from '../../../src/measure/launch/companions.js'
import { freePortLike } from '../../../src/system/ports.js'
import { readProcessTable, withDescendants } from '../../../src/system/process-table.js'
import { onLinux } from '../../helpers/on-linux.js'
import { survivorsOf } from '../../helpers/processes.js'

/** @import { CompanionSession } from '../../../src/measure/launch/companions.js' */

jest.setTimeout(30_000)

const upstream = path.resolve('test/fixtures/servers/upstream.js')

/** @type {number} */
let port
/** @type {object[]} */
let events
/** @type {number[]} */
let pids

beforeEach(async () => {
  port = await freePortLike(0)
  events = []
  pids = []
})

afterEach(async () => {
  expect(await survivorsOf(pids, 5000)).toEqual([])
})

/**
 * @param {string[]} command
 * @param {(session: CompanionSession) => Promise<unknown>} use
 * @param {number} [readyLimitMs]
 */
function beside(command, use, readyLimitMs) {
  const companion = { name: 'the upstream', command, env: { PORT: String(port) }, cwd: process.cwd() }
  const { signal } = new AbortController()
  return withCompanions([companion], { signal, notify: event => events.push(event), readyLimitMs }, use)
}

/** Lets the child of the upstream use CPU, and notes both processes. @param {number} micros */
async function burn(micros) {
  const response = await fetch(`http://127.0.0.1:${port}/${micros}`)
  pids = await response.json()
}

test('a companion listens before it is used, and is stopped with its children', async () => {
  await beside(['node', upstream], () => burn(0))
  expect(events).toEqual([{ type: 'companion', name: 'the upstream', isReady: true }])
  expect(pids).toHaveLength(2)
})

onLinux('a companion behind another program listens too', async () => {
  await beside(['sh', '-c', '"$0" "$1"; exit', process.execPath, upstream], () => burn(0))
  expect(events).toEqual([{ type: 'companion', name: 'the upstream', isReady: true }])
})

onLinux('its CPU includes that of its children, and is no CPU of other processes', async () => {
  await beside(['node', upstream], async function read({ readCpu }) {
    const [before] = readCpu()
    await burn(500_000)
    const [after] = readCpu()
    expect(after?.name).toBe('the upstream')
    expect((after?.cpuMicros ?? 0) - (before?.cpuMicros ?? 0)).toBeGreaterThanOrEqual(480_000)
    expect(withDescendants([process.pid], readProcessTable())).toEqual(expect.arrayContaining(pids))
  })
})

test('a companion that ends during the run is an error with its name and what it printed', async () => {
  const lost = beside(['node', upstream], async function endIt({ signal }) {
    await burn(0)
    fetch(`http://127.0.0.1:${port}/exit`).catch(() => {})
    await new Promise(resolve => signal.addEventListener('abort', resolve))
    signal.throwIfAborted()
  })
  await expect(lost).rejects.toMatchObject({
    code: 'ERR_COMPANION_EXITED',
    details: { name: 'the upstream', exit: { code: 5 }, tail: 'listens\nthe disk of the database is full' }
  })
})

test('a companion that cannot be started is an error', async () => {
  await expect(beside(['no-such-program'], async () => {})).rejects.toMatchObject({
    code: 'ERR_COMPANION_EXITED',
    message: 'The companion the upstream could not be started: no such program: no-such-program.'
  })
})

test('a companion is stopped when its use fails', async () => {
  const failing = beside(['node', upstream], async function fail() {
    await burn(0)
    throw new Error('no server')
  })
  await expect(failing).rejects.toThrow('no server')
  expect(pids).toHaveLength(2)
})

test('a companion that does not end in time is killed, with a warning', async () => {
  const deaf = { name: 'deaf', command: ['node', path.resolve('test/fixtures/servers/ignores-sigterm.js')], env: {} }
  const { signal } = new AbortController()
  const bounds = {
    signal,
    notify: (/** @type {object} */ event) => events.push(event),
    readyLimitMs: 5000,
    stopLimitMs: 100
  }
  await withCompanions([{ ...deaf, cwd: process.cwd() }], bounds, async () => {})
  expect(events.at(-1)).toEqual({ type: 'companion-killed', name: 'deaf', limitMs: 100 })
})

test('a companion that never listens is used after a limit', async () => {
  expect(await beside(['node', '-e', 'setInterval(() => {}, 1000)'], async () => 'used', 200)).toBe('used')
  expect(events).toEqual([{ type: 'companion', name: 'the upstream', isReady: false }])
})
