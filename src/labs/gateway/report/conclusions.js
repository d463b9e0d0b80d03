import {
  formatCostDifference,
  formatCount,
  formatExactPercent,
  formatFigure,
  formatPercent
} from '../../../report/words/format.js'
import { listed } from '../../../report/words/text.js'
import { conclusionWords } from '../../skeleton/conclusions.js'
import { formatMeanInText, formatMs } from '../../skeleton/figures.js'
import { goalNames, limitNames } from './words.js'

/**
 * @import { GatewayConclusion, UsersOutcome } from '../analysis/types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

/** What the paper concludes, translated. @type {Record<GatewayConclusion['code'], string>} */
const quotes = {
  goals: '"400 RPS, p95 420 ms, CPU 60%, memory 60%" are reached with two calls of 100 ms',
  'at-once': '"RPS x response time / 1000: 400 x 420 / 1000 = 168 threads"',
  'steady-latency': '"200 threads are the only strategy that does not affect the response time when the RPS grows"',
  'small-pool': '"at most 10 open connections by default: this can become a bottleneck"',
  'second-client': '"Feign client: stopped below 50 RPS", with serialisation',
  peak: '"a peak of 50%" above 400 requests/s',
  'half-core': '"0.5 CPU: at 100 RPS the application reaches a p95 of 404 ms"',
  step: '"200 threads do not affect the response time when the RPS doubles"',
  'first-request': '"the first execution has an overhead 5 times as large when objects are serialised"',
  'most-users':
    '"set the most VUs to the number of executions at once that you want to reach: a value that is too high can queue requests"',
  'users-not-rates': '"prefer progressive VUs to progressive RPS"',
  'tls-costs': '"https calls increase the use of CPU and the response time"'
}

/** What a run says about a conclusion of the paper, with its quotation and beside a text that has it. */
export const { inWords: gatewayConclusionInWords, withEvidence: gatewayOutcomeInWords } = conclusionWords(
  (/** @type {GatewayConclusion} */ { code }) => quotes[code],
  evidenceOf
)

/** @param {GatewayConclusion} conclusion @returns {string} */
function evidenceOf(conclusion) {
  switch (conclusion.code) {
    case 'goals': {
      const { variant, missed } = conclusion
      return missed.length === 0
        ? `${variant} meets every goal.`
        : `${variant} misses ${listed(missed.map(code => goalNames[code]))}.`
    }
    case 'at-once': {
      const { claimed, byLittle, found, variant } = conclusion
      return `${variant} has ${formatFigure(found)} requests in flight. Little's law needs the time that a request takes, not the one that it may take: 400 x 206 ms gives ${formatFigure(byLittle)}, not ${formatCount(claimed)}.`
    }
    case 'steady-latency': {
      const { variant, fromPerSecond, toPerSecond, fromP95Ms, toP95Ms } = conclusion
      return `${variant}, with fewer connections: p95 ${formatMs(fromP95Ms)} at ${formatCount(fromPerSecond)} requests/s, ${formatMs(toP95Ms)} at ${formatCount(toPerSecond)}.`
    }
    case 'small-pool': {
      const { variant, capacityPerSecond, foundPerSecond, limit } = conclusion
      return `${variant} answers ${formatFigure(foundPerSecond)} requests/s; its connections allow ${formatFigure(capacityPerSecond)}, and fewer under overload: the second call of a request waits behind the first calls of others. Limit: ${limitNames[limit]}.`
    }
    case 'second-client': {
      const { variant, foundPerSecond, contract } = conclusion
      return `${variant} answers ${formatFigure(foundPerSecond)} requests/s, and ${contract === 'met' ? 'meets' : 'does not meet'} every goal. A pool of 10 connections would explain 50 requests/s; the client would not.`
    }
    case 'step': {
      const { variant, fromP95Ms, toP95Ms, highestCpuRatio, cpuRatio, claimedHighest, claimedMean } = conclusion
      const [ours, theirs] = [
        `${formatPercent(highestCpuRatio)} and ${formatPercent(cpuRatio)}`,
        `${formatExactPercent(claimedHighest)} and ${formatExactPercent(claimedMean)}`
      ]
      return `${variant}: p95 ${formatMs(fromP95Ms)} before and ${formatMs(toP95Ms)} after the step. CPU of two cores in the busiest half second of the step and on average after it: ${ours} (the paper: ${theirs}).`
    }
    case 'peak': {
      const { variant, atPeak, again, settledAfterMs } = conclusion
      return `${variant}: ${latencyOf(atPeak)} at ${formatCount(atPeak.ratePerSecond)} requests/s, then ${latencyOf(again)} at ${formatCount(again.ratePerSecond)}. ${settledInWords(settledAfterMs)}`
    }
    case 'half-core': {
      const { variant, ratePerSecond, claimedP95Ms, p95Ms, failedRatio, settledAfterMs } = conclusion
      return `${variant}: ${latencyOf({ p95Ms, failedRatio })} at ${formatCount(ratePerSecond)} requests/s, where the paper has ${formatMs(claimedP95Ms)}. ${settledInWords(settledAfterMs)}`
    }
    case 'first-request': {
      const { ratio, serialised, plain } = conclusion
      return `Beyond the upstream the first request takes ${formatMs(serialised.firstOverheadMs.value)} with serialisation and ${formatMs(plain.firstOverheadMs.value)} without: ${formatMeanInText(ratio)} times as long. Later requests take ${formatMs(serialised.steadyOverheadMs.value)} beyond it.`
    }
    case 'most-users': {
      const { most, atGoal, atPeak } = conclusion
      return `With at most ${formatCount(most)} virtual users ${leftOut(atGoal)} and ${leftOut(atPeak)}. What is left out has no latency and no failure.`
    }
    case 'users-not-rates': {
      const { variant, ratePerSecond, users, requests } = conclusion
      return `${variant}: of ${formatCount(ratePerSecond)} requests/s ${formatPercent(users.notSentRatio)} are not sent, and of the others ${latencyOf(users)}. Requests at the same rate: ${latencyOf(requests)}.`
    }
    case 'tls-costs': {
      const { moreCpuMicros, moreLatencyMs } = conclusion
      const latency = formatCostDifference(inMicros(moreLatencyMs), 'micros')
      return `${formatCostDifference(costOf(moreCpuMicros), 'micros')} of CPU and ${latency} of time per request.`
    }
  }
}

/** @param {UsersOutcome} outcome */
function leftOut({ ratePerSecond, notSentRatio }) {
  return `${formatPercent(notSentRatio)} of ${formatCount(ratePerSecond)} requests/s are not sent`
}

/** @param {number | null} settledAfterMs */
function settledInWords(settledAfterMs) {
  if (settledAfterMs === null) return 'It did not settle.'
  return settledAfterMs === 0 ? 'It settled at once.' : `It settled after ${formatMs(settledAfterMs)}.`
}

/** @param {Pick<UsersOutcome, 'failedRatio' | 'p95Ms'>} outcome */
function latencyOf({ failedRatio, p95Ms }) {
  return `${formatPercent(failedRatio)} fail${p95Ms === null ? '' : `, with a p95 of ${formatMs(p95Ms)}`}`
}

/** Returns a mean as a difference of costs. @param {Mean} mean */
export function costOf({ value, low, high }) {
  return { difference: value, low, high }
}

/** @param {Mean} milliseconds */
export function inMicros({ value, low, high }) {
  return { difference: value * 1e3, low: low === null ? null : low * 1e3, high: high === null ? null : high * 1e3 }
}
