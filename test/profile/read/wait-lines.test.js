import { expect, test } from '@jest/globals'
import { readWaits } from '../../../src/profile/read/read-waits.js'

/** @import { RecordedRequest, StackPlace } from '../../../src/profile/read/read-waits.js' */

/** @type {(name: string, line: number) => StackPlace} */
const place = (name, line) => ({ name, file: '/app/server.js', line, column: 3 })
/** By index: the handler at two lines, a query that it calls at the second of them, and its third line. */
const stacks = [
  [place('handle', 10)],
  [place('handle', 11)],
  [place('query', 4), place('handle', 11)],
  [place('handle', 12)]
]

/** @param {Pick<RecordedRequest, 'events'> & Partial<RecordedRequest>} request @param {number} [times] how often it was recorded */
function partsOf(request, times = 1) {
  const requests = Array(times).fill({ durationMicros: 100, runs: [], ...request })
  const content = { requests, stacks, windows: [] }
  const { waits } = readWaits(content)
  return (/** @type {string} */ kind, /** @type {number} */ line) =>
    waits.find(each => each.kind === kind && each.line === line)
}

test('a wait lasts until what it waits for is there, and queues until its code goes on', () => {
  const part = partsOf({
    runs: [
      [0, 10],
      [70, 100]
    ],
    events: [
      ['Timeout', 0, 10, 50, 69],
      ['AWAIT', 0, 10, 50, 70]
    ]
  })
  expect(part('waiting', 10)).toMatchObject({
    file: '/app/server.js',
    micros: 40,
    startMicros: 10,
    requests: 1,
    times: 1,
    waitingMicros: 40,
    queueingMicros: 20,
    concurrentMicros: 0,
    p50Micros: 60,
    p99Micros: 60,
    resources: { timer: 40 }
  })
  expect(part('running', 0)).toMatchObject({ micros: 10, startMicros: 0 })
  expect(part('event loop', 10)).toMatchObject({ micros: 20, startMicros: 50 })
  expect(part('running', 10)).toMatchObject({ micros: 30, startMicros: 70 })
})

test('each await of a loop is a wait, and the quantiles are of one', () => {
  const part = partsOf({
    events: [
      ['AWAIT', 0, 0, 10, 10],
      ['AWAIT', 0, 10, 20, 20],
      ['AWAIT', 0, 20, 60, 60]
    ]
  })
  expect(part('waiting', 10)).toMatchObject({ times: 3, micros: 60, waitingMicros: 60, p50Micros: 10, p99Micros: 40 })
})

test('of waits that overlap the one that ends last has the latency, the others are concurrent', () => {
  const part = partsOf({
    events: [
      ['AWAIT', 0, 0, 30, 31],
      ['Timeout', 0, 0, 30, 30],
      ['AWAIT', 3, 0, 80, 90],
      ['FSREQPROMISE', 3, 0, 80, 80]
    ]
  })
  expect(part('waiting', 12)).toMatchObject({ micros: 80, concurrentMicros: 0, resources: { file: 80 } })
  expect(part('waiting', 10)).toMatchObject({ micros: 0, waitingMicros: 30, concurrentMicros: 30 })
  expect(part('concurrent', 10)).toMatchObject({ micros: 30, startMicros: 0, resources: { timer: 30 } })
})

test('several waits of one line at once are one part of the latency, and the rest of them concurrent', () => {
  const part = partsOf({
    events: [
      ['AWAIT', 0, 0, 40, 40],
      ['AWAIT', 0, 0, 50, 50],
      ['AWAIT', 0, 0, 50, 50]
    ]
  })
  expect(part('waiting', 10)).toMatchObject({ times: 3, micros: 50, waitingMicros: 140, concurrentMicros: 90 })
  expect(part('concurrent', 10)).toMatchObject({ micros: 50 })
})

test('a caller waits as long as what it calls, and is not concurrent with it', () => {
  const part = partsOf({
    events: [
      ['AWAIT', 1, 0, 70, 72],
      ['AWAIT', 2, 0, 70, 71],
      ['Timeout', 2, 0, 70, 70]
    ]
  })
  expect(part('waiting', 4)).toMatchObject({ micros: 70, times: 1 })
  expect(part('waiting', 11)).toMatchObject({
    micros: 0,
    times: 1,
    waitingMicros: 70,
    concurrentMicros: 0,
    resources: {}
  })
  expect(part('event loop', 4)).toMatchObject({ micros: 2 })
})

