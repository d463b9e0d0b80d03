import { sumOfEstimates } from '../../stats/intervals.js'
import { sumOf } from './cost-map.js'

/** @import { BlameRow, CostOfRows } from '../types.js' */

/**
 * Returns the cost of several rows together. Samples are compared as one row; what was measured directly is independent of
 * them.
 * @param {{ costs: number[], row: Pick<BlameRow, 'threads' | 'cost'> }[]} rows with their costs by launch, at least one
 * @param {(costs: number[]) => CostOfRows['cost']} compareSamples
 * @returns {CostOfRows['cost']}
 */
export function costOfRows(rows, compareSamples) {
  const samples = rows.filter(({ row }) => row.threads === null)
  const measured = rows.filter(({ row }) => row.threads !== null)
  /** @type {CostOfRows['cost'][]} */
  const sampled =
    samples.length > 1 ? [compareSamples(sumOf(samples.map(({ costs }) => costs)))] : samples.map(({ row }) => row.cost)
  return [...sampled, ...measured.map(({ row }) => row.cost)].reduce(sumOfCosts)
}

/** @type {(one: CostOfRows['cost'], other: CostOfRows['cost']) => CostOfRows['cost']} */
function sumOfCosts(one, other) {
  const [baseline, candidate] = [one.baseline + other.baseline, one.candidate + other.candidate]
  const costs = { baseline, candidate, difference: candidate - baseline, low: null, high: null }
  if (one.low === null || one.high === null || other.low === null || other.high === null) return costs
  const { low, high } = sumOfEstimates([
    { value: one.difference, low: one.low, high: one.high },
    { value: other.difference, low: other.low, high: other.high }
  ])
  return { ...costs, low, high }
}
