import { expect, test } from '@jest/globals'
import { limitOf } from '../../../../src/labs/gateway/analysis/cells.js'
import { meanWaitMs } from '../../../../src/labs/gateway/analysis/queueing.js'
import { makeStage } from '../../../verdict/gateway/make-stage.js'

const IDLE_MS = 200

test('nothing limits responses that take as long as the upstream', () => {
  expect(limitOf(makeStage({}), IDLE_MS, true)).toMatchObject({ code: 'none', ownMs: expect.closeTo(2.8, 9) })
})

test('a known queue: 98 requests/s at a pool of 20 with 200 ms each wait by Erlang C, and the limit is the pool', () => {
  const poolWaitMs = meanWaitMs({ ratePerSecond: 98, serviceMs: 200, servers: 20 })
  expect(poolWaitMs).toBeGreaterThan(300)
  const stage = makeStage({ poolWaitMs, upstreamMs: 200, meanMs: poolWaitMs + 203 })
  expect(limitOf(stage, IDLE_MS, true)).toMatchObject({ code: 'pool', poolMs: poolWaitMs, ownMs: expect.closeTo(3, 9) })
})

test('an upstream that got slower', () => {
  const stage = makeStage({ upstreamMs: 500, meanMs: 505, poolWaitMs: 2 })
  expect(limitOf(stage, IDLE_MS, true)).toMatchObject({ code: 'upstream', upstreamMs: 300 })
})

test('a core that is used up makes calls look slow and connections scarce: the limit is the CPU', () => {
  const stage = makeStage({ meanMs: 1500, upstreamMs: 900, poolWaitMs: 400, mainThreadCores: 0.97 })
  expect(limitOf(stage, IDLE_MS, true).code).toBe('cpu')
})

test('an event loop that is blocked without using CPU', () => {
  const stage = makeStage({ meanMs: 1500, upstreamMs: 900, mainThreadCores: 0.2, eventLoopUtilization: 0.99 })
  expect(limitOf(stage, IDLE_MS, true).code).toBe('event-loop')
})

test('time that neither calls nor an active event loop explain has no limit that is known', () => {
  const stage = { meanMs: 1500, upstreamMs: 205, poolWaitMs: 5 }
  expect(limitOf(makeStage({ ...stage, eventLoopUtilization: 0.1 }), IDLE_MS, true)).toMatchObject({
    code: 'unknown',
    ownMs: 1290
  })
  expect(limitOf(makeStage({ ...stage, eventLoopUtilization: 0.7 }), IDLE_MS, true).code).toBe('event-loop')
})

test('nearly all of the time is a wait for a connection: the limit is the pool, also when the machine is busy', () => {
  const stage = makeStage({
    meanMs: 4300,
    poolWaitMs: 4000,
    upstreamMs: 220,
    mainThreadCores: 0.3,
    eventLoopUtilization: 0.95
  })
  expect(limitOf(stage, IDLE_MS, true).code).toBe('pool')
})

test('failures without a slow response are a limit too', () => {
  const stage = makeStage({ failedRatio: 0.2, poolWaitMs: 4000, upstreamMs: 180, meanMs: null })
  expect(limitOf(stage, IDLE_MS, true).code).toBe('pool')
})

test('without the counts of the pool the limit is unknown', () => {
  expect(limitOf(makeStage({ poolWaitMs: null }), IDLE_MS, true).code).toBe('unknown')
})

test('a wait in a pool that was never full is not a wait for one of its connections', () => {
  const stage = makeStage({ poolWaitMs: 300, upstreamMs: 200, meanMs: 503, eventLoopUtilization: 0.1 })
  expect(limitOf(stage, IDLE_MS, false).code).toBe('unknown')
})
