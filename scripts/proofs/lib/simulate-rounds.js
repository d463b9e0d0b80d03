import { seededRandom } from '../../../src/stats/seeded-random.js'

/**
 * Simulated runs with a known effect. The logarithm of a slice's cost is the sum of the variant's own cost, the deviation of
 * its launch, the drift of the machine (the same for both variants at that moment), the noise of the slice, and sometimes a
 * disturbance, which only adds.
 *
 * @typedef {object} Truth
 * @property {number} effect log-ratio of candidate to baseline
 * @property {number} launchSd of the logarithm, from launch to launch
 * @property {number} sliceSd of the logarithm, from slice to slice of a launch
 * @property {number} slices of each launch
 * @property {number} outlierShare of slices that something disturbed
 * @property {number} trend of the machine's log speed, per round
 * @property {number} walkSd of the machine's log speed, from one slice to the next
 *
 * @typedef {{ baseline: number[], candidate: number[] }} SimulatedRound
 */

/** Looked up once: millions of slices are drawn, in a test where every global name is looked up slowly. */
const { PI, cos, exp, log, sin, sqrt } = Math

const OUTLIER = { least: 0.1, most: 0.6 }
/** Between two rounds launches start and warm up; the machine drifts as much as in so many slices. */
const PAUSE_SLICES = 4

/**
 * @param {Truth} truth
 * @param {number} seed
 * @returns {() => SimulatedRound} returns the next round of a run without an end
 */
export function simulateRun(truth, seed) {
  const random = seededRandom(seed)
  const gaussian = gaussianFrom(random)
  const trendOfSlice = truth.trend / (2 * truth.slices + PAUSE_SLICES)
  const firstOrder = random() < 0.5
  let index = 0
  let machine = 0
  return function nextRound() {
    passTime(PAUSE_SLICES)
    const isCandidateFirst = firstOrder !== (index++ % 2 === 1)
    const launches = [0, truth.effect].map(own => own + truth.launchSd * gaussian())
    /** @type {[number[], number[]]} */
    const values = [[], []]
    for (let slice = 0; slice < truth.slices; slice++) {
      const first = isCandidateFirst !== (slice % 2 === 1) ? 1 : 0
      play(first)
      play(first === 1 ? 0 : 1)
    }
    return { baseline: values[0], candidate: values[1] }

    /** @param {0 | 1} side */
    function play(side) {
      passTime(1)
      const noise = truth.sliceSd * gaussian() + disturbance()
      values[side].push(exp((launches[side] ?? 0) + machine + noise))
    }
  }

  /** @param {number} slices */
  function passTime(slices) {
    machine += trendOfSlice * slices + truth.walkSd * sqrt(slices) * gaussian()
  }

  function disturbance() {
    if (truth.outlierShare === 0 || random() >= truth.outlierShare) return 0
    return log(1 + OUTLIER.least + random() * (OUTLIER.most - OUTLIER.least))
  }
}

/**
 * @param {Truth} truth
 * @param {number} rounds
 * @param {number} seed
 * @returns {SimulatedRound[]}
 */
export function simulateRounds(truth, rounds, seed) {
  const nextRound = simulateRun(truth, seed)
  return Array.from({ length: rounds }, () => nextRound())
}

/**
 * The method of Box and Muller; uses both values of a pair.
 * @param {() => number} random
 * @returns {() => number} of mean 0 and standard deviation 1
 */
function gaussianFrom(random) {
  let spare = Number.NaN
  return function nextGaussian() {
    if (!Number.isNaN(spare)) {
      const value = spare
      spare = Number.NaN
      return value
    }
    const radius = sqrt(-2 * log(1 - random()))
    const angle = 2 * PI * random()
    spare = radius * sin(angle)
    return radius * cos(angle)
  }
}
