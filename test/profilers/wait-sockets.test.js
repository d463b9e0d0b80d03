import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { partsOf } from '../../src/profilers/wait-sockets.cjs'
import { bookedWaits, startRecorded } from '../helpers/recorded-server.js'

jest.setTimeout(60_000)
const file = path.join(import.meta.dirname, '../fixtures/waits/pooled.mjs')
const AT_ONCE = 4
const TIMES = 12
const PATHS = ['/pool', '/agent', '/fetch']
const lines = readFileSync(file, 'utf8').split('\n')

/** What one has recorded is in its next profile too. @type {Awaited<ReturnType<typeof startRecorded>>} */
let server

beforeEach(async () => {
  server = await startRecorded(file, { servers: 2 })
})

afterEach(() => server.end())

test('of a connection that was open, the place in the pool, the first byte and the body are waits apart', async () => {
  await Promise.all(PATHS.map(server.askServer))
  await server.ask('record')
  for (let time = 0; time < TIMES; time++)
    await Promise.all(Array.from({ length: AT_ONCE }, () => PATHS.map(server.askServer)).flat())
  const { profile } = await server.ask('take')
  const waits = bookedWaits(profile, (_file, line) => lines[line - 1]?.split('// ')[1] ?? 'upstream')
  // Less than planted: on a busy machine code runs in between.
  const requests = profile.requests.length / (2 * PATHS.length * AT_ONCE)
  for (const name of ['pool queue', 'agent queue']) expect(waits[name]).toBeGreaterThan(20_000 * requests)
  for (const name of ['pool first byte', 'body body', 'agent first byte', 'agent body'])
    expect(waits[name]).toBeGreaterThan(1000 * requests)
  // The body comes after the first byte, for which fetch waits.
  expect(waits['text body']).toBeGreaterThan(5000 * AT_ONCE * requests)
  expect(waits['fetch body'] ?? 0).toBeLessThan(waits['text body'] ?? 0)
  // Those that the other server of the process has answered are as many, and none of them is followed.
  expect(waits).not.toHaveProperty(['upstream timer'])
  expect(profile.windows.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.requests, 0)).toBe(
    TIMES * AT_ONCE * PATHS.length
  )
})

const request = {}
const other = {}

/** @param {object | null} by @param {Partial<Parameters<typeof partsOf>[0]>} [changes] written at 20 and 22, read at 50 */
function exchange(by, changes) {
  const times = { firstMicros: 20, lastMicros: 22, readMicros: 50 }
  return { handle: {}, request: by, ...times, isShared: false, ...changes }
}

test.each([
  [
    'its own',
    exchange(request),
    20,
    [
      [null, 20],
      ['SOCKETWRITE', 22],
      ['FIRSTBYTE', 50],
      ['BODY', 90]
    ]
  ],
  [
    'the rest of its own',
    exchange(request),
    undefined,
    [
      [null, 20],
      ['SOCKETWRITE', 22],
      ['FIRSTBYTE', 50],
      ['BODY', 90]
    ]
  ],
  [
    'what a pool sent for it',
    exchange(null),
    undefined,
    [
      ['QUEUE', 20],
      ['SOCKETWRITE', 22],
      ['FIRSTBYTE', 50],
      ['BODY', 90]
    ]
  ],
  ['that of another request', exchange(other), undefined, [['QUEUE', 90]]],
  ['what was sent before it waited', exchange(null, { firstMicros: 5 }), undefined, [['QUEUE', 90]]],
  [
    'its own on a shared connection',
    exchange(request, { isShared: true }),
    20,
    [
      [null, 20],
      ['FIRSTBYTE', 90]
    ]
  ],
  [
    'the last of a handshake',
    exchange(null),
    12,
    [
      [null, 12],
      ['FIRSTBYTE', 90]
    ]
  ]
])('a promise that is settled by %s', (_what, own, sentMicros, parts) => {
  expect(partsOf(own, { request, sentMicros, fromMicros: 10, toMicros: 90 })).toEqual(parts)
})
