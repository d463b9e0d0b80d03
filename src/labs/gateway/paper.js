import { formatCount, formatExactPercent, formatFigure, formatPercent } from '../../report/words/format.js'
import { listed } from '../../report/words/text.js'
import { formatMeanInText, formatMs } from '../skeleton/figures.js'
import { conclusion, outcomeOf } from '../skeleton/paper.js'
import { capacityPerSecond, littleInSystem } from './analysis/queueing.js'
import { MOCK_P95_MS, PLAIN } from './question.js'
import { goalNames, limitNames, moreInWords } from './report/words.js'

/** @import { Checked, Conclusion } from '../skeleton/types.js' */
/** @import { GatewayAnalysis, GatewayCell, GatewayLab, GatewayLoad, GatewayStageFigures } from './types.js' */

/**
 * @typedef {Pick<GatewayAnalysis, 'cells' | 'firsts' | 'overheads'> & { lab: GatewayLab, isTrusted: boolean }} Measured `isTrusted`: the
 *   upstream kept to its times; otherwise slow responses are no evidence, and hold users back
 *
 * @typedef {ReturnType<typeof reportOf>} Reported
 */

/** Figures of the paper. Its formula: the goal of 400 requests/s times the goal of 420 ms. */
export const AT_ONCE = 168
/** Connections of its pool by default. */
const SMALL_POOL = 10
/** Requests/s at which its second client stopped. */
const STOPPED_AT_PER_SECOND = 50
/** The overhead of the first request with serialisation, compared with that without. */
const FIRST_RATIO = 5
/** CPU when the rate doubles, and the mean afterwards, as shares of both cores. */
const STEP_CPU = { highest: 0.56, mean: 0.3 }
const HALF_CORE_P95_MS = 404

/** Latency that grows by less than this does not depend on the rate. */
const SAME_LATENCY = 1.1
/** A number within this share of a prediction agrees with it. */
const NEAR = 0.15
/** A load that leaves out at most this share of the requests that are due is still an open loop. */
const OPEN_RATIO = 0.01

/** @type {<Found extends Checked>(row: Conclusion<Measured, Found>) => Conclusion<Measured, any>} */
const row = conclusion

