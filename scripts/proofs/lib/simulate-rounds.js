import { seededRandom } from '../../../src/stats/seeded-random.js'

/**
 * Simulated runs with a known effect. The logarithm of a slice's cost is the sum of the variant's own cost, the deviation of
 * its launch, the state of the machine (the same for both variants at that moment), the noise of the slice, and sometimes a
 * disturbance, which only adds. Every slice uses the same CPU time: a slice that costs more completes fewer requests.
 *
 * @typedef {object} Truth
 * @property {number} effect log-ratio of candidate to baseline
 * @property {number} launchSd of the logarithm, from launch to launch
 * @property {number} sliceSd of the logarithm, from slice to slice of a launch
 * @property {number} slices of each launch
 * @property {number} outlierShare of slices that something disturbed
 * @property {number} trend of the machine's log speed, per round
 * @property {number} walkSd of the machine's log speed, from one slice to the next
 * @property {number} [swingSd] of the machine's log speed around its mean, autocorrelated from slice to slice
 * @property {boolean} [isSharedCore] both halves of a slice run at the same time, at the same speed of the machine
 * @property {boolean} [hasHeavyTails] launches and slices deviate as t with 3 degrees of freedom does, with the same sd
 * @property {number} [burstShare] of the candidate's requests that cost 40% more; they come in whole slices
 *
 * @typedef {{ cpuMicros: number, completed: number }} SimulatedSlice
 * @typedef {{ baseline: SimulatedSlice[], candidate: SimulatedSlice[] }} SimulatedRound
 */

/** Looked up once: millions of slices are drawn, in a test where every global name is looked up slowly. */
const { PI, cos, exp, log, sin, sqrt } = Math

const OUTLIER = { least: 0.1, most: 0.6 }
/** Between two rounds launches start and warm up; the machine drifts as much as in so many slices. */
const PAUSE_SLICES = 4
/** From one slice to the next; swings of the speed of a core last for seconds. */
const SWING_CORRELATION = 0.8
const BURST = 0.4
const SLICE_MICROS = 500_000
const USUAL_COST_MICROS = 100

/**
 * What can be wrong with a machine or a server, apart from noise.
 * @type {Record<string, Partial<Truth>>}
 */
export const disturbances = {
  'swings that both launches share': { swingSd: 0.1, isSharedCore: true },
  'swings between separate slices': { swingSd: 0.1 },
  'a machine that becomes slower': { trend: 0.05, walkSd: 0.02 },
  'one slice in twenty disturbed': { outlierShare: 0.05 },
  'one slice in twenty disturbed, on a shared core that swings': {
    outlierShare: 0.05,
    swingSd: 0.1,
    isSharedCore: true
  },
  'heavy tails': { hasHeavyTails: true },
  'a cost that comes in bursts': { effect: 0, burstShare: 0.1 },
  'a cost that comes in bursts, on a shared core that swings': {
    effect: 0,
    burstShare: 0.1,
    swingSd: 0.1,
    isSharedCore: true
  }
}

/**
 * Returns the log-ratio that the requests of a run have in the long run, bursts included.
 * @param {Truth} truth
 */
export function trueLogRatio({ effect, burstShare = 0 }) {
  return effect + log(1 + BURST * burstShare)
}

/**
 * @param {Truth} truth
 * @param {number} seed
 * @returns {() => SimulatedRound} returns the next round of a run without an end
 */
export function simulateRun(truth, seed) {
  const { swingSd = 0, isSharedCore = false, hasHeavyTails = false, burstShare = 0 } = truth
  const random = seededRandom(seed)
  const gaussian = gaussianFrom(random)
  const deviation = hasHeavyTails ? heavyTailed : gaussian
  const trendOfSlice = truth.trend / ((isSharedCore ? 1 : 2) * truth.slices + PAUSE_SLICES)
  const firstOrder = random() < 0.5
  // Slices with a burst are longer per request, so fewer requests are in them than a share of slices suggests.
  const burstSlices = (burstShare * (1 + BURST)) / (1 + burstShare * BURST)
  let index = 0
  let machine = 0
  let swing = swingSd * gaussian()
  return function nextRound() {
    passTime(PAUSE_SLICES)
    const isCandidateFirst = firstOrder !== (index++ % 2 === 1)
    const launches = [0, truth.effect].map(own => own + truth.launchSd * deviation())
    /** @type {[SimulatedSlice[], SimulatedSlice[]]} */
    const slices = [[], []]
    for (let slice = 0; slice < truth.slices; slice++) {
      const first = isCandidateFirst !== (slice % 2 === 1) ? 1 : 0
      passTime(1)
      play(first)
      if (!isSharedCore) passTime(1)
      play(first === 1 ? 0 : 1)
    }
    return { baseline: slices[0], candidate: slices[1] }

    /** @param {0 | 1} side */
    function play(side) {
      const noise = truth.sliceSd * deviation() + disturbance() + (side === 1 ? burst() : 0)
      const cost = USUAL_COST_MICROS * exp((launches[side] ?? 0) + machine + swing + noise)
      slices[side].push({ cpuMicros: SLICE_MICROS, completed: SLICE_MICROS / cost })
    }
  }

  /** @param {number} slices */
  function passTime(slices) {
    machine += trendOfSlice * slices + truth.walkSd * sqrt(slices) * gaussian()
    if (swingSd === 0) return
    const kept = SWING_CORRELATION ** slices
    swing = kept * swing + sqrt(1 - kept * kept) * swingSd * gaussian()
  }

  function disturbance() {
    if (truth.outlierShare === 0 || random() >= truth.outlierShare) return 0
    return log(1 + OUTLIER.least + random() * (OUTLIER.most - OUTLIER.least))
  }

  function burst() {
    return burstSlices > 0 && random() < burstSlices ? log(1 + BURST) : 0
  }

  /** Of variance 1, as the normal ones: t with 3 degrees of freedom has a variance of 3. */
  function heavyTailed() {
    return gaussian() / sqrt(gaussian() ** 2 + gaussian() ** 2 + gaussian() ** 2)
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
