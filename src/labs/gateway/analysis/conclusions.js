import { PLAIN } from './first-requests.js'
import { capacityPerSecond, littleInSystem } from './queueing.js'
import { outcomeOf, usersConclusions } from './users-conclusions.js'

/**
 * @import { GatewayLab } from '../types.js'
 * @import { FirstRequests, GatewayCell, GatewayConclusion, GatewayOverhead } from './types.js'
 */

/**
 * @typedef {object} Measured
 * @property {GatewayCell[]} cells
 * @property {FirstRequests[]} firsts
 * @property {GatewayOverhead[]} overheads
 * @property {boolean} isTrusted whether the upstream kept to its times: otherwise slow responses are no evidence
 */

/** Latency that grows by less than this does not depend on the rate. */
const SAME_LATENCY = 1.1
/** A number in flight within this share of a prediction agrees with it. */
const NEAR = 0.15

/**
 * Returns the conclusions of the paper, each checked with the figures of this run; one without figures is left out.
 * @param {GatewayLab} lab
 * @param {Measured} measured
 * @returns {GatewayConclusion[]}
 */
export function gatewayConclusions(lab, measured) {
  return [
    ...goalsAreMet(measured),
    ...formulaIsRight(lab, measured),
    ...onlyTwoHundredKeepLatency(lab, measured),
    ...smallPoolIsABottleneck(lab, measured),
    ...secondClientStops(lab, measured),
    ...stepDoesNotMatter(lab, measured),
    ...peakIsServed(lab, measured),
    ...halfCoreIsEnough(lab, measured),
    ...firstRequestCostsMore(lab, measured),
    ...tlsCosts(measured),
    ...usersConclusions(lab, measured)
  ]
}

/** @param {Measured} measured @returns {GatewayConclusion[]} */
function goalsAreMet({ cells, isTrusted }) {
  const own = cells.find(({ variant, load }) => variant === 'pool 168' && load === 'paper')
  if (!own || own.goals.length === 0) return []
  const missed = own.goals.filter(({ outcome }) => outcome === 'missed').map(({ code }) => code)
  const outcome =
    own.contract === 'met' ? 'holds' : own.contract === 'missed' && isTrusted ? 'does not hold' : 'cannot tell'
  return [{ code: 'goals', outcome, variant: own.variant, missed }]
}

/** @param {GatewayLab} lab @param {Measured} measured @returns {GatewayConclusion[]} */
function formulaIsRight({ goals, claims }, { cells }) {
  const own = cells.find(({ variant, load }) => variant === 'pool 168' && load === 'paper')
  const stage = stageOf(own, 'goal')
  if (!own || !stage) return []
  const { inFlight: found, p95Ms } = stage
  const byLittle = littleInSystem(goals.requestsPerSecond, claims.mockP95Ms)
  // Of slow responses many are in flight, whatever the formula says.
  const isUsual = p95Ms !== null && p95Ms <= goals.p95Ms
  const outcome = !isUsual ? 'cannot tell' : isNear(found, claims.atOnce) ? 'holds' : 'does not hold'
  return [{ code: 'at-once', outcome, claimed: claims.atOnce, byLittle, found, variant: own.variant }]
}

/**
 * Compares the peak with the fastest of the stages before it: the first one has the start of a new process. The paper says that only a
 * pool of 200 keeps its latency, so a smaller one that does contradicts it; one that does not is no evidence.
 * @param {GatewayLab} lab
 * @param {Measured} measured
 * @returns {GatewayConclusion[]}
 */
