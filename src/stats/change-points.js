import { seededRandom, shuffled } from './seeded-random.js'

/** Of series of independent values without a change point, at most this share has one that is found. */
export const LEVEL = 0.05
/** Of seven values, 2 x 3! x 4! / 7! = 5.7% of the orders have the same two sides as a step, in either order: no p is below that. */
const FEWEST_VALUES = 8
/** The same sides in another order of values have the same statistic, but for the rounding of its sums. */
const ROUNDING = 1e-9
const PERMUTATIONS = 499
const FEWEST = 2
const SEED = 1

/**
 * @typedef {object} ChangePoint
 * @property {number} index of the first value after the change
 * @property {number} pValue of the permutation test
 *
 * @typedef {{ q: number, at: number }} Split
 */

/**
 * Returns where the distribution of a series changes: E-divisive with means (Matteson and James 2014, doi 10.1080/01621459.2013.849605,
 * with alpha = 1), as MongoDB (Daly et al. 2020, doi 10.1145/3358960.3375791) and Apache Otava use it on performance series. The
 * split with the largest statistic is tested by shuffling the values within the segments that are known so far; when p is at most
 * {@link LEVEL}, both sides are searched again. The values can have any distribution, but must be exchangeable: drift, and values that
 * depend on the one before, are found as change points more often. The same series gives the same points.
 * @param {number[]} values oldest first
 * @returns {ChangePoint[]} in order
 */
export function changePoints(values) {
  if (values.length < FEWEST_VALUES) return []
  const random = seededRandom(SEED)
  /** @type {ChangePoint[]} */
  const found = []
  for (;;) {
    const segments = segmentsOf(values, found)
    const best = bestSplit(segments)
    if (best.q <= 0) return found
    const least = best.q * (1 - ROUNDING)
    let asLarge = 1
    for (let round = 0; round < PERMUTATIONS; round++)
      if (bestSplit(segments.map(each => ({ ...each, values: shuffled(each.values, random) }))).q >= least) asLarge++
    const pValue = asLarge / (PERMUTATIONS + 1)
    if (pValue > LEVEL) return found
    found.push({ index: best.at, pValue })
    found.sort((one, other) => one.index - other.index)
  }
}

/** @typedef {{ start: number, values: number[] }} Segment */

/** @param {number[]} values @param {ChangePoint[]} points in order @returns {Segment[]} */
function segmentsOf(values, points) {
  const starts = [0, ...points.map(({ index }) => index)]
  return starts.map((start, place) => ({ start, values: values.slice(start, starts[place + 1]) }))
}

/** @param {Segment[]} segments @returns {Split} */
function bestSplit(segments) {
  let best = { q: 0, at: 0 }
  for (const { start, values } of segments) {
    const { q, at } = largestEnergy(values)
    if (q > best.q) best = { q, at: start + at }
  }
  return best
}

/**
 * Returns the split with the largest energy statistic: n m / (n + m) times twice the mean distance between the two sides, minus the mean
 * distances within each. From one split to the next a value moves from the right side to the left, so sums are updated.
 * @type {(values: number[]) => Split} `q` 0 where there are fewer than four values
 */
export function largestEnergy(values) {
  const total = values.length
  const toAll = values.map(value => distancesTo(value, values, 0, total))
  let best = { q: 0, at: 0 }
  let left = 0
  let right = toAll.reduce((sum, each) => sum + each, 0) / 2
  let between = 0
  for (let at = 1; at <= total - FEWEST; at++) {
    const moved = values[at - 1] ?? 0
    const toLeft = distancesTo(moved, values, 0, at - 1)
    const toRight = (toAll[at - 1] ?? 0) - toLeft
    left += toLeft
    right -= toRight
    between += toRight - toLeft
    if (at < FEWEST) continue
    const [n, m] = [at, total - at]
    const energy = (2 * between) / (n * m) - left / ((n * (n - 1)) / 2) - right / ((m * (m - 1)) / 2)
    const q = ((n * m) / (n + m)) * energy
    if (q > best.q) best = { q, at }
  }
  return best
}

/** @type {(value: number, values: number[], from: number, to: number) => number} */
function distancesTo(value, values, from, to) {
  let sum = 0
  for (let index = from; index < to; index++) {
    const distance = value - (values[index] ?? 0)
    sum += distance < 0 ? -distance : distance
  }
  return sum
}
