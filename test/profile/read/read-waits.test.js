import { expect, test } from '@jest/globals'
import { bookRequest, readWaits } from '../../../src/profile/read/read-waits.js'

/** @import { Booking, RecordedRequest, StackPlace } from '../../../src/profile/read/read-waits.js' */

/** @type {(name: string, line: number) => StackPlace} */
const place = (name, line) => ({ name, file: '/app/server.js', line, column: 3 })
/** By index: the handler at two lines, and a query that the second of them calls. */
const stacks = [
  [place('handle', 10)],
  [place('handle', 11)],
  [place('query', 4), place('handle', 11)],
  [place('handle', 12)]
]

/** Returns what is booked, by place. @param {Partial<RecordedRequest>} request @param {StackPlace[][]} [own] */
function booked(request, own = stacks) {
  /** @type {Record<string, number>} */
  const sums = {}
  bookRequest({ durationMicros: 100, runs: [], events: [], ...request }, own, (booking, micros) => {
    const name = 'wait' in booking ? `${textOf(booking, own)}, ${booking.resource}` : booking.place
    sums[name] = (sums[name] ?? 0) + micros
  })
  return sums
}

/** @param {Extract<Booking, { wait: unknown }>} booking @param {StackPlace[][]} own */
function textOf({ wait, depth }, own) {
  const first = own[wait.stack]?.[depth]
  return first ? `${first.name}:${first.line}` : 'no line'
}

test('waits one after the other, code that runs, and what is left add up to the latency', () => {
  const sums = booked({
    runs: [
      [0, 5],
      [40, 42]
    ],
    events: [
      ['Timeout', 0, 4, 40, 40],
      ['PROMISE', 0, 4, 40, 41],
      ['FSREQPROMISE', 3, 42, 90, 90]
    ]
  })
  expect(sums).toEqual({ running: 7, 'handle:10, timer': 35, 'handle:12, file': 48, unattributed: 10 })
})

test('a moment with several waits is booked to the one that ends last', () => {
  const events = /** @type {RecordedRequest['events']} */ ([
    ['Timeout', 0, 0, 30, 30],
    ['Timeout', 3, 10, 80, 80],
    ['Timeout', 1, 20, 60, 60]
  ])
  expect(booked({ events })).toEqual({ 'handle:10, timer': 10, 'handle:12, timer': 70, unattributed: 20 })
})

test('of waits that end at the same moment the last await has it, else the one that began first', () => {
  const events = /** @type {RecordedRequest['events']} */ ([
    ['Timeout', 3, 0, 80, 80],
    ['Timeout', 0, 10, 80, 80]
  ])
  expect(booked({ events })).toEqual({ 'handle:12, timer': 80, unattributed: 20 })
  const awaits = /** @type {RecordedRequest['events']} */ (
    events.map(([, ...times], index) => [index === 1 ? 'AWAIT' : 'Timeout', ...times])
  )
  expect(booked({ events: awaits })).toEqual({ 'handle:12, timer': 10, 'handle:10, timer': 70, unattributed: 20 })
})

test('what a function without an await begins is waited for at the line that awaits it', () => {
  const own = [[place('ask', 4), place('handle', 10)], [place('ask', 4), place('handle', 11)], [place('handle', 11)]]
  const events = /** @type {RecordedRequest['events']} */ ([
    ['Timeout', 0, 0, 40, 40],
    ['QueuedRequest', 1, 0, 40, 40],
    ['AWAIT', 2, 0, 80, 80],
    ['TCPWRAP', 1, 40, 80, 80]
  ])
  expect(booked({ events }, own)).toEqual({ 'handle:11, queue': 40, 'handle:11, first byte': 40, unattributed: 20 })
  const elsewhere = /** @type {RecordedRequest['events']} */ ([
    ['Timeout', 0, 0, 40, 40],
    ['AWAIT', 2, 0, 30, 30]
  ])
  expect(booked({ events: elsewhere }, own)).toEqual({ 'ask:4, timer': 40, unattributed: 60 })
})

