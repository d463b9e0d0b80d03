import { expect, test } from '@jest/globals'
import { idleMsOf, stageFigures } from '../../../../src/labs/gateway/analysis/stage-figures.js'
import { startPoolCounts } from '../../../../src/labs/gateway/app/pool-counts.js'
import { gatewayVariant } from '../../../../src/labs/gateway/measure/plan.js'
import { gateway } from '../../../../src/labs/gateway/question.js'
import { microsHistogram } from '../../../../src/stats/micros-histogram.js'

/** @import { GatewayRecord } from '../../../../src/labs/gateway/types.js' */

const POINT_MS = 500
const DURATION_MS = 4000
const LIMIT_MS = 5000
const RATE_PER_SECOND = 400

test('requests that all fail in their first call, after 5 s in the queue, waited 5 s each', () => {
  const [stage] = stageFigures(gateway, gatewayVariant(gateway, 'pool 10'), overloaded())
  expect(stage).toMatchObject({ requestsPerSecond: 0, meanMs: null, p95Ms: null, failedRatio: 1 })
  expect(stage?.waiting).toBeCloseTo((RATE_PER_SECOND * LIMIT_MS) / 1000, 6)
  expect(stage?.poolWaitMs).toBeCloseTo(LIMIT_MS, 6)
  expect(stage?.upstreamMs).toBe(0)
})

test('the network of a variant is a part of what is predicted for it', () => {
  const [usual, far] = ['pool 168', 'network +7 ms'].map(name => gatewayVariant(gateway, name))
  if (!usual || !far) throw new Error('no variant')
  expect([usual, far].map(variant => idleMsOf(gateway.upstream, variant))).toEqual([200, 214])
  expect(idleMsOf(gateway.upstream, { ...far, isTogether: true })).toBeCloseTo(107 + 2.19 / 2, 9)
  const predicted = [usual, far].map(variant => stageFigures(gateway, variant, overloaded())[0]?.predicted)
  expect(predicted.map(figures => figures?.inFlight)).toEqual([80, expect.closeTo(85.6, 9)])
  expect(predicted.map(figures => figures?.running)).toEqual([80, expect.closeTo(85.6, 9)])
})

/**
 * Returns a launch in which no call ever gets a connection: each request waits until its limit, and fails then.
 * @returns {GatewayRecord}
 */
function overloaded() {
  let nowMs = 0
  const counts = startPoolCounts(10, () => nowMs)
  const gapMs = 1000 / RATE_PER_SECOND
  /** @type {ReturnType<typeof counts.begin>[]} */
  const calls = []
  const samples = []
  // The load began long before this stage: as many requests end as begin.
  for (nowMs = -2 * LIMIT_MS; nowMs < DURATION_MS; nowMs += gapMs) {
    if (calls.length === LIMIT_MS / gapMs) calls.shift()?.end({ isFailed: true })
    calls.push(counts.begin())
    if (nowMs < 0 || nowMs % POINT_MS !== 0) continue
    const usage = {
      cpuMicros: 1000,
      cpuMainThreadMicros: 900,
      eventLoopUtilization: 0.3,
      eventLoopDelayP99Micros: 2000
    }
    samples.push({ fromMs: nowMs - POINT_MS, toMs: nowMs, ...usage, rssBytes: 1e8, pool: counts.read() })
  }
  const perPoint = RATE_PER_SECOND * (POINT_MS / 1000)
  const stage = { ratePerSecond: RATE_PER_SECOND, durationMs: DURATION_MS }
  const sent = RATE_PER_SECOND * (DURATION_MS / 1000)
  return {
    variant: 'pool 10',
    repeat: 0,
    stages: [{ name: 'goal', ...stage }],
    played: {
      startedAt: '2026-11-20T09:30:00.000Z',
      stages: [
        {
          ...stage,
          fromMs: 0,
          sent,
          completed: 0,
          non2xx: sent,
          errors: 0,
          latencyMicros: microsHistogram().encode(),
          sumLatencyMs: 0,
          sendDelayP99Micros: 0,
          timings: {},
          addedMicros: null
        }
      ],
      points: Array.from({ length: DURATION_MS / POINT_MS }, (_, index) => ({
        atMs: index * POINT_MS,
        sent: perPoint,
        completed: 0,
        failed: perPoint,
        inFlight: (RATE_PER_SECOND * LIMIT_MS) / 1000
      })),
      errorMessages: {},
      lastResponseMs: LIMIT_MS
    },
    samples,
    upstreamCpuMicros: null
  }
}