function onlyTwoHundredKeepLatency({ goals }, { cells, isTrusted }) {
  const own = cells.find(({ variant, load }) => variant === 'pool 168' && load === 'paper')
  const peak = stageOf(own, 'peak')
  const [first] = [stageOf(own, 'half'), stageOf(own, 'goal')]
    .flatMap(stage => (stage && stage.p95Ms !== null ? [{ rate: stage.ratePerSecond, p95Ms: stage.p95Ms }] : []))
    .sort((one, other) => one.p95Ms - other.p95Ms)
  if (!own || !first || !peak || peak.p95Ms === null) return []
  const { ratePerSecond: toPerSecond, p95Ms: toP95Ms } = peak
  const isKept = sameLatency(first.p95Ms, toP95Ms, { isTrusted, mostMs: goals.p95Ms }) === 'holds'
  const outcome = isKept ? 'does not hold' : 'cannot tell'
  const { rate: fromPerSecond, p95Ms: fromP95Ms } = first
  return [{ code: 'steady-latency', outcome, variant: own.variant, fromPerSecond, toPerSecond, fromP95Ms, toP95Ms }]
}

/** @param {GatewayLab} lab @param {Measured} measured @returns {GatewayConclusion[]} */
function smallPoolIsABottleneck({ claims, upstream }, { cells, isTrusted }) {
  const own = cells.find(({ poolSize, load }) => poolSize === claims.smallPool && load === 'paper')
  const atGoal = stageOf(own, 'goal')
  if (!own || !atGoal) return []
  const capacity = capacityPerSecond({ servers: claims.smallPool, serviceMs: upstream.calls * upstream.callMs })
  const outcome = !isTrusted ? 'cannot tell' : own.limit.code === 'pool' ? 'holds' : 'does not hold'
  const { requestsPerSecond: foundPerSecond } = atGoal
  return [
    {
      code: 'small-pool',
      outcome,
      variant: own.variant,
      capacityPerSecond: capacity,
      foundPerSecond,
      limit: own.limit.code
    }
  ]
}

/** @param {GatewayLab} lab @param {Measured} measured @returns {GatewayConclusion[]} */
function secondClientStops({ claims }, { cells, isTrusted }) {
  const own = cells.find(({ variant }) => variant === 'fetch')
  const atGoal = stageOf(own, 'goal')
  if (!own || !atGoal) return []
  const { requestsPerSecond: foundPerSecond } = atGoal
  const isFaster = foundPerSecond > 2 * claims.stoppedAtPerSecond
  const outcome = isFaster ? 'does not hold' : isTrusted ? 'holds' : 'cannot tell'
  const { variant, contract } = own
  return [
    { code: 'second-client', outcome, variant, claimedPerSecond: claims.stoppedAtPerSecond, foundPerSecond, contract }
  ]
}

/** @param {GatewayLab} lab @param {Measured} measured @returns {GatewayConclusion[]} */
function stepDoesNotMatter({ goals, claims }, { cells, isTrusted }) {
  const own = cells.find(({ variant, load }) => variant === 'pool 200' && load === 'step')
  const [before, after] = [stageOf(own, 'before'), stageOf(own, 'after')]
  if (!own || !before || !after || before.p95Ms === null || after.p95Ms === null) return []
  const { p95Ms: fromP95Ms } = before
  const { p95Ms: toP95Ms } = after
  const outcome = sameLatency(fromP95Ms, toP95Ms, { isTrusted, mostMs: goals.p95Ms })
  const { variant } = own
  const { stepCpuPeak: claimedHighest, stepCpuMean: claimedMean } = claims
  const cpu = {
    highestCpuRatio: (after.highestCpuCores ?? 0) / goals.cores,
    cpuRatio: (after.cpuCores ?? 0) / goals.cores
  }
  return [{ code: 'step', outcome, variant, fromP95Ms, toP95Ms, ...cpu, claimedHighest, claimedMean }]
}

/** Checks whether the goals hold 50% above the goal, and at the goal after it. @param {GatewayLab} lab @param {Measured} measured @returns {GatewayConclusion[]} */
function peakIsServed({ goals }, { cells, isTrusted }) {
  const own = cells.find(({ load }) => load === 'peak')
  const [surge, after] = [stageOf(own, 'surge'), stageOf(own, 'again')]
  if (!own || !surge || !after) return []
  const isServed = [surge, after].every(
    ({ failedRatio, p95Ms }) => failedRatio === 0 && p95Ms !== null && p95Ms <= goals.p95Ms
  )
  const outcome = isServed ? 'holds' : isTrusted ? 'does not hold' : 'cannot tell'
  const [atPeak, again] = [outcomeOf(surge), outcomeOf(after)]
  return [{ code: 'peak', outcome, variant: own.variant, atPeak, again, settledAfterMs: after.settledAfterMs }]
}

