import { afterEach, expect, test } from '@jest/globals'
import { playUsersHere } from '../../../../src/labs/skeleton/stages/play-users.js'
import { phasesOf, schedule } from '../../../../src/labs/skeleton/stages/schedule.js'
import { sum } from '../../../../src/stats/means.js'
import { listen } from '../../../app/raw-http.js'

/** @import { RequestListener, Server } from 'node:http' */

/** @type {Server | undefined} */
let server
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

const RAMP = { ratePerSecond: 30, durationMs: 2000, ramp: /** @type {[number, number]} */ ([20, 40]) }

test('stages are phases of artillery, with the limit in each', () => {
  const shared = { worker: 1, totalWorkers: 1 }
  expect(phasesOf([{ ratePerSecond: 400, durationMs: 1500 }, RAMP], { most: 82 })).toEqual([
    { ...shared, index: 0, duration: '1500ms', arrivalRate: 400, maxVusers: 82 },
    { ...shared, index: 1, duration: '2000ms', arrivalRate: 20, rampTo: 40, maxVusers: 82 }
  ])
  expect(phasesOf([RAMP], { most: null })[0]).not.toHaveProperty('maxVusers')
})

test.each([1000, 2500])('a ramp of %d ms is refused: artillery plays it at wrong rates', durationMs => {
  expect(() => phasesOf([{ ...RAMP, durationMs }], { most: null })).toThrow(TypeError)
})

test('as many users arrive as requests are due, each with one request on a connection of its own', async () => {
  let requests = 0
  const url = await serve((_request, response) => {
    response.statusCode = ++requests % 10 === 0 ? 502 : 200
    response.setHeader('Server-Timing', 'pool;dur=1.5, upstream;dur=18').end('{}')
  })
  let connections = 0
  server?.on('connection', () => connections++)
  const stages = [RAMP, { ratePerSecond: 100, durationMs: 300 }]
  const { stages: played, points, errorMessages } = await playUsersHere(orderOf(url, stages))

  const due = schedule(stages).stageOf
  expect(played.map(({ sent }) => sent)).toEqual([0, 1].map(index => due.filter(stage => stage === index).length))
  expect(played.map(({ fromMs, notSent, errors }) => [fromMs, notSent, errors])).toEqual([
    [0, 0, 0],
    [2000, 0, 0]
  ])
  expect([sum(played.map(({ completed }) => completed)), sum(played.map(({ non2xx }) => non2xx))]).toEqual([81, 9])
  expect(sum(played.map(({ timings }) => timings.pool?.sumMs ?? 0))).toBeCloseTo(81 * 1.5, 6)
  expect({ requests, connections, errorMessages }).toEqual({ requests: 90, connections: 90, errorMessages: {} })
  expect(sum(points.map(point => point.completed + point.failed))).toBe(90)
})

test('users that arrive late are counted as late', async () => {
  let requests = 0
  const url = await serve((_request, response) => {
    // The server of this test shares the thread of the generator.
    if (++requests === 1) blockFor(150)
    response.end('{}')
  })
  const [played] = (await playUsersHere(orderOf(url, [{ ratePerSecond: 100, durationMs: 200 }]))).stages
  expect(played).toMatchObject({ sent: 20, completed: 20 })
  expect(played?.sendDelayP99Micros).toBeGreaterThan(100_000)
})

test('a user over the limit is not sent; those without a response fail at the end', async () => {
  const url = await serve(() => {})
  const stages = [{ ratePerSecond: 100, durationMs: 200 }]
  const { stages: played, errorMessages } = await playUsersHere({
    ...orderOf(url, stages),
    users: { most: 3 },
    answerLimitMs: 50
  })
  expect(played).toMatchObject([{ sent: 3, notSent: 17, completed: 0, errors: 3 }])
  expect(errorMessages).toEqual({ 'no response within 50 ms after the last user arrived': 3 })
})

/** @param {number} ms */
function blockFor(ms) {
  const startMs = performance.now()
  while (performance.now() - startMs < ms);
}

/** @param {RequestListener} handler @returns {Promise<string>} address */
async function serve(handler) {
  const listening = await listen(handler)
  server = listening.server
  return `http://127.0.0.1:${listening.port}/aggregate`
}

/** @param {string} url @param {{ ratePerSecond: number, durationMs: number }[]} stages */
function orderOf(url, stages) {
  const connections = { first: 1, most: 1 }
  return { url, stages, connections, answerLimitMs: 5000, pointMs: 100, timings: ['pool', 'upstream'] }
}
