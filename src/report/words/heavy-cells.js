import { formatCost, formatCostDifference, formatPercent } from './format.js'

/** @import { HeavyTable } from '../../blame/types.js' */

/** @typedef {Pick<HeavyTable, 'unit'> & { variants: Pick<HeavyTable['variants'][0], 'busy' | 'requests'>[] }} HeavyScale */

/**
 * Returns the figures of a function or a caller in a bottom-up table: the weight in each variant with its share, then the
 * difference per request between each candidate and the baseline.
 * @param {number[]} weights by variant
 * @param {HeavyScale} scale @returns {string[]}
 */
export function heavyCells(weights, { unit, variants }) {
  const shares = weights.map(
    (weight, index) => `${formatCost(weight, unit)} ${formatPercent(weight / (variants[index]?.busy || 1))}`
  )
  const [baseline = null, ...candidates] = weights.map((weight, index) => perRequest(weight, variants[index]?.requests))
  return [...shares, ...candidates.map(cost => differenceText(cost, baseline))]

  /** @param {number | null} cost @param {number | null} from */
  function differenceText(cost, from) {
    if (cost === null || from === null) return '-'
    return formatCostDifference({ difference: cost - from, low: null, high: null }, unit)
  }
}

/** @param {number} weight @param {number} [requests] */
function perRequest(weight, requests = 0) {
  return requests === 0 ? null : weight / requests
}
