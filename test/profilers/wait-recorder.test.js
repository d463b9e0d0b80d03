import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, jest, test } from '@jest/globals'
import { bookRequest, checkWaits } from '../../src/profile/read/read-waits.js'

jest.setTimeout(60_000)
const folder = path.join(import.meta.dirname, '../fixtures/waits')
/** One by one they take 90 ms: half of them are in windows of 200 ms. */
const REQUESTS = 30

const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, 'record.mjs'), String(REQUESTS)], {
  maxBuffer: 1e8
})
const { profile } = JSON.parse(stdout)
const { requests, stacks, windows } = checkWaits(profile)
const source = readFileSync(path.join(folder, 'server.mjs'), 'utf8').split('\n')

test('follows requests in windows, and counts those of the windows without the hook too', () => {
  expect(requests.length).toBeGreaterThan(3)
  expect(windows[0]?.isOn).toBe(false)
  expect(windows.some(({ isOn }) => isOn)).toBe(true)
  expect(windows.reduce((sum, window) => sum + window.requests, 0)).toBe(REQUESTS)
})

test('every wait is at the line of its await or call, and the sum is the latency', () => {
  for (const request of requests) {
    const sums = new Map()
    bookRequest(request, stacks, (booking, micros) => {
      const line = 'wait' in booking ? stacks[booking.wait.stack]?.[0]?.line : undefined
      const name =
        line === undefined || !('wait' in booking) ? 'none' : `${source[line - 1]?.trim()} ${booking.resource}`
      sums.set(name, (sums.get(name) ?? 0) + micros)
    })
    expect([...sums.values()].reduce((sum, micros) => sum + micros, 0)).toBe(request.durationMicros)
    // Half of what is planted: on a busy machine the code that begins a wait can still run for a while.
    expect(sums.get('await sleep(20) timer')).toBeGreaterThan(10_000)
    // 30, 15 beside 5, and 10.
    expect(sums.get('await sleep(ms) timer')).toBeGreaterThan(27_000)
    expect(sums.get('setTimeout(function respond() { timer')).toBeGreaterThan(5000)
    expect(sums.get(`await derive('secret', 'salt', 50_000, 32, 'sha256') thread pool`)).toBeGreaterThan(0)
  }
})

test('an await in the code of the app is one event, whatever is made for it', () => {
  for (const { events } of requests) {
    const lines = events.flatMap(([type, stack]) => (type === 'AWAIT' ? [stacks[stack]?.[0]?.line ?? 0] : []))
    const texts = lines.map(line => source[line - 1]?.trim())
    expect(texts.filter(text => text === 'await sleep(20)')).toHaveLength(1)
    expect(texts.filter(text => text === 'await sleep(ms)')).toHaveLength(4)
    expect(texts.filter(text => text?.startsWith('await Promise.all'))).toHaveLength(1)
  }
})

test('no wait is at the line where a function begins, whose promise the line that calls it waits for', () => {
  const lines = requests.flatMap(({ events }) => events.flatMap(([, stack]) => stacks[stack]?.[0]?.line ?? []))
  const texts = [...new Set(lines)].map(line => source[line - 1]?.trim() ?? '')
  expect(texts).toContain('return query(ms).then(value => value)')
  expect(texts.filter(text => text.startsWith('async function'))).toEqual([])
})