test('a caller is not concurrent with what it calls, nor beside another wait: what it calls is', () => {
  const part = partsOf({
    events: [
      ['AWAIT', 1, 0, 50, 50],
      ['AWAIT', 2, 0, 50, 50],
      ['AWAIT', 3, 0, 80, 80]
    ]
  })
  expect(part('waiting', 12)).toMatchObject({ micros: 80, concurrentMicros: 0 })
  expect(part('waiting', 4)).toMatchObject({ micros: 0, waitingMicros: 50, concurrentMicros: 50 })
  expect(part('waiting', 11)).toMatchObject({ micros: 0, waitingMicros: 50, concurrentMicros: 0 })
  expect(part('concurrent', 11)).toBeUndefined()
})

test('a promise that ends with the wait or later, or while code runs, is not concurrent', () => {
  const part = partsOf({
    runs: [[70, 90]],
    events: [
      ['PROMISE', 0, 0, 95, 96],
      ['Timeout', 3, 0, 70, 70],
      ['AWAIT', 3, 0, 95, 95]
    ]
  })
  expect(part('waiting', 12)).toMatchObject({ micros: 75 })
  expect(part('waiting', 10)).toMatchObject({ micros: 0, waitingMicros: 95, concurrentMicros: 0 })
})

test('what an await has begun and what goes on without it is in the total of its line too', () => {
  const part = partsOf({
    events: [
      ['AWAIT', 0, 0, 20, 20],
      ['BODY', 0, 20, 80, 80]
    ]
  })
  expect(part('waiting', 10)).toMatchObject({ times: 1, micros: 80, waitingMicros: 80, p99Micros: 20 })
})

test('a wait of slow requests comes before what follows it in all requests', () => {
  const after = /** @type {RecordedRequest} */ ({ durationMicros: 60, runs: [], events: [['AWAIT', 3, 5, 60, 60]] })
  const slow = /** @type {RecordedRequest} */ ({
    durationMicros: 200,
    runs: [],
    events: [
      ['AWAIT', 0, 0, 100, 100],
      ['AWAIT', 1, 100, 150, 150],
      ['AWAIT', 3, 150, 200, 200]
    ]
  })
  const { waits } = readWaits({ requests: [after, after, after, slow], stacks, windows: [] })
  expect(waits.flatMap(({ kind, line }) => (kind === 'waiting' ? line : []))).toEqual([10, 11, 12])
})

test('what the awaited function begins is a wait of the line of the await alone', () => {
  const part = partsOf({
    events: [
      ['AWAIT', 1, 0, 70, 70],
      ['TCPWRAP', 2, 0, 70, 70]
    ]
  })
  expect(part('waiting', 11)).toMatchObject({ micros: 70, times: 1, resources: { 'first byte': 70 } })
  expect(part('waiting', 4)).toBeUndefined()
})

test('without an await what overlaps at a line is one wait, also while code runs', () => {
  const part = partsOf({
    runs: [[0, 25]],
    events: [
      ['GETADDRINFOREQWRAP', 0, 0, 20, 20],
      ['TCPCONNECTWRAP', 0, 5, 60, 61],
      ['Timeout', 0, 80, 90, 90]
    ]
  })
  expect(part('waiting', 10)).toMatchObject({ times: 2, micros: 45, waitingMicros: 70, queueingMicros: 1 })
  expect(part('concurrent', 10)).toMatchObject({ micros: 25 })
})

test('parts are of all requests together, and what is beyond the response is not counted', () => {
  const part = partsOf({ events: [['AWAIT', 0, 40, 300, 310]] }, 3)
  expect(part('waiting', 10)).toMatchObject({
    requests: 3,
    times: 3,
    micros: 180,
    startMicros: 120,
    waitingMicros: 180
  })
  expect(part('unattributed', 0)).toMatchObject({ micros: 120 })
})

test('waits without a line of the app have no file, and lines are those of the source', () => {
  const content = {
    requests: [
      {
        durationMicros: 100,
        runs: [],
        events: [
          ['TCPCONNECTWRAP', -1, 0, 30, 30],
          ['AWAIT', 0, 30, 90, 90]
        ]
      }
    ],
    stacks,
    windows: []
  }
  const { waits } = readWaits(content, {
    sourceAt: each => ({ ...each, file: '/app/server.ts', line: each.line + 100 })
  })
  expect(waits.filter(({ times }) => times > 0)).toEqual([
    expect.objectContaining({ file: '', line: 0, micros: 30, resources: { connect: 30 } }),
    expect.objectContaining({ file: '/app/server.ts', line: 110, micros: 60 })
  ])
})
