import { median } from '../../stats/means.js'

/**
 * @template {{ variant: string, round: number, value: number }} Point
 * @param {Point[]} points those that count
 * @param {string[]} variants
 * @returns {{ variant: string, round: number, median: number }[]} by round, and in it by variant, where there is one
 */
export function roundMedians(points, variants) {
  const rounds = [...new Set(points.map(({ round }) => round))].sort((a, b) => a - b)
  return rounds.flatMap(round =>
    variants.flatMap(function medianOf(variant) {
      const own = points.filter(point => point.round === round && point.variant === variant)
      const middle = median(own.map(({ value }) => value))
      return middle === null ? [] : [{ variant, round, median: middle }]
    })
  )
}
