import {
  formatCount,
  formatCounted,
  formatExactPercent,
  formatMicros,
  formatSmallPercent
} from '../../../report/words/format.js'
import { formatMeanInText } from '../../skeleton/figures.js'

/** @import { PoolSearch, StoreAnalysis, StoreLevel, StoreOperation, TaskCost } from '../types.js' */

/** Returns requests/s as text. @param {number} perSecond */
export function formatRate(perSecond) {
  return `${formatCount(perSecond)}/s`
}

/** Returns how many requests were refused, with their share. @param {number} refused @param {number} sent */
export function refusedInWords(refused, sent) {
  if (refused === 0) return `0 of ${formatCount(sent)}`
  return `${formatCount(refused)} of ${formatCount(sent)} (${formatSmallPercent(refused / sent)})`
}

/** Returns a level as text, such as 90% of the knee, the highest rate that all strategies serve. @param {StoreLevel} level @param {StoreLevel[]} levels of the run */
export function levelInWords({ share, connections }, levels) {
  const words = `${formatExactPercent(share)} of the knee`
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

/** Returns what a search found, as sentences. @param {PoolSearch} search @returns {string[]} */
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
