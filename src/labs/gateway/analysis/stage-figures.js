import { mean, median, sum } from '../../../stats/means.js'
import { mergeHistograms } from '../../../stats/micros-histogram.js'
import { littleInSystem, meanWaitMs } from './queueing.js'

/** @import { GatewayLab, GatewayRecord, GatewaySample, GatewayStage, GatewayStageFigures, GatewayVariant } from '../types.js' */
/** @import { PlayedStage, PlayedStages } from '../../skeleton/stages/types.js' */

/** A number in flight is near another one up to this ratio of the larger to the smaller one. */
const NEAR_RATIO = 1.5
/** Few requests vary by more than that. */
const FEW = 5
/** A stage that answers less than this share of its rate at its end has a queue that grows. */
const KEPT_RATIO = 0.95

/** A stage settles for this long: the first responses are still those of the rate before. */
const SETTLING_MS = 1000
const SHORT_MS = 2000

/**
 * Returns what was measured in each stage of one launch. Rates, numbers in flight and CPU are those of a stage that has settled, or
 * of a whole ramp, which never does; times are those of all requests that were due in it.
 * @param {GatewayLab} lab @param {GatewayVariant} variant @param {GatewayRecord} record
 * @returns {GatewayStageFigures[]}
 */
export function stageFigures(lab, variant, record) {
  return record.stages.flatMap((stage, index) => {
    const played = record.played.stages[index]
    return played ? [figuresOf(lab, variant, record, { stage, played })] : []
  })
}

/**
 * Returns what both calls of a request take at an idle upstream.
 * @param {GatewayLab['upstream']} upstream @param {Pick<GatewayVariant, 'isTogether' | 'upstreamEnv'>} variant
 */
export function idleMsOf(upstream, variant) {
  const { calls, tailMs } = upstream
  const meanMs = meanCallMs(upstream, variant)
  // The longer one of two exponential times is half their mean above it.
  return variant.isTogether ? meanMs + tailMs / 2 : calls * meanMs
}

/** @type {(upstream: GatewayLab['upstream'], variant: Pick<GatewayVariant, 'upstreamEnv'>) => number} */
function meanCallMs({ callMs, networkMs }, { upstreamEnv }) {
  return callMs + Number(upstreamEnv.NETWORK_MS ?? networkMs)
}

/** @type {(lab: GatewayLab, variant: GatewayVariant, record: GatewayRecord, of: { stage: GatewayStage, played: PlayedStage }) => GatewayStageFigures} */
function figuresOf(lab, variant, { played: { points }, samples }, { stage, played }) {
  const { name, ratePerSecond, durationMs, ramp } = stage
  const { fromMs, sent, notSent = 0, completed, sumLatencyMs, latencyMicros, sendDelayP99Micros, timings } = played
  const settledMs = fromMs + (ramp ? 0 : durationMs > SHORT_MS ? SETTLING_MS : durationMs / 4)
  const endMs = fromMs + durationMs
  const settled = points.filter(({ atMs }) => atMs >= settledMs && atMs < endMs)
  const pointMs = (points[1]?.atMs ?? durationMs) - (points[0]?.atMs ?? 0)
  const own = between(samples, settledMs - pointMs / 2, endMs + pointMs / 2)
  const isAnswered = completed > 0
  const due = sent + notSent
  const usage = usageOf(own)
  const requestsPerSecond = (sum(settled.map(point => point.completed)) * 1000) / (settled.length * pointMs)
  const sentPerMs = sum(settled.map(point => point.sent)) / (settled.length * pointMs)
  const running = meanNumber(own, 'upstreamMs')
  const waiting = meanNumber(own, 'waitedMs')
  const isBusy = usage.cpuCores !== null && requestsPerSecond > 0
  return {
    name,
    ratePerSecond,
    fromMs,
    durationMs,
    sent,
    notSent,
    duePerSecond: (due * 1000) / durationMs,
    sentPerSecond: (sent * 1000) / durationMs,
    notSentRatio: due === 0 ? 0 : notSent / due,
    sendDelayP99Ms: sendDelayP99Micros / 1e3,
    requestsPerSecond,
    meanMs: isAnswered ? sumLatencyMs / completed : null,
    p95Ms: isAnswered ? mergeHistograms([latencyMicros]).getValueAtPercentile(95) / 1e3 : null,
    failedRatio: sent === 0 ? 0 : (sent - completed) / sent,
    poolWaitMs: timingOf(timings.pool) ?? timeByLittle(waiting, sentPerMs),
    upstreamMs: timingOf(timings.upstream) ?? timeByLittle(running, sentPerMs),
    inFlight: mean(settled.map(point => point.inFlight)),
    running,
    waiting,
    ...usage,
    highestCpuCores: cpuOfSamples(between(samples, fromMs - pointMs / 2, endMs + pointMs / 2), Math.max),
    lowestCpuCores: cpuOfSamples(own, Math.min),
    settledAfterMs: settledAfterMs(points, { fromMs, endMs, pointMs, ratePerSecond }),
    cpuPerRequestMicros: isBusy ? ((usage.cpuCores ?? 0) * 1e6) / requestsPerSecond : null,
    predicted: predict(lab, variant, ratePerSecond)
  }
}

