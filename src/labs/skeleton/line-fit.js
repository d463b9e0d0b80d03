import { sum } from '../../stats/means.js'

/**
 * Returns the straight line through points whose error is proportional to y: least squares of the relative errors, with weights
 * 1 / y² (Bevington and Robinson, Data Reduction and Error Analysis, chapter 6). Without weights the largest point would decide
 * alone.
 * @param {{ x: number, y: number }[]} points with y > 0, at two places x or more
 * @returns {{ slope: number, intercept: number }}
 */
export function relativeLineFit(points) {
  const weighted = points.map(({ x, y }) => ({ x, y, weight: 1 / y ** 2 }))
  const total = sum(weighted.map(({ weight }) => weight))
  const meanX = sum(weighted.map(({ x, weight }) => weight * x)) / total
  const meanY = sum(weighted.map(({ y, weight }) => weight * y)) / total
  const slope =
    sum(weighted.map(({ x, y, weight }) => weight * (x - meanX) * (y - meanY))) /
    sum(weighted.map(({ x, weight }) => weight * (x - meanX) ** 2))
  return { slope, intercept: meanY - slope * meanX }
}