test('a function without a name that begins something waits at the await of another one without a name', () => {
  const handler = { ...place('', 20), startLine: 18, startColumn: 5 }
  const executor = { ...place('', 21), startLine: 20, startColumn: 21 }
  const events = /** @type {RecordedRequest['events']} */ ([
    ['Timeout', 0, 0, 80, 80],
    ['AWAIT', 1, 0, 80, 80]
  ])
  expect(booked({ events }, [[executor, handler], [handler]])).toEqual({ ':20, timer': 80, unattributed: 20 })
})

test('before a first byte its connection is opened', () => {
  const events = /** @type {RecordedRequest['events']} */ ([
    ['HTTPCLIENTREQUEST', 0, 0, 90, 90],
    ['TCPCONNECTWRAP', 0, 0, 20, 20],
    ['TLSWRAP', 0, 0, 50, 50]
  ])
  expect(booked({ events })).toEqual({
    'handle:10, connect': 20,
    'handle:10, TLS': 30,
    'handle:10, first byte': 40,
    unattributed: 10
  })
})

test('a caller that waits for a function which waits itself has only what that leaves', () => {
  const events = /** @type {RecordedRequest['events']} */ ([
    ['PROMISE', 1, 0, 90, 90],
    ['PROMISE', 2, 0, 70, 70],
    ['Timeout', 2, 0, 70, 70]
  ])
  expect(booked({ events })).toEqual({
    'query:4, timer': 70,
    'handle:11, what settles the promise': 20,
    unattributed: 10
  })
})

test('what began a function without waiting for it by an await has none of its waits, also after the first one', () => {
  const [begins, first, second] = [place('listener', 20), place('answer', 4), place('answer', 5)]
  const events = /** @type {RecordedRequest['events']} */ ([
    ['PROMISE', 0, 0, 90, 90],
    ['AWAIT', 1, 0, 50, 50],
    ['AWAIT', 2, 50, 80, 80]
  ])
  expect(booked({ events }, [[begins], [first, begins], [second]])).toEqual({
    'answer:4, what settles the promise': 50,
    'answer:5, what settles the promise': 30,
    'listener:20, what settles the promise': 10,
    unattributed: 10
  })
})

test('what ends after the response has no part of the latency, except what ends right after it or is alone', () => {
  const guard = /** @type {RecordedRequest['events'][0]} */ (['Timeout', 0, 0, 5000, 5100])
  const waits = /** @type {RecordedRequest['events']} */ ([guard, ['AWAIT', 1, 0, 60, 60], ['AWAIT', 3, 60, 100, 100]])
  const durationMicros = 100
  expect(booked({ events: waits, durationMicros })).toEqual({
    'handle:11, what settles the promise': 60,
    'handle:12, what settles the promise': 40
  })
  expect(booked({ events: [guard] })).toEqual({ 'handle:10, timer': 100 })
  const pipeline = /** @type {RecordedRequest['events']} */ ([
    ['AWAIT', 1, 0, 101, 102],
    ['BODY', 0, 0, 90, 90]
  ])
  expect(booked({ events: pipeline })).toEqual({ 'handle:11, body': 90, 'handle:11, what settles the promise': 10 })
})

test('a promise that is chained to a function which waits takes nothing to the line that awaits both', () => {
  const [awaits, loads, chains, waits] = [place('handle', 10), place('get', 7), place('get', 9), place('load', 3)]
  const events = /** @type {RecordedRequest['events']} */ ([
    ['AWAIT', 0, 0, 80, 80],
    ['AWAIT', 1, 0, 80, 80],
    ['PROMISE', 2, 0, 80, 80]
  ])
  expect(booked({ events }, [[awaits], [waits, loads, awaits], [chains, awaits]])).toEqual({
    'load:3, what settles the promise': 80,
    unattributed: 20
  })
})

test('of a request with more events than are recorded nothing is known after the last one', () => {
  const events = /** @type {RecordedRequest['events']} */ ([
    ['Timeout', 0, 0, 90, 90],
    ['Timeout', 1, 30, 40, 40]
  ])
  expect(booked({ events, isCut: true })).toEqual({ 'handle:10, timer': 30, unattributed: 70 })
})

test('between the end of a wait and its code the event loop is busy with other code', () => {
  const events = /** @type {RecordedRequest['events']} */ ([['Timeout', 0, 0, 60, 85]])
  expect(booked({ events, runs: [[85, 100]] })).toEqual({ 'handle:10, timer': 60, 'event loop': 25, running: 15 })
})