/** @type {(lab: GatewayLab, variant: GatewayVariant, ratePerSecond: number) => GatewayStageFigures['predicted']} */
function predict({ upstream }, variant, ratePerSecond) {
  const { calls } = upstream
  const serviceMs = meanCallMs(upstream, variant)
  const { poolSize: servers } = variant
  const perCallMs = servers === null ? 0 : meanWaitMs({ ratePerSecond: ratePerSecond * calls, serviceMs, servers })
  return {
    inFlight: littleInSystem(ratePerSecond, idleMsOf(upstream, variant)),
    running: littleInSystem(ratePerSecond * calls, serviceMs),
    poolWaitMs: Number.isFinite(perCallMs) ? perCallMs * calls : null
  }
}

/** Returns the mean of a timing. @param {{ sumMs: number, count: number }} [timing] */
export function timingOf(timing) {
  return timing && timing.count > 0 ? timing.sumMs / timing.count : null
}

/** Returns the mean number of calls in a state: the growth of the time that they spent in it, divided by the time. @param {GatewaySample[]} samples @param {'waitedMs' | 'upstreamMs'} state */
function meanNumber(samples, state) {
  const [first, last] = [samples[0], samples.at(-1)]
  return first && last && last.toMs > first.toMs
    ? (last.pool[state] - first.pool[state]) / (last.toMs - first.toMs)
    : null
}

/**
 * Returns how long a request is in a state, with all of its calls, where no response reports it: by Little's law, from the mean number
 * of calls in that state. A request that fails may have made one call only.
 * @param {number | null} calls mean number
 * @param {number} sentPerMs requests
 */
function timeByLittle(calls, sentPerMs) {
  return calls === null || sentPerMs === 0 ? null : calls / sentPerMs
}

/** @param {GatewaySample[]} samples @param {number} fromMs @param {number} toMs */
function between(samples, fromMs, toMs) {
  return samples.filter(sample => sample.fromMs >= fromMs && sample.toMs <= toMs)
}

/** @param {GatewaySample[]} samples */
function usageOf(samples) {
  if (samples.length === 0) {
    return { cpuCores: null, mainThreadCores: null, eventLoopDelayP99Ms: null, eventLoopUtilization: null }
  }
  const durationMs = sum(samples.map(lengthOf))
  const main = samples.map(({ cpuMainThreadMicros }) => cpuMainThreadMicros)
  return {
    cpuCores: sum(samples.map(({ cpuMicros }) => cpuMicros)) / 1e3 / durationMs,
    mainThreadCores: main.includes(null) ? null : sum(main.map(Number)) / 1e3 / durationMs,
    eventLoopDelayP99Ms: Math.max(...samples.map(({ eventLoopDelayP99Micros }) => eventLoopDelayP99Micros)) / 1e3,
    eventLoopUtilization: mean(samples.map(sample => sample.eventLoopUtilization))
  }
}

/** Returns the CPU of one sample, in cores. @param {GatewaySample[]} samples @param {(...values: number[]) => number} choose */
function cpuOfSamples(samples, choose) {
  return samples.length === 0 ? null : choose(...samples.map(sample => sample.cpuMicros / 1e3 / lengthOf(sample)))
}

/** @param {GatewaySample} sample */
function lengthOf({ fromMs, toMs }) {
  return toMs - fromMs
}

/**
 * Returns how long a stage takes to settle: the time from its start until the number of requests in flight stays near the median of its
 * last third.
 * @param {PlayedStages['points']} points
 * @param {{ fromMs: number, endMs: number, pointMs: number, ratePerSecond: number }} stage
 * @returns {number | null} in steps of a point; null for a stage that does not settle
 */
export function settledAfterMs(points, { fromMs, endMs, pointMs, ratePerSecond }) {
  const own = points.filter(({ atMs }) => atMs >= fromMs && atMs < endMs)
  const last = own.slice(-Math.ceil(own.length / 3))
  if (last.length === 0) return null
  const answeredPerSecond = (mean(last.map(({ completed }) => completed)) * 1000) / pointMs
  if (answeredPerSecond < ratePerSecond * KEPT_RATIO) return null
  const settled = median(last.map(({ inFlight }) => inFlight)) ?? 0
  const unsettled = own.findLast(({ inFlight }) => !isNear(inFlight, settled))
  return unsettled ? unsettled.atMs + pointMs - fromMs : 0
}

/** @param {number} one @param {number} other */
function isNear(one, other) {
  const [less, more] = one < other ? [one, other] : [other, one]
  return more <= less * NEAR_RATIO || more - less <= FEW
}
