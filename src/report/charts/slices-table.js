import { formatCount } from '../format.js'
import { metricWords } from '../words.js'
import { roundMedians } from './round-medians.js'

/**
 * The chart of slices as figures: the median of each variant in each round, of the slices that count.
 * @param {import('./slice-points.js').SlicePoints} data
 * @returns {import('../sections.js').Table}
 */
export function slicesTable({ metric, variants, points }) {
  const medians = roundMedians(
    points.filter(({ flaws }) => flaws.length === 0),
    variants
  )
  const rounds = [...new Set(points.map(({ round }) => round))].sort((a, b) => a - b)
  const rows = rounds.map(function rowOf(round) {
    const isVoid = points.filter(point => point.round === round && point.flaws.length > 0)
    return [String(round + 1), ...variants.map(variant => cell(round, variant)), formatCount(isVoid.length)]
  })
  return { header: ['round', ...variants, 'void slices'], rows, textColumns: 1 }

  /**
   * @param {number} round
   * @param {string} variant
   */
  function cell(round, variant) {
    const found = medians.find(each => each.round === round && each.variant === variant)
    return found ? metricWords[metric].format(found.median) : '-'
  }
}
