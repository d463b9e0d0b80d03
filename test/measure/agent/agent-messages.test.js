import { createRequire } from 'node:module'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isAnswerTo, isLoopback, readMessage } from '../../../src/measure/agent/agent-messages.js'

const runs = { seed: 16, numRuns: 1000 }
const greeting = { token: 'a', pid: 7, threadId: 0, nodeVersion: 'v20.20.2', inspectorUrl: null }
const listening = { type: 'listening', address: '::', port: 3000, wantedPort: 80, isTls: true, nodePath: '/bin/node' }

test('what an agent sends is read', () => {
  expect(readMessage(JSON.stringify({ ...greeting, type: 'loaded' }))).toEqual({
    ...greeting,
    type: 'loaded',
    open: null,
    socketPath: null
  })
  const { type, ...open } = listening
  expect(readMessage(JSON.stringify({ ...greeting, ...listening }))).toEqual({
    ...greeting,
    type,
    open,
    socketPath: null
  })
  expect(readMessage('{"id":3,"answer":[]}')).toEqual({ id: 3, answer: [] })
})

test('any text is a message with values of the right kind, or none', () => {
  const keys = [...Object.keys({ ...greeting, ...listening }), 'id', 'answer']
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values({ ...greeting, ...listening })))
  const message = fc.dictionary(fc.constantFrom(...keys), value).map(part => JSON.stringify({ ...greeting, ...part }))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), message), function check(line) {
      const read = readMessage(line)
      if (read === null) return
      if (!('type' in read)) return expect(Number.isSafeInteger(read.id)).toBe(true)
      expect(read.pid).toBeGreaterThan(0)
      expect(read.nodeVersion).toMatch(/^v\d+\.\d+\.\d+/)
      expect(read.type === 'listening').toBe(read.open !== null)
      if (read.open) expect(read.open.port).toBeLessThan(65_536)
    }),
    runs
  )
})

test('what an agent answers has every figure of the question, and null only where the platform may not have it', async () => {
  const { startCounters } = createRequire(import.meta.url)('../../../src/measure/agent/agent-counters.cjs')
  const counters = startCounters()
  await new Promise(resolve => setImmediate(resolve))
  const stop = JSON.parse(JSON.stringify(counters.stop()))
  expect(isAnswerTo('stop', stop)).toBe(true)
  const unknown = Object.keys(stop).filter(name => isAnswerTo('stop', { ...stop, [name]: null }))
  expect(unknown.sort()).toEqual([
    'allocatedBytes',
    'cpuHelpersMicros',
    'cpuMainThreadMicros',
    'cpuPoolMicros',
    'loopTurns',
    'readBytes',
    'readCalls',
    'stolenMicros',
    'writeCalls',
    'writtenBytes'
  ])
  for (const name of Object.keys(stop)) {
    const { [name]: _, ...others } = stop
    expect(isAnswerTo('stop', others)).toBe(false)
    expect(isAnswerTo('stop', { ...stop, [name]: '1' })).toBe(false)
    expect(isAnswerTo('stop', { ...stop, [name]: Number.POSITIVE_INFINITY })).toBe(false)
  }
  expect(isAnswerTo('start', counters.clocks)).toBe(true)
  expect(isAnswerTo('start', { uptimeMs: 1 })).toBe(false)
  expect(isAnswerTo('heap', { heapUsedBytes: 1, externalBytes: 1 })).toBe(true)
  expect(isAnswerTo('heap', { heapUsedBytes: 1, externalBytes: null })).toBe(false)
})

test('an answer of any other form is none', () => {
  expect(isAnswerTo('heap', null)).toBe(true)
  expect(isAnswerTo('closeInspector', {})).toBe(true)
  expect(isAnswerTo('maps', [['/srv/a.ts', 'data:x']])).toBe(true)
  fc.assert(
    fc.property(fc.jsonValue(), function check(answer) {
      expect(isAnswerTo('stop', answer)).toBe(false)
      expect(isAnswerTo('start', answer)).toBe(false)
      if (answer !== null) expect(isAnswerTo('heap', answer)).toBe(false)
    }),
    runs
  )
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['0.0.0.0', true],
  ['::', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['192.168.1.5', false],
  ['10.127.0.0', false],
  ['fe80::1', false],
  ['127.0.0.1.example.org', false],
  ['localhost', false]
])('%s is this machine alone: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})
