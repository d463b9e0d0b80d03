import {
  formatConfidence,
  formatCount,
  formatCounted,
  formatExactPercent,
  formatFigure,
  formatMicros,
  formatSmallPercent
} from '../../../report/words/format.js'
import { conclusionWords } from '../../skeleton/conclusions.js'
import { formatMeanInText } from '../../skeleton/figures.js'

/**
 * @import { PoolSearch, StoreAnalysis, StoreClaimRow, StoreConclusion, StoreLevel, StoreOperation, TaskCost } from '../types.js'
 */

/** Returns requests/s as text. @param {number} perSecond */
export function formatRate(perSecond) {
  return `${formatCount(perSecond)}/s`
}

/**
 * Returns how many requests were refused, with their share.
 * @param {number} refused
 * @param {number} sent
 */
export function refusedInWords(refused, sent) {
  if (refused === 0) return `0 of ${formatCount(sent)}`
  return `${formatCount(refused)} of ${formatCount(sent)} (${formatSmallPercent(refused / sent)})`
}

/** Returns a level as text, such as 90% of capacity. @param {StoreLevel} level @param {StoreLevel[]} levels of the run */
export function levelInWords({ share, connections }, levels) {
  const words = `${formatExactPercent(share)} of capacity`
  const several = new Set(levels.map(level => level.connections)).size > 1
  return several ? `${words}, ${formatCounted(connections, 'connection')}` : words
}

/** Returns a cell without its strategy. @param {StoreLevel & { operation: StoreOperation }} cell */
export function storeCellInWords(cell) {
  return `${cell.operation} at ${levelInWords(cell, [])}`
}

/**
 * Returns whether a pool pays, as one sentence.
 * @param {TaskCost | null} cost
 * @returns {string[]} none where it was not measured
 */
export function taskCostInWords(cost) {
  if (!cost) return []
  const { outcome, crossingMicros, pool, inline, rows } = cost
  const most = formatMicros(rows.at(-1)?.taskMicros ?? 0)
  const about = `${pool} compared with ${inline}`
  if (outcome === 'cannot tell' || !crossingMicros)
    return [`Cannot tell from which cost of a task on a pool serves more requests/s (${about}).`]
  if (outcome === 'never')
    return [`A pool does not pay: up to ${most} per task, ${pool} never comes nearer to ${inline}.`]
  if (outcome === 'always') return [`A pool serves more requests/s with tasks of any cost (${about}).`]
  return [
    `A pool serves more requests/s from ${formatMeanInText(crossingMicros, formatMicros)} of CPU per task on, on top of the read (${about}).`
  ]
}

/** Returns how no pool compares with the best pool, as one sentence per operation. @param {StoreAnalysis} lab @returns {string[]} */
export function capacityInWords({ capacities, capacityRatios }) {
  return capacityRatios.map(({ operation, baseline, best, ratio }) => {
    const [own, other] = [baseline, best].map(name =>
      formatRate(
        capacities.find(each => each.variant === name && each.operation === operation)?.requestsPerSecond.value ?? 0
      )
    )
    return `${operation}: ${baseline} serves ${own}, and the best pool (${best}) ${other}: the ratio is ${formatMeanInText(ratio)}.`
  })
}

/**
 * Returns what a search found, as sentences.
 * @param {PoolSearch} search
 * @returns {string[]}
 */
export function searchInWords({ winner, paper, stages }) {
  if (!winner) return ['The search ended before its last stage: there is no winner.']
  const [next] = winner.others
  const significance = next ? significanceInWords(next) : ''
  const own = paper ? paperInWords(paper, winner.name, stages) : ''
  return [`The best pool and queue (MIN / MAX / queue) is ${winner.name}${significance}.${own}`]
}

/** @param {NonNullable<PoolSearch['winner']>['others'][number]} next the best of the others */
function significanceInWords({ candidate, relative, low, high }) {
  if (low === null || high === null) return ''
  const times = formatMeanInText({ value: 1 + relative, low: 1 + low, high: 1 + high })
  return `, ${low > 0 ? 'significantly' : 'but not significantly'}: the p99 latency of ${candidate} is ${times} times as long`
}

/** @type {(paper: NonNullable<PoolSearch['paper']>, winner: string, stages: PoolSearch['stages']) => string} */
function paperInWords({ name, lastStage }, winner, stages) {
  if (name === winner) return ' It is that of the paper.'
  const [all, next] = [stages[0], stages[1]].map(stage => formatCount(stage?.candidates.length ?? 0))
  if (lastStage === 0) return ` That of the paper (${name}) was not among the best ${next} of ${all}.`
  return ` That of the paper (${name}) was among the best ${formatCount(stages[lastStage]?.candidates.length ?? 0)} of ${all}.`
}

