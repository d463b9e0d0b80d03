/** @import { WaitPart } from '../../src/profile/types.js' */

/** Returns a part of a request that takes milliseconds. @type {(kind: WaitPart['kind'], line: number, startMs: number, ms: number, changes?: Partial<WaitPart>) => WaitPart} */
export function makePart(kind, line, startMs, ms, changes) {
  return {
    kind,
    file: line === 0 ? '' : '/app/server.js',
    line,
    requests: 10,
    startMicros: startMs * 1000,
    micros: ms * 1000,
    resources: {},
    times: 0,
    waitingMicros: 0,
    queueingMicros: 0,
    concurrentMicros: 0,
    p50Micros: 0,
    p99Micros: 0,
    ...changes
  }
}

/** Returns the waits of two variants: 20 ms in two waits beside one of 9 ms, and 10 ms. */
export function makeWaits() {
  const timer = {
    resources: { timer: 20_000 },
    times: 2,
    waitingMicros: 20_000,
    queueingMicros: 2000,
    p50Micros: 11_000
  }
  return {
    folder: '/app',
    sources: [{ file: '/app/server.js', line: 7, text: { firstLine: 7, lines: ['  await sleep(10)'] }, omitted: null }],
    waits: [
      {
        variant: 'old',
        launches: 2,
        requests: 10,
        latencyMicros: 23_000,
        parts: [
          makePart('running', 0, 0, 1),
          makePart('waiting', 7, 1, 20, { ...timer, p99Micros: 12_000 }),
          makePart('concurrent', 9, 1, 9, { resources: { file: 9000 } }),
          makePart('event loop', 7, 21, 2),
          makePart('unattributed', 7, 23, 0.004),
          makePart('waiting', 9, 0, 0, { times: 1, waitingMicros: 9000, concurrentMicros: 9000, p50Micros: 9000 })
        ]
      },
      {
        variant: 'new',
        launches: 2,
        requests: 10,
        latencyMicros: 10_000,
        parts: [makePart('waiting', 7, 0, 10, { resources: { timer: 10_000 }, times: 1, waitingMicros: 10_000 })]
      }
    ]
  }
}

/** Returns a blame of latency with a line that waits 8 ms longer. @param {object} [total] */
export function makeLatencyBlame(total = {}) {
  const cost = { baseline: 4000, candidate: 12_000, difference: 8000, low: 7900, high: 8100, pValue: 0.001, share: 0.9 }
  const row = {
    group: 'app',
    owner: { name: 'priceOf', file: '/app/server.js', line: 14 },
    path: [{ name: 'timer', file: 'node:wait', line: null }],
    isSpread: false,
    joined: null,
    caller: null,
    poolUser: null,
    packageName: null,
    threads: null,
    evidence: 'one-profiler',
    line: 15,
    cost
  }
  const own = { rows: [0], cost, line: 15, lines: [{ line: 15, cost, evidence: 'one-profiler' }], calledAt: [] }
  return /** @type {any} */ ({
    unit: 'latency',
    candidate: 'on',
    baseline: 'off',
    profiler: 'waits',
    secondProfiler: null,
    countedCalls: [],
    groups: [],
    unprofiledTotal: null,
    sampledPerCpu: null,
    samplingBias: 0,
    fewestSamples: 900,
    hasAppFrames: true,
    unattributed: { ...cost, difference: 500 },
    rounds: 2,
    rows: [row],
    headline: [0],
    headlinePlaces: { sampled: [own], all: [own] },
    headlineSums: { sampled: cost, all: cost },
    otherRows: { sampled: null, all: null },
    displaced: null,
    total: {
      baseline: 4500,
      candidate: 13_000,
      difference: 8500,
      low: 8300,
      high: 8700,
      pValue: 0.001,
      share: 1,
      ...total
    }
  })
}
