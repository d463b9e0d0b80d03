import { mean, variance } from '../../../src/stats/means.js'
import { shuffled } from '../../../src/stats/seeded-random.js'

/** Drawing runs from a bank of recorded rounds, and bounds for shares that were counted in such draws. */

/** The factor of a one-sided 99% bound. */
const Z_99 = 2.3263

/**
 * Draws without replacement where the bank is large enough, else with.
 * @template T
 * @param {readonly T[]} bank
 * @param {number} count
 * @param {() => number} random
 * @returns {T[]}
 */
export function drawRounds(bank, count, random) {
  return count <= bank.length ? shuffled(bank, random).slice(0, count) : drawAgain(bank, count, random)
}

/**
 * Draws with replacement.
 * @template T
 * @param {readonly T[]} bank
 * @param {number} count
 * @param {() => number} random
 * @returns {T[]}
 */
export function drawAgain(bank, count, random) {
  return Array.from({ length: count }, () => /** @type {T} */ (bank[Math.floor(random() * bank.length)]))
}

/**
 * Swaps the two sides of each round at random: which of two identical variants is the baseline is chance.
 * @template T
 * @param {{ baseline: T, candidate: T }[]} rounds
 * @param {() => number} random
 */
export function swapLabels(rounds, random) {
  return rounds.map(round => (random() < 0.5 ? round : { baseline: round.candidate, candidate: round.baseline }))
}

/**
 * Returns all runs of `count` rounds in the order of recording.
 * @template T
 * @param {readonly T[]} bank
 * @param {number} count
 * @param {number} [step] `count` for runs that share no round
 */
export function consecutiveRuns(bank, count, step = 1) {
  const runs = Math.max(0, Math.floor((bank.length - count) / step) + 1)
  return Array.from({ length: runs }, (_, run) => bank.slice(run * step, run * step + count))
}

/**
 * Returns the largest probability under which `hits` or fewer of `runs` independent runs have a chance of at least
 * 1 - confidence (Clopper and Pearson 1934, one-sided).
 * @param {number} hits
 * @param {number} runs
 * @param {number} [confidence]
 */
export function binomialUpper(hits, runs, confidence = 0.99) {
  if (hits >= runs) return 1
  let [low, high] = [hits / runs, 1]
  while (high - low > 1e-9) {
    const middle = (low + high) / 2
    if (binomialUpTo(hits, runs, middle) > 1 - confidence) low = middle
    else high = middle
  }
  return high
}

/** @type {(hits: number, runs: number, share: number) => number} */
function binomialUpTo(hits, runs, share) {
  let logTerm = runs * Math.log1p(-share)
  let total = Math.exp(logTerm)
  for (let k = 1; k <= hits; k++) {
    logTerm += Math.log(((runs - k + 1) / k) * (share / (1 - share)))
    total += Math.exp(logTerm)
  }
  return total
}

/**
 * Returns an upper 99% bound of a share that was counted in runs drawn from a bank, where the bank itself is a sample.
 * Drawing the bank's rounds again shows what other banks would have given; the part of that variance that comes from
 * counting draws is subtracted.
 * @param {object} counted
 * @param {number} counted.share
 * @param {number} counted.draws
 * @param {number[]} counted.otherShares each counted in a bank that was drawn again
 * @param {number} counted.otherDraws draws from each of those banks
 */
export function bankUpper({ share, draws, otherShares, otherDraws }) {
  const middle = mean(otherShares)
  const ofBank = Math.max(0, variance(otherShares) - (middle * (1 - middle)) / otherDraws)
  return Math.min(1, share + Z_99 * Math.sqrt(ofBank + (share * (1 - share)) / draws))
}

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => boolean} isHit
 */
export function shareOf(items, isHit) {
  return items.filter(isHit).length / items.length
}