/** @type {Record<StoreConclusion['code'], string>} */
const quotes = {
  'hand-over-faster': '"the asynchronous server answers faster"',
  'unbounded-as-inline': '"with as many threads as cores, an unbounded queue works about as well as no pool"',
  'small-queue-refuses': '"with a queue of 10 there is a small number of rejects"',
  'large-queue-best':
    '"the fastest is a small pool with a large queue" (queue 128 compared with hand-over and queue 10)',
  'get-no-difference': '"for GET the queues do not differ"'
}

/** What a run says about a conclusion of the paper, with its quotation and beside a text that has it. */
export const { inWords: storeConclusionInWords, withEvidence: storeOutcomeWithEvidence } = conclusionWords(
  (/** @type {StoreConclusion} */ { code }) => quotes[code],
  evidenceOf
)

/** @param {StoreConclusion} conclusion @returns {string} */
function evidenceOf(conclusion) {
  switch (conclusion.code) {
    case 'small-queue-refuses':
      return `Refused PUT requests: ${refusedInWords(conclusion.refused, conclusion.sent)}; a small number is at most ${formatExactPercent(conclusion.small)}.`
    case 'large-queue-best': {
      const { better, worse, pairs, confidence } = conclusion
      return `Its p99 latency is significantly shorter than that of ${formatCount(better)} and longer than that of ${formatCount(worse)} of ${formatCounted(pairs, 'other pool')} (intervals of ${formatConfidence({ confidence })}).`
    }
    default: {
      const { own, other, ratio } = conclusion
      if (!ratio) return `There is no rate at which ${own} and ${other} can be compared.`
      return `The p99 latency of ${own} is ${formatMeanInText(ratio, formatFigure)} times that of ${other}.`
    }
  }
}

/** What each figure of the paper is. @type {Record<StoreClaimRow['code'], string>} */
export const storeClaimWords = {
  keys: 'possible ids of 3 characters',
  data: 'size of its data',
  refused: 'refused requests, queue of 10, at most',
  'refused-requests': 'the same as a number of requests',
  threads: 'threads that its machine can have',
  'fair-latency': 'mean latency with a fair lock, 20,000 requests/s',
  'lock-ratio': 'time waiting for one lock compared with two',
  'least-rate': 'lowest rate',
  'most-rate': 'highest rate',
  'best-min': 'best pool: threads, at least',
  'best-max': 'best pool: threads, at most',
  'best-queue': 'best pool: tasks that may wait'
}

/** What is to be known about a figure of the paper. @type {Record<StoreClaimRow['code'], string>} */
export const storeClaimReasons = {
  keys: '62 x 62 x 62. The paper rounds.',
  data: 'Ids of 3 and values of 300 characters are 72 MB: 230 MB need older versions of values, or longer ids. Here the file of lmdb, with its pages.',
  refused: 'Its rate is 5,000/s; here it is a share of the capacity.',
  'refused-requests': '0.001% of 5,000/s for 30 s: at most one or two requests.',
  threads: 'No counterpart. Threads of Node.js are engines of their own: the server refuses a MAX above 64.',
  'fair-latency': 'No counterpart: the queue stands in the one thread that fills it, without a lock.',
  'lock-ratio': 'No counterpart, for the same reason.',
  'least-rate': 'Here a share of the capacity of the slowest strategy.',
  'most-rate': 'Here a share of the capacity of the slowest strategy.',
  'best-min': 'Here the winner of --part search.',
  'best-max':
    'Its 128 connections never fill a queue of 128: no more than 8 threads are started. Here the winner of --part search.',
  'best-queue': 'Here the winner of --part search.'
}

/**
 * Returns a figure of the paper as the cells of a table.
 * @param {StoreClaimRow} row
 * @returns {string[]} what it is, claimed, right, measured
 */
export function storeClaimFigures({ code, unit, claimed, right, measured }) {
  return [
    storeClaimWords[code],
    ...[claimed, right, measured].map(value => (value === null ? '-' : inUnit(value, unit)))
  ]
}

/** @param {number} value @param {StoreClaimRow['unit']} unit */
function inUnit(value, unit) {
  if (unit === 'share') return value === 0 ? '0' : formatSmallPercent(value)
  if (unit === 'MB') return `${formatFigure(value)} MB`
  if (unit === 'ms') return formatMicros(value * 1e3)
  if (unit === 'perSecond') return formatRate(value)
  return unit === 'ratio' || !Number.isInteger(value) ? formatFigure(value) : formatCount(value)
}
