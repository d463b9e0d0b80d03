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
      return own.length === 0 ? [] : [{ variant, round, median: median(own.map(({ value }) => value)) }]
    })
  )
}

/** @param {number[]} values at least one */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? 0)) / 2
}
