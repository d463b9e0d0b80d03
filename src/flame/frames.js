import { fileInFolder } from '../profile/tree/file-in-folder.js'
import { categoriseFrame } from '../profile/tree/frames.js'
import { ALPHA, CONFIDENCE } from '../stats/levels.js'
import { discoveryThreshold } from '../stats/multiple-tests.js'
import { tFactor } from '../stats/t-distribution.js'

/** @import { ComparedLaunches } from '../blame/evidence.js' */
/** @import { LaunchCosts } from '../blame/costs/launch-costs.js' */
/** @import { Frame } from '../profile/types.js' */
/** @import { FlameFrame } from './types.js' */

/** @type {(frame: Frame, folder: string) => FlameFrame} */
export function flameFrame(frame, folder) {
  const { name, file, line, column } = frame
  return { name, file: fileInFolder(file, folder), line, column, ...categoriseFrame(frame) }
}

/**
 * Returns half the interval of each difference. The intervals have a false coverage rate of 5%, however many there are: they
 * are taken at the level at which Benjamini and Hochberg's procedure accepts differences (Benjamini and Yekutieli 2005,
 * doi 10.1198/016214504000001907).
 * @param {ComparedLaunches | null} compared
 * @param {Map<LaunchCosts, Float64Array>} costs of nodes or of functions, by launch
 * @param {number} count of the nodes or functions
 * @returns {number[] | null} null where fewer than two rounds were profiled in both variants
 */
export function noiseOf(compared, costs, count) {
  if (!compared || compared.pairing.rounds.length < 2) return null
  const { launches, compare, degrees } = compared
  const byLaunch = launches.map(launch => costs.get(launch))
  const differences = Array.from({ length: count }, (_, index) => compare(byLaunch.map(own => own?.[index] ?? 0)))
  const pValues = differences.map(({ pValue }) => pValue)
  const threshold = discoveryThreshold(pValues)
  const accepted = pValues.filter(p => p <= threshold).length
  const confidence = 1 - (Math.max(1, accepted) / count) * ALPHA
  const factor = tFactor(confidence, degrees) / tFactor(CONFIDENCE, degrees)
  return differences.map(({ low, high }) => (factor * (Number(high) - Number(low))) / 2)
}
