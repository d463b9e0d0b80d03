import { intervalFactor } from '../blame/cost-difference.js'
import { discoveryThreshold } from '../stats/false-discovery.js'
import { ALPHA } from '../stats/levels.js'

/**
 * @import { Evidence } from '../blame/evidence.js'
 * @import { LaunchCosts } from '../blame/launch-costs.js'
 */

/**
 * Half the interval of each difference, wide enough that of the differences beyond their noise one in twenty is false on
 * average, however many there are: intervals at the level at which Benjamini and Hochberg's procedure believes (Benjamini
 * and Yekutieli 2005, doi 10.1198/016214504000001907).
 * @param {Evidence | null} evidence
 * @param {Map<LaunchCosts, Float64Array>} costs of nodes or of functions, by launch
 * @param {number} count of them
 * @returns {number[] | null} null where fewer than two rounds were profiled in both
 */
export function noiseOf(evidence, costs, count) {
  if (!evidence || evidence.pairing.rounds.length < 2) return null
  const { launches, pairing, compare } = evidence
  const paired = launches.map(launch => costs.get(launch))
  const compared = Array.from({ length: count }, (_, index) => compare(paired.map(ofLaunch => ofLaunch?.[index] ?? 0)))
  const pValues = compared.map(({ pValue }) => pValue)
  const threshold = discoveryThreshold(pValues, ALPHA)
  const believed = pValues.filter(p => p <= threshold).length
  const factor = intervalFactor(1 - (Math.max(1, believed) / count) * ALPHA, pairing)
  return compared.map(({ low, high }) => (factor * (Number(high) - Number(low))) / 2)
}

/**
 * @param {Float64Array} totals by node, with all it calls
 * @param {number[]} frame by node
 * @param {Uint8Array} isOutermost by node, as outermostNodes tells
 * @param {number} count of functions
 * @returns {Float64Array} by function, wherever it is called; a call of itself counts once
 */
export function functionTotals(totals, frame, isOutermost, count) {
  const costs = new Float64Array(count)
  frame.forEach(function add(called, node) {
    if (isOutermost[node]) costs[called] = (costs[called] ?? 0) + (totals[node] ?? 0)
  })
  return costs
}
