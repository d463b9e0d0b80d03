import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from '@jest/globals'
import { playStagesHere } from '../../../../src/labs/skeleton/stages/play-stages.js'
import { schedule } from '../../../../src/labs/skeleton/stages/schedule.js'
import { startSeries, startStagesTally } from '../../../../src/labs/skeleton/stages/stages-tally.js'
import { timingsOf } from '../../../../src/load/exchange.js'
import { startSendClock } from '../../../../src/load/send-clock.js'
import { sum } from '../../../../src/stats/means.js'
import { mergeHistograms } from '../../../../src/stats/micros-histogram.js'
import { listen } from '../../../app/raw-http.js'

/** @type {() => unknown} */
let end = () => {}
afterEach(async () => void (await end()))

test('stages follow each other directly, each at its rate', () => {
  const { timesMs, stageOf } = schedule([
    { ratePerSecond: 10, durationMs: 300 },
    { ratePerSecond: 100, durationMs: 30 }
  ])
  expect([...timesMs]).toEqual([0, 100, 200, 300, 310, 320])
  expect([...stageOf]).toEqual([0, 0, 0, 1, 1, 1])
})

test('a ramp lies between the stages beside it', () => {
  const { timesMs, stageOf } = schedule([
    { ratePerSecond: 10, durationMs: 200 },
    { ratePerSecond: 15, durationMs: 400, ramp: [10, 20] },
    { ratePerSecond: 20, durationMs: 100 }
  ])
  expect([...stageOf]).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 2, 2])
  expect([...timesMs].map(Math.round)).toEqual([0, 100, 200, 290, 366, 432, 493, 548, 600, 650])
})

test('a request counts in the stage in which it was due, a response at the moment when it arrives', () => {
  const stages = [
    { ratePerSecond: 1, durationMs: 100 },
    { ratePerSecond: 1, durationMs: 100 }
  ]
  const tally = startStagesTally({ stages, pointMs: 100, timings: ['pool'] }, 1000)
  const ended = { contentEncoding: 'identity', writtenMs: 0, error: null }
  tally.sent(0, 1050, 1051)
  tally.ended(0, 1050, { ...ended, statusCode: 200, endedMs: 1150, timings: { pool: 3, other: 9 } })
  tally.sent(1, 1110, 1110)
  tally.ended(1, 1110, { ...ended, statusCode: 502, endedMs: 1130, timings: {} })
  tally.sent(1, 1120, 1120)
  tally.ended(1, 1120, { ...ended, statusCode: 200, endedMs: 1260, timings: { pool: 5 } })
  tally.sent(1, 1130, 1130)
  const error = new Error('reset')
  tally.ended(1, 1130, { ...ended, statusCode: 0, endedMs: 1140, timings: {}, error })

  const { stages: played, points, errorMessages, lastResponseMs } = tally.finish()
  expect(played).toMatchObject([
    {
      fromMs: 0,
      sent: 1,
      completed: 1,
      non2xx: 0,
      errors: 0,
      sumLatencyMs: 100,
      timings: { pool: { sumMs: 3, count: 1 } }
    },
    { fromMs: 100, sent: 3, completed: 1, non2xx: 1, errors: 1, sumLatencyMs: 140 }
  ])
  expect(mergeHistograms([played[0]?.latencyMicros ?? '']).getValueAtPercentile(50)).toBeCloseTo(100_000, -3)
  expect(points.map(({ sent, completed, failed }) => [sent, completed, failed])).toEqual([
    [1, 0, 0],
    [3, 1, 2],
    [0, 1, 0]
  ])
  expect(errorMessages).toEqual({ reset: 1 })
  expect(lastResponseMs).toBe(60)
})

test('a request without a response is not over before it ends', () => {
  const tally = startStagesTally({ stages: [{ ratePerSecond: 1, durationMs: 100 }], pointMs: 100, timings: [] }, 1000)
  tally.sent(0, 1050, 1050)
  const error = new Error('no response')
  tally.ended(0, 1050, { contentEncoding: '', writtenMs: 0, statusCode: 0, endedMs: 9100, timings: {}, error })
  expect(tally.finish().lastResponseMs).toBe(8000)
})

test('requests in flight are weighted by time, also over points without an event', () => {
  const series = startSeries(100)
  series.begin(50)
  series.begin(150)
  series.end(420, true)
  series.end(450, true)
  expect(series.finish().map(({ inFlight }) => inFlight)).toEqual([
    0.5,
    1.5,
    2,
    2,
    expect.closeTo((2 * 20 + 1 * 30) / 100, 9)
  ])
})

test("Little's law holds of what was played: the number in flight is the rate times the latency", async () => {
  const { server, port } = await listen(async (_request, response) => {
    await pause(20)
    response.setHeader('Server-Timing', 'pool;dur=1.5, upstream;dur=18').end('{}')
  })
  const clock = await startSendClock()
  end = () => clock.end().then(() => server.close())
  const played = await playStagesHere(
    {
      url: `http://127.0.0.1:${port}/`,
      stages: [
        { ratePerSecond: 100, durationMs: 300 },
        { ratePerSecond: 200, durationMs: 200 }
      ],
      connections: { first: 4, most: 50 },
      answerLimitMs: 5000,
      pointMs: 100,
      timings: ['pool', 'upstream']
    },
    { clock }
  )
  expect(played.stages).toMatchObject([
    { sent: 30, completed: 30, errors: 0, timings: { pool: { sumMs: 45, count: 30 }, upstream: { sumMs: 540 } } },
    { sent: 40, completed: 40, fromMs: 300 }
  ])
  const areaMs = sum(played.points.map(({ inFlight }) => inFlight * 100))
  const latencyMs = sum(played.stages.map(({ sumLatencyMs }) => sumLatencyMs))
  // A request counts from when it is sent, its latency from when it was due.
  expect(areaMs).toBeLessThanOrEqual(latencyMs + 1e-6)
  // Each takes at least 20 ms; a timer may be early by a part of a millisecond.
  expect(areaMs).toBeGreaterThan(70 * 19)
  expect(sum(played.points.map(({ completed }) => completed))).toBe(70)
})

describe('Server-Timing', () => {
  test.each([
    [['Server-Timing', 'pool;dur=1.5, upstream;dur=201, cache'], { pool: 1.5, upstream: 201 }],
    [['server-timing', 'other;dur=1'], {}],
    [['server-timing', `pool;dur=1.2.3, pool;dur=., upstream;dur=${'9'.repeat(400)}`], {}],
    [['Content-Type', 'server-timing'], {}]
  ])('%j', (headers, timings) => {
    expect(timingsOf(headers, ['pool', 'upstream'])).toEqual(timings)
  })
})
