import { startPoolCounts } from '../../src/labs/gateway/app/pool-counts.js'
import { LATER_REQUESTS, plannedGateways } from '../../src/labs/gateway/measure/plan.js'
import { gateway } from '../../src/labs/gateway/question.js'
import { planLab } from '../../src/labs/skeleton/plan.js'
import { schedule } from '../../src/labs/skeleton/stages/schedule.js'
import { startStagesTally } from '../../src/labs/skeleton/stages/stages-tally.js'
import { makeManifest } from './make-run.js'

/** @import { GatewayManifest, GatewayPart, GatewayRecord, GatewaySample, GatewayStage, SavedGatewayLab, UpstreamCheck } from '../../src/labs/gateway/types.js' */

const CALL_MS = 100
const SAMPLE_MS = 500
/** CPU per request, most of it on the main thread. @type {Record<string, number>} */
const CPU_MICROS = { fetch: 1200, TLS: 700, 'plain with JSON': 550, 'plain with a log': 600, 'plain with fetch': 900 }
const USUAL_CPU_MICROS = 500
const RSS_BYTES = 150e6
const GENERATOR_CPU_MICROS = 1e6
/** The first request, and the later ones. */
const FIRST_MS = { 'plain with JSON': 260, plain: 250, 'pool 168': 280, 'compile cache': 270 }
/** The same with every version of Node.js: some have a compile cache. */
const FIRST = ['plain with JSON', 'plain', 'pool 168']
const LATER_MS = 201

/**
 * Returns the saved run of a gateway lab: each variant is a queue with as many servers as its pool has connections, where requests arrive
 * at even gaps and each makes two calls of exactly 100 ms, one after the other. Virtual users arrive at the same times, up to their limit.
 * @param {object} [asked]
 * @param {GatewayPart} [asked.part]
 * @param {Partial<UpstreamCheck>} [asked.check]
 * @param {Partial<GatewayManifest>} [asked.manifest]
 * @returns {SavedGatewayLab}
 */
export function makeGatewayLab({ part = 'table', check = {}, manifest = {} } = {}) {
  const lab = { ...gateway, partVariants: { ...gateway.partVariants, first: FIRST } }
  const plan = planLab(lab, { part, length: 'quick', seed: 1 })
  const { experiment: _, design: __, calibration: ___, timing: ____, ...origin } = makeManifest()
  const cells = plannedGateways(lab, plan)
  return {
    manifest: { ...origin, lab, plan, ...manifest },
    cells: cells.flatMap(({ variant, repeat, stages }) => {
      const { poolSize = null, users } = gateway.variants.find(({ name }) => name === variant) ?? {}
      const size = { connections: poolSize, users: users?.most ?? null }
      return stages ? [{ variant, repeat, stages, ...simulate(stages, variant, size, repeat) }] : []
    }),
    firsts: cells
      .filter(({ stages }) => !stages)
      .map(({ variant, repeat }) => ({
        variant,
        repeat,
        readyMs: 400,
        firstMs: Reflect.get(FIRST_MS, variant) + repeat,
        laterMs: new Array(LATER_REQUESTS).fill(LATER_MS)
      })),
    checks: [
      {
        isTls: true,
        ratePerSecond: 3000,
        durationMs: 1000,
        sent: 3000,
        failed: 0,
        addedP50Ms: 0.8,
        addedP99Ms: 3,
        addedMaxMs: 5,
        generatorDelayP99Ms: 1,
        highestInFlight: 303,
        ...check
      }
    ]
  }
}

/**
 * Simulates a queue whose service times are all the same, so that calls end in the order in which they began.
 * @type {(stages: GatewayStage[], variant: string, most: { connections: number | null, users: number | null }, repeat: number) => Omit<GatewayRecord, 'variant' | 'repeat' | 'stages'>}
 */
function simulate(stages, variant, { connections: size, users }, repeat) {
  const { timesMs, stageOf } = schedule(stages)
  let nowMs = 0
  const counts = startPoolCounts(size, () => nowMs)
  const tally = startStagesTally({ stages, pointMs: SAMPLE_MS, timings: ['pool', 'upstream'] }, 0)
  /** @typedef {{ index: number, isFirst: boolean, waitMs: number, call: ReturnType<typeof counts.begin> }} Call */
  /** @type {Call[]} */
  const waiting = []
  /** @type {(Call & { endMs: number })[]} */
  const running = []
  /** @type {GatewaySample[]} */
  const samples = []
  const cpuMicros = (CPU_MICROS[variant] ?? USUAL_CPU_MICROS) + repeat
  let answered = 0
  let arrived = 0
  let sampledMs = 0
  while (arrived < timesMs.length || running.length > 0) {
    const nextMs = Math.min(timesMs[arrived] ?? Infinity, running[0]?.endMs ?? Infinity)
    while (sampledMs + SAMPLE_MS <= nextMs) sample()
    nowMs = nextMs
    if (running[0]?.endMs === nowMs) end(/** @type {Call} */ (running.shift()))
    else arrive()
    while (waiting.length > 0 && (size === null || running.length < size)) begin(/** @type {Call} */ (waiting.shift()))
  }
  sample()
  return {
    played: { startedAt: '2026-11-20T09:30:00.000Z', ...tally.finish(), generatorCpuMicros: GENERATOR_CPU_MICROS },
    samples,
    upstreamCpuMicros: null
  }

  function arrive() {
    if (users !== null && waiting.length + running.length >= users) return tally.notSent(Number(stageOf[arrived++]))
    tally.sent(Number(stageOf[arrived]), nowMs, nowMs)
    waiting.push({ index: arrived++, isFirst: true, waitMs: 0, call: counts.begin() })
  }

  /** @param {Call} call */
  function begin(call) {
    call.call.events.gotConnection()
    running.push({ ...call, endMs: nowMs + CALL_MS })
  }

  /** @param {Call} ended */
  function end({ index, isFirst, waitMs, call }) {
    const times = call.end({ isFailed: false })
    if (isFirst) {
      waiting.push({ index, isFirst: false, waitMs: times.waitMs, call: counts.begin() })
      return
    }
    answered++
    const timings = { pool: waitMs + times.waitMs, upstream: 2 * CALL_MS }
    const answer = { statusCode: 200, contentEncoding: 'identity', writtenMs: 0, endedMs: nowMs, error: null, timings }
    tally.ended(Number(stageOf[index]), Number(timesMs[index]), answer)
  }

  function sample() {
    nowMs = sampledMs + SAMPLE_MS
    samples.push({
      fromMs: sampledMs,
      toMs: nowMs,
      cpuMicros: answered * cpuMicros,
      cpuMainThreadMicros: answered * cpuMicros * 0.8,
      eventLoopUtilization: 0.3,
      eventLoopDelayP99Micros: 2000,
      rssBytes: RSS_BYTES,
      pool: counts.read()
    })
    sampledMs = nowMs
    answered = 0
  }
}