/** Compares the p95 of half a core with that of the paper. @param {GatewayLab} lab @param {Measured} measured @returns {GatewayConclusion[]} */
function halfCoreIsEnough({ claims }, { cells, isTrusted }) {
  const own = cells.find(({ load }) => load === 'half-core')
  const stage = stageOf(own, 'claim')
  if (!own || !stage || !claims.halfCore) return []
  const { p95Ms: claimedP95Ms } = claims.halfCore
  const { ratePerSecond, p95Ms, failedRatio, settledAfterMs } = stage
  const isSame = p95Ms !== null && isNear(p95Ms, claimedP95Ms)
  const isFaster = p95Ms !== null && p95Ms < claimedP95Ms
  const outcome = !isTrusted && !isFaster ? 'cannot tell' : isSame ? 'holds' : 'does not hold'
  const { variant } = own
  return [{ code: 'half-core', outcome, variant, ratePerSecond, claimedP95Ms, p95Ms, failedRatio, settledAfterMs }]
}

/**
 * Compares the overhead of the first request with and without serialisation. An interval that contains both the figure of the paper and
 * 1 decides nothing.
 * @param {GatewayLab} lab
 * @param {Measured} measured
 * @returns {GatewayConclusion[]}
 */
function firstRequestCostsMore({ claims }, { firsts }) {
  const serialised = firsts.find(({ variant }) => variant === 'plain with JSON')
  const plain = firsts.find(({ variant }) => variant === PLAIN)
  const ratio = serialised?.overheadRatio
  if (!serialised || !plain || !ratio) return []
  const { low, high } = ratio
  const isWide = low === null || high === null || (low <= 1 && high >= claims.firstRatio)
  const isSame = !isWide && low <= claims.firstRatio && claims.firstRatio <= high
  const outcome = isWide ? 'cannot tell' : isSame ? 'holds' : 'does not hold'
  return [{ code: 'first-request', outcome, claimed: claims.firstRatio, ratio, serialised, plain }]
}

/** @param {Measured} measured @returns {GatewayConclusion[]} */
function tlsCosts({ overheads }) {
  const { moreCpuMicros = null, moreLatencyMs = null } = overheads.find(({ variant }) => variant === 'TLS') ?? {}
  if (!moreCpuMicros || !moreLatencyMs) return []
  const costs = [moreCpuMicros, moreLatencyMs]
  const outcome = costs.every(({ low }) => (low ?? 0) > 0)
    ? 'holds'
    : costs.some(({ high }) => high !== null && high < 0)
      ? 'does not hold'
      : 'cannot tell'
  return [{ code: 'tls-costs', outcome, moreCpuMicros, moreLatencyMs }]
}

/**
 * Returns whether a latency stayed the same. Where it was above the goal before, something else had made it slow.
 * @type {(fromMs: number, toMs: number, decides: { isTrusted: boolean, mostMs: number }) => GatewayConclusion['outcome']}
 */
function sameLatency(fromMs, toMs, { isTrusted, mostMs }) {
  if (fromMs > mostMs) return 'cannot tell'
  return toMs <= fromMs * SAME_LATENCY ? 'holds' : isTrusted ? 'does not hold' : 'cannot tell'
}

/** @param {GatewayCell | undefined} cell @param {GatewayCell['stages'][number]['name']} name */
function stageOf(cell, name) {
  return cell?.stages.find(stage => stage.name === name)
}

/** @param {number} found @param {number} claimed */
function isNear(found, claimed) {
  return Math.abs(found / claimed - 1) <= NEAR
}
