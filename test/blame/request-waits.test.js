import { describe, expect, test } from '@jest/globals'
import { queueingOf, requestWaits } from '../../src/blame/request-waits.js'

/** @param {string} kind @param {number} line @param {object} figures of all requests */
function part(kind, line, figures) {
  const none = { requests: 10, startMicros: 0, micros: 0, times: 0, waitingMicros: 0, queueingMicros: 0 }
  return {
    kind,
    file: '/app/server.js',
    line,
    ...none,
    concurrentMicros: 0,
    p50Micros: 0,
    p99Micros: 0,
    resources: {},
    ...figures
  }
}

/** @param {string} variant @param {object[][]} threads parts, by thread */
function launch(variant, threads) {
  return { variant, threads: threads.map(waits => ({ tree: { sampleCount: 10, waits } })) }
}

/** @param {object[]} launches */
function evidence(launches) {
  return /** @type {any} */ (new Map([['waits', { launches }]]))
}

test('an average request has its parts in order, and they add up to the latency', () => {
  const waits = [
    part('running', 0, { startMicros: 0, micros: 100 }),
    part('waiting', 7, {
      startMicros: 100,
      micros: 200,
      times: 20,
      waitingMicros: 250,
      p50Micros: 12,
      p99Micros: 20,
      resources: { timer: 200 }
    }),
    part('concurrent', 9, { startMicros: 150, micros: 40 }),
    part('running', 7, { startMicros: 300, micros: 50 }),
    part('waiting', 9, { requests: 1, startMicros: 35, micros: 60, times: 1, resources: { file: 60 } })
  ]
  const [own] = requestWaits(evidence([launch('a', [waits])]), ['a', 'b'])
  expect(own).toMatchObject({ variant: 'a', launches: 1, requests: 10, latencyMicros: 41 })
  expect(own?.parts.map(({ kind, line, startMicros, micros }) => [kind, line, startMicros, micros])).toEqual([
    ['running', 0, 0, 10],
    ['waiting', 7, 10, 20],
    ['concurrent', 9, 15, 4],
    ['running', 7, 30, 5],
    ['waiting', 9, 35, 6]
  ])
  expect(own?.parts[1]).toMatchObject({ times: 2, waitingMicros: 25, p50Micros: 12, p99Micros: 20 })
})

test('a concurrent part after the last one ends with the request', () => {
  const waits = [
    part('waiting', 7, { startMicros: 0, micros: 500, times: 10, waitingMicros: 500 }),
    part('concurrent', 9, { startMicros: 450, micros: 200 })
  ]
  const [found] = requestWaits(evidence([launch('a', [waits])]), ['a'])
  expect(found?.latencyMicros).toBe(50)
  expect(found?.parts.map(({ startMicros, micros }) => [startMicros, micros])).toEqual([
    [0, 50],
    [30, 20]
  ])
})

test('parts have the order that they have in the launches, whenever they begin, and what is concurrent begins beside its wait', () => {
  const short = [part('waiting', 7, { startMicros: 100, micros: 100 }), part('waiting', 9, { startMicros: 200 })]
  const long = [
    part('waiting', 7, { startMicros: 100, micros: 100 }),
    part('waiting', 8, { requests: 1, startMicros: 900, micros: 90 }),
    part('concurrent', 6, { requests: 1, startMicros: 930, micros: 10 }),
    part('waiting', 9, { startMicros: 300, micros: 50 })
  ]
  const [own] = requestWaits(evidence([launch('a', [short, long])]), ['a'])
  expect(own?.parts.map(({ line, startMicros }) => [line, startMicros])).toEqual([
    [7, 0],
    [8, 10],
    [6, 14.5],
    [9, 14.5]
  ])
})

test('launches and threads are one request, quantiles by the number of waits', () => {
  const one = part('waiting', 7, {
    startMicros: 100,
    micros: 100,
    times: 10,
    p50Micros: 10,
    p99Micros: 30,
    resources: { timer: 100 }
  })
  const other = part('waiting', 7, {
    startMicros: 300,
    micros: 300,
    times: 30,
    p50Micros: 14,
    p99Micros: 30,
    resources: { connect: 300 }
  })
  const [own] = requestWaits(evidence([launch('a', [[one], [one]]), launch('a', [[other]])]), ['a'])
  expect(own).toMatchObject({ launches: 2, requests: 30 })
  expect(own?.parts).toEqual([
    expect.objectContaining({ times: 50 / 30, p50Micros: 12.4, p99Micros: 30, resources: { timer: 200, connect: 300 } })
  ])
  expect(own?.latencyMicros).toBeCloseTo(500 / 30)
})

test('there are none without launches that follow requests, and of runs that were recorded without', () => {
  expect(requestWaits(/** @type {any} */ (new Map()), ['a'])).toEqual([])
  const old = { variant: 'a', threads: [{ tree: { sampleCount: 10 } }] }
  expect(requestWaits(evidence([old]), ['a'])).toEqual([])
})

describe('where requests queue longer for the event loop', () => {
  const total = { difference: 30_000 }
  const owner = { name: 'event loop', file: '' }
  const rows = [
    { owner: { name: 'answer', file: '/app/server.js' }, cost: total },
    { owner, cost: total }
  ]

  /** @param {number[][]} launches queueing at lines 7 and 9 in each, per request; an `await` of line 9 waits for many at once */
  function measured(launches, pValue = 0.01) {
    const figures = launches.map(([first = 0, second = 0]) => [
      part('event loop', 7, { micros: first * 10 }),
      part('event loop', 9, { micros: second * 10 }),
      part('waiting', 9, { micros: 50, times: 100, queueingMicros: 9e6 * first })
    ])
    return {
      launches: figures.map((parts, index) => launch(index % 2 === 0 ? 'a' : 'b', [parts])),
      compare(/** @type {number[]} */ [before = 0, after = 0]) {
        return { difference: after - before, low: after - before - 100, high: after - before + 100, pValue }
      }
    }
  }

  /** @param {object} blame @param {object} launches */
  function queueing(blame, launches) {
    return queueingOf(/** @type {any} */ (blame), /** @type {any} */ (launches))
  }

  test('the line at which requests queue most longer is named, with an interval over launches', () => {
    const grown = measured([
      [200, 900],
      [30_200, 1900]
    ])
    const { queueing: found } = queueing({ rows, total }, grown)
    expect(found).toMatchObject({ row: 1, at: { file: '/app/server.js', line: 7 } })
    expect(found?.at?.cost).toMatchObject({ difference: 30_000, low: 29_900 })
  })

  test('of two lines the p of the one that is named is at most a half of 5%', () => {
    const grown = [
      [200, 0],
      [30_200, 0]
    ]
    expect(queueing({ rows, total }, measured(grown, 0.026))).toEqual({ queueing: { row: 1, at: null } })
    expect(queueing({ rows, total }, measured(grown, 0.024)).queueing?.at?.line).toBe(7)
  })

  test.each([
    ['the event loop has no row', rows.slice(0, 1)],
    ['it is less than a millisecond', [{ owner, cost: { difference: 999 } }]],
    ['it is less than a twentieth of the change', [{ owner, cost: { difference: 1400 } }]],
    ['requests queue less', [{ owner, cost: { difference: -30_000 } }]]
  ])('there is none where %s', (_, own) => {
    expect(queueing({ rows: own, total }, measured([[200], [30_200]]))).toEqual({})
  })
})