/** What the paper concludes, translated. */
export const conclusions = [
  row({
    id: 'goals',
    quote: '"400 RPS, p95 420 ms, CPU 60%, memory 60%" are reached with two calls of 100 ms',
    check({ cells, isTrusted }) {
      const own = cellOf(cells, 'paper', 'pool 168')
      if (!own || own.goals.length === 0) return null
      const { variant, contract, goals } = own
      const missed = goals.filter(({ outcome }) => outcome === 'missed').map(({ code }) => code)
      const outcome = outcomeOf({ holds: contract === 'met', fails: contract === 'missed' && isTrusted })
      return { outcome, variant, missed }
    },
    words: ({ variant, missed }) =>
      missed.length === 0
        ? `${variant} meets every goal.`
        : `${variant} misses ${listed(missed.map(code => goalNames[code]))}.`
  }),
  row({
    id: 'at-once',
    quote: '"RPS x response time / 1000: 400 x 420 / 1000 = 168 threads"',
    check({ lab: { goals }, cells }) {
      const stage = stageOf(cellOf(cells, 'paper', 'pool 168'), 'goal')
      if (!stage) return null
      const { variant, inFlight: found, p95Ms } = stage
      // Of slow responses many are in flight, whatever the formula says.
      const isUsual = p95Ms !== null && p95Ms <= goals.p95Ms
      const isRight = isNear(found, AT_ONCE)
      const byLittle = littleInSystem(goals.requestsPerSecond, MOCK_P95_MS)
      const outcome = outcomeOf({ holds: isUsual && isRight, fails: isUsual && !isRight })
      return { outcome, claimed: AT_ONCE, byLittle, found, variant }
    },
    words: ({ variant, found, byLittle, claimed }) =>
      `${variant} has ${formatFigure(found)} requests in flight. Little's law needs the time that a request takes, not the one that it may take: 400 x 206 ms gives ${formatFigure(byLittle)}, not ${formatCount(claimed)}.`
  }),
  row({
    id: 'steady-latency',
    quote: '"200 threads are the only strategy that does not affect the response time when the RPS grows"',
    // Compares the peak with the fastest of the stages before it: the first one has the start of a new process. Only a pool of 200
    // keeps its latency, says the paper: a smaller one that does contradicts it, and one that does not is no evidence.
    check({ lab: { goals }, cells, isTrusted }) {
      const own = cellOf(cells, 'paper', 'pool 168')
      const peak = stageOf(own, 'peak')
      const [first] = [stageOf(own, 'half'), stageOf(own, 'goal')]
        .flatMap(stage => (stage && stage.p95Ms !== null ? [{ rate: stage.ratePerSecond, p95Ms: stage.p95Ms }] : []))
        .sort((one, other) => one.p95Ms - other.p95Ms)
      if (!first || !peak || peak.p95Ms === null) return null
      const { rate: fromPerSecond, p95Ms: fromP95Ms } = first
      const { variant, ratePerSecond: toPerSecond, p95Ms: toP95Ms } = peak
      const fails = sameLatency(fromP95Ms, toP95Ms, { isTrusted, mostMs: goals.p95Ms }) === 'holds'
      const outcome = outcomeOf({ holds: false, fails })
      return { outcome, variant, fromPerSecond, toPerSecond, fromP95Ms, toP95Ms }
    },
    words: ({ variant, fromPerSecond, toPerSecond, fromP95Ms, toP95Ms }) =>
      `${variant}, with fewer connections: p95 ${formatMs(fromP95Ms)} at ${formatCount(fromPerSecond)} requests/s, ${formatMs(toP95Ms)} at ${formatCount(toPerSecond)}.`
  }),
  row({
    id: 'small-pool',
    quote: '"at most 10 open connections by default: this can become a bottleneck"',
    check({ lab: { upstream }, cells, isTrusted }) {
      const own = cells.find(({ poolSize, load }) => poolSize === SMALL_POOL && load === 'paper')
      const atGoal = stageOf(own, 'goal')
      if (!own || !atGoal) return null
      const { code: limit } = own.limit
      return {
        outcome: outcomeOf({ holds: isTrusted && limit === 'pool', fails: isTrusted && limit !== 'pool' }),
        variant: own.variant,
        capacityPerSecond: capacityPerSecond({ servers: SMALL_POOL, serviceMs: upstream.calls * upstream.callMs }),
        foundPerSecond: atGoal.requestsPerSecond,
        limit
      }
    },
    words: ({ variant, foundPerSecond, capacityPerSecond, limit }) =>
      `${variant} answers ${formatFigure(foundPerSecond)} requests/s; its connections allow ${formatFigure(capacityPerSecond)}, and fewer under overload: the second call of a request waits behind the first calls of others. Limit: ${limitNames[limit]}.`
  }),
  row({
    id: 'second-client',
    quote: '"Feign client: stopped below 50 RPS", with serialisation',
    check({ cells, isTrusted }) {
      const own = cells.find(({ variant }) => variant === 'fetch')
      const atGoal = stageOf(own, 'goal')
      if (!own || !atGoal) return null
      const { variant, contract } = own
      const { requestsPerSecond: foundPerSecond } = atGoal
      const outcome = outcomeOf({ holds: isTrusted, fails: foundPerSecond > 2 * STOPPED_AT_PER_SECOND })
      return { outcome, variant, claimedPerSecond: STOPPED_AT_PER_SECOND, foundPerSecond, contract }
    },
    words: ({ variant, foundPerSecond, contract }) =>
      `${variant} answers ${formatFigure(foundPerSecond)} requests/s, and ${contract === 'met' ? 'meets' : 'does not meet'} every goal. A pool of 10 connections would explain 50 requests/s; the client would not.`
  }),
  row({
    id: 'step',
    quote: '"200 threads do not affect the response time when the RPS doubles"',
    check({ lab: { goals }, cells, isTrusted }) {
      const own = cellOf(cells, 'step', 'pool 200')
      const [before, after] = [stageOf(own, 'before'), stageOf(own, 'after')]
      if (!before || !after || before.p95Ms === null || after.p95Ms === null) return null
      return {
        outcome: sameLatency(before.p95Ms, after.p95Ms, { isTrusted, mostMs: goals.p95Ms }),
        variant: after.variant,
        fromP95Ms: before.p95Ms,
        toP95Ms: after.p95Ms,
        highestCpuRatio: (after.highestCpuCores ?? 0) / goals.cores,
        cpuRatio: (after.cpuCores ?? 0) / goals.cores,
        claimedHighest: STEP_CPU.highest,
        claimedMean: STEP_CPU.mean
      }
    },
    words: ({ variant, fromP95Ms, toP95Ms, highestCpuRatio, cpuRatio, claimedHighest, claimedMean }) =>
      `${variant}: p95 ${formatMs(fromP95Ms)} before and ${formatMs(toP95Ms)} after the step. CPU of two cores in the busiest half second of the step and on average after it: ${formatPercent(highestCpuRatio)} and ${formatPercent(cpuRatio)} (the paper: ${formatExactPercent(claimedHighest)} and ${formatExactPercent(claimedMean)}).`
  }),
  row({
    id: 'peak',
    quote: '"a peak of 50%" above 400 requests/s',
    // Checks whether the goals hold 50% above the goal, and at the goal after it.
    check({ lab: { goals }, cells, isTrusted }) {
      const own = cellOf(cells, 'peak')
      const [surge, after] = [stageOf(own, 'surge'), stageOf(own, 'again')]
      if (!surge || !after) return null
      const isServed = [surge, after].every(
        ({ failedRatio, p95Ms }) => failedRatio === 0 && p95Ms !== null && p95Ms <= goals.p95Ms
      )
      const outcome = outcomeOf({ holds: isServed, fails: !isServed && isTrusted })
      const { variant, settledAfterMs } = after
      return { outcome, variant, atPeak: reportOf(surge), again: reportOf(after), settledAfterMs }
    },
    words: ({ variant, atPeak, again, settledAfterMs }) =>
      `${variant}: ${latencyOf(atPeak)} at ${formatCount(atPeak.ratePerSecond)} requests/s, then ${latencyOf(again)} at ${formatCount(again.ratePerSecond)}. ${settledInWords(settledAfterMs)}`
  }),
  row({
    id: 'half-core',
    quote: '"0.5 CPU: at 100 RPS the application reaches a p95 of 404 ms"',
    check({ cells, isTrusted }) {
      const stage = stageOf(cellOf(cells, 'half-core'), 'claim')
      if (!stage) return null
      const { variant, ratePerSecond, p95Ms, failedRatio, settledAfterMs } = stage
      const isSame = p95Ms !== null && isNear(p95Ms, HALF_CORE_P95_MS)
      const isDecided = isTrusted || (p95Ms !== null && p95Ms < HALF_CORE_P95_MS)
      const outcome = outcomeOf({ holds: isDecided && isSame, fails: isDecided && !isSame })
      return { outcome, variant, ratePerSecond, claimedP95Ms: HALF_CORE_P95_MS, p95Ms, failedRatio, settledAfterMs }
    },
    words: ({ variant, ratePerSecond, claimedP95Ms, settledAfterMs, ...found }) =>
      `${variant}: ${latencyOf(found)} at ${formatCount(ratePerSecond)} requests/s, where the paper has ${formatMs(claimedP95Ms)}. ${settledInWords(settledAfterMs)}`
  }),
  row({
    id: 'first-request',
    quote: '"the first execution has an overhead 5 times as large when objects are serialised"',
    // An interval that contains both the figure of the paper and 1 decides nothing.
    check({ firsts }) {
      const serialised = firsts.find(({ variant }) => variant === 'plain with JSON')
      const plain = firsts.find(({ variant }) => variant === PLAIN)
      const ratio = serialised?.overheadRatio
      if (!serialised || !plain || !ratio) return null
      const { low, high } = ratio
      const isWide = low === null || high === null || (low <= 1 && high >= FIRST_RATIO)
      const isSame = !isWide && low <= FIRST_RATIO && FIRST_RATIO <= high
      const outcome = outcomeOf({ holds: isSame, fails: !isWide && !isSame })
      return { outcome, claimed: FIRST_RATIO, ratio, serialised, plain }
    },
    words: ({ ratio, serialised, plain }) =>
      `Beyond the upstream the first request takes ${formatMs(serialised.firstOverheadMs.value)} with serialisation and ${formatMs(plain.firstOverheadMs.value)} without: ${formatMeanInText(ratio)} times as long. Later requests take ${formatMs(serialised.steadyOverheadMs.value)} beyond it.`
  }),
  row({
    id: 'tls-costs',
    quote: '"https calls increase the use of CPU and the response time"',
    check({ overheads }) {
      const { moreCpuMicros = null, moreLatencyMs = null } = overheads.find(({ variant }) => variant === 'TLS') ?? {}
      if (!moreCpuMicros || !moreLatencyMs) return null
      const costs = [moreCpuMicros, moreLatencyMs]
      const holds = costs.every(({ low }) => (low ?? 0) > 0)
      const fails = costs.some(({ high }) => high !== null && high < 0)
      return { outcome: outcomeOf({ holds, fails }), moreCpuMicros, moreLatencyMs }
    },
    words: ({ moreCpuMicros, moreLatencyMs }) =>
      `${moreInWords(moreCpuMicros)} of CPU and ${moreInWords(moreLatencyMs, 1e3)} of time per request.`
  }),
  row({
    id: 'most-users',
    quote:
      '"set the most VUs to the number of executions at once that you want to reach: a value that is too high can queue requests"',
    // Checks whether a load with a limit at Little's number still sends what is due.
    check({ cells, isTrusted }) {
      const limited = widest(cells.filter(({ poolSize }) => poolSize !== SMALL_POOL))
      const [goal, peak] = [stageOf(limited, 'goal'), stageOf(limited, 'peak')]
      if (!limited || !goal || !peak) return null
      const [atGoal, atPeak] = [reportOf(goal), reportOf(peak)]
      const isOpen = isOpenLoop(atGoal) && isOpenLoop(atPeak)
      const outcome = outcomeOf({ holds: isTrusted && isOpen, fails: isTrusted && !isOpen })
      return { outcome, variant: limited.variant, most: limited.users?.most ?? 0, atGoal, atPeak }
    },
    words: ({ most, atGoal, atPeak }) =>
      `With at most ${formatCount(most)} virtual users ${leftOut(atGoal)} and ${leftOut(atPeak)}. What is left out has no latency and no failure.`
  }),
  row({
    id: 'users-not-rates',
    quote: '"prefer progressive VUs to progressive RPS"',
    // Checks whether virtual users report the queue of a pool that is too small as requests at the same rate do.
    check({ cells, isTrusted }) {
      const small = cells.filter(({ poolSize }) => poolSize === SMALL_POOL)
      const limited = widest(small)
      const open = small.find(({ load, users }) => load === 'users' && !users)
      const [played, sent] = [stageOf(limited, 'goal'), stageOf(open, 'goal')]
      if (!limited || !played || !sent) return null
      const [users, requests] = [reportOf(played), reportOf(sent)]
      const isBetter = users.failedRatio < requests.failedRatio || (users.p95Ms ?? 0) < (requests.p95Ms ?? 0)
      const isOpen = isOpenLoop(users)
      const outcome = outcomeOf({ holds: isTrusted && isOpen, fails: isTrusted && !isOpen && isBetter })
      return { outcome, variant: limited.variant, ratePerSecond: users.ratePerSecond, users, requests }
    },
    words: ({ variant, ratePerSecond, users, requests }) =>
      `${variant}: of ${formatCount(ratePerSecond)} requests/s ${formatPercent(users.notSentRatio)} are not sent, and of the others ${latencyOf(users)}. Requests at the same rate: ${latencyOf(requests)}.`
  })
]