test('between the steps of one call of node its line does not wait, but does for another call', () => {
  const steps = /** @type {RecordedRequest['events']} */ ([
    ['AWAIT', 0, 0, 90, 90],
    ['FSREQPROMISE', 0, 0, 20, 50],
    ['FSREQPROMISE', 0, 50, 90, 90]
  ])
  expect(booked({ events: steps })).toEqual({ 'handle:10, file': 60, 'event loop': 30, unattributed: 10 })
  const events = /** @type {RecordedRequest['events']} */ ([...steps, ['FSREQPROMISE', 0, 0, 40, 40]])
  expect(booked({ events })).toEqual({ 'handle:10, file': 80, 'event loop': 10, unattributed: 10 })
})

test('a caller does not wait while the event loop keeps what it calls from going on', () => {
  const events = /** @type {RecordedRequest['events']} */ ([
    ['AWAIT', 1, 0, 90, 92],
    ['AWAIT', 2, 0, 60, 80]
  ])
  expect(booked({ events, runs: [[80, 100]] })).toEqual({
    'query:4, what settles the promise': 60,
    'event loop': 20,
    running: 20
  })
})

test('what begins in a callback without a line has that of what began the callback, and one without any has none', () => {
  const events = /** @type {RecordedRequest['events']} */ ([['TCPCONNECTWRAP', -1, 0, 30, 30]])
  expect(booked({ events })).toEqual({ 'no line, connect': 30, unattributed: 70 })
})

test('nothing after the response is booked', () => {
  const events = /** @type {RecordedRequest['events']} */ ([['Timeout', 0, 50, 500, 500]])
  expect(booked({ events, runs: [[90, 300]] })).toEqual({ 'handle:10, timer': 40, running: 10, unattributed: 50 })
})

test('a record becomes a tree of the latency, with the line of each wait in its function', () => {
  const request = { durationMicros: 100, runs: [[0, 10]], events: [['Timeout', 2, 5, 80, 80]] }
  const begun = stacks.map(stack => stack.map(each => ({ ...each, startLine: 2, startColumn: 7 })))
  const { profile, sampleCount } = readWaits({ requests: [request, request], stacks: begun, windows: [] })
  expect(sampleCount).toBe(2)
  expect(profile.unit).toBe('latency')
  expect(profile.frames[0]).toMatchObject({ file: '/app/server.js', line: 2, column: 7, kind: 'javascript' })
  const names = profile.frames.map(({ name }) => name)
  const self = Object.fromEntries(names.map((name, frame) => [name, sumOf(profile.nodes, frame)]))
  expect(self).toEqual({ query: 0, handle: 0, running: 20, timer: 140, unattributed: 40 })
  const { calls } = /** @type {NonNullable<typeof profile.lines>} */ (profile.lines)
  const lines = [...calls.node].map((node, at) => [
    names[profile.nodes.frame[node] ?? -1],
    calls.line[at],
    calls.weight[at]
  ])
  expect(lines).toEqual([
    ['query', 11, 140],
    ['timer', 4, 140]
  ])
})

test('two waits of one line, such as of code without line breaks, are calls of two columns', () => {
  const own = [10, 30].map(column => [{ ...place('handle', 1), column }])
  const events = [
    ['Timeout', 0, 0, 20, 20],
    ['Timeout', 1, 20, 100, 100]
  ]
  const request = { durationMicros: 100, runs: [], events }
  const { profile } = readWaits({ requests: [request, request], stacks: own, windows: [] })
  expect(profile.lines?.calls).toMatchObject({ line: [1, 1], column: [10, 30], weight: [40, 160] })
})

test.each([[null], [{}], [{ requests: [1], stacks: [], windows: [] }], [{ requests: [{}], stacks: [], windows: [] }]])(
  'what is no such record is an error: %j',
  content => {
    expect(() => readWaits(content)).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'wrong-value' }) })
    )
  }
)

/** @param {import('../../../src/profile/types.js').CallNodes} nodes @param {number} frame */
function sumOf(nodes, frame) {
  return [...nodes.self].reduce((sum, weight, node) => (nodes.frame[node] === frame ? sum + weight : sum), 0)
}