/** @param {GatewayCell[]} cells @param {GatewayLoad} load @param {string} [name] of its variant; any when absent */
function cellOf(cells, load, name) {
  return cells.find(cell => cell.load === load && (name === undefined || cell.variant === name))
}

/** Returns a stage with its variant. @param {GatewayCell | undefined} cell @param {GatewayStageFigures['name']} name */
function stageOf(cell, name) {
  const stage = cell?.stages.find(each => each.name === name)
  return cell && stage && { ...stage, variant: cell.variant }
}

/** Returns the cell with the most virtual users, of those with a limit. @param {GatewayCell[]} cells */
function widest(cells) {
  return cells
    .filter(({ load, users }) => load === 'users' && users !== null && users.most !== null)
    .sort((one, other) => Number(other.users?.most) - Number(one.users?.most))[0]
}

/** Returns what a load reports of a stage. @param {GatewayStageFigures} stage */
function reportOf({ ratePerSecond, notSentRatio, failedRatio, p95Ms }) {
  return { ratePerSecond, notSentRatio, failedRatio, p95Ms }
}

/** @param {Reported} load */
function isOpenLoop({ notSentRatio }) {
  return notSentRatio <= OPEN_RATIO
}

/**
 * Returns whether a latency stayed the same. Where it was above the goal before, something else had made it slow.
 * @param {number} fromMs @param {number} toMs @param {{ isTrusted: boolean, mostMs: number }} decides
 */
function sameLatency(fromMs, toMs, { isTrusted, mostMs }) {
  const isUsual = fromMs <= mostMs
  const isSame = toMs <= fromMs * SAME_LATENCY
  return outcomeOf({ holds: isUsual && isSame, fails: isUsual && !isSame && isTrusted })
}

/** @param {number} found @param {number} claimed */
function isNear(found, claimed) {
  return Math.abs(found / claimed - 1) <= NEAR
}

/** @param {Reported} load */
function leftOut({ ratePerSecond, notSentRatio }) {
  return `${formatPercent(notSentRatio)} of ${formatCount(ratePerSecond)} requests/s are not sent`
}

/** @param {number | null} settledAfterMs */
function settledInWords(settledAfterMs) {
  if (settledAfterMs === null) return 'It did not settle.'
  return settledAfterMs === 0 ? 'It settled at once.' : `It settled after ${formatMs(settledAfterMs)}.`
}

/** @param {Pick<Reported, 'failedRatio' | 'p95Ms'>} load */
function latencyOf({ failedRatio, p95Ms }) {
  return `${formatPercent(failedRatio)} fail${p95Ms === null ? '' : `, with a p95 of ${formatMs(p95Ms)}`}`
}
