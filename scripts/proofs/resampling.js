import { shuffled } from '../../src/stats/seeded-random.js'

/** Drawing runs from a bank of rounds, and what may be said of shares that were counted in such draws. */

/** The factor of a one-sided 99 % bound. */
const Z_99 = 2.3263

/**
 * Without replacement where the bank is large enough.
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
 * With replacement.
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
 * Of two variants that are the same it is chance which one is called the baseline.
 * @template T
 * @param {{ baseline: T, candidate: T }[]} rounds
 * @param {() => number} random
 */
export function swapLabels(rounds, random) {
  return rounds.map(round => (random() < 0.5 ? round : { baseline: round.candidate, candidate: round.baseline }))
}

/**
 * All runs of so many rounds in the order of recording.
 * @template T
 * @param {readonly T[]} bank
 * @param {number} count
 * @param {number} [step] `count` for runs that share nothing
 */
export function consecutiveRuns(bank, count, step = 1) {
  const runs = Math.max(0, Math.floor((bank.length - count) / step) + 1)
  return Array.from({ length: runs }, (_, run) => bank.slice(run * step, run * step + count))
}

/**
 * The largest probability under which so few of so many independent runs come out with a chance of at least 1 - confidence
 * (Clopper and Pearson 1934, one-sided).
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

/**
 * @param {number} hits
 * @param {number} runs
 * @param {number} share above 0 and below 1
 */
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
 * An upper 99 % bound of a share that was counted in runs drawn from a bank, where the bank itself is a sample. What the
 * share would have been with other banks is seen by drawing the bank's rounds again; of the variance over such banks that
 * part is taken away which comes from counting.
 * @param {object} counted
 * @param {number} counted.share
 * @param {number} counted.draws
 * @param {number[]} counted.otherShares each counted in a bank that was drawn again
 * @param {number} counted.otherDraws of each of them
 */
export function bankUpper({ share, draws, otherShares, otherDraws }) {
  const middle = otherShares.reduce((sum, other) => sum + other, 0) / otherShares.length
  const seen = otherShares.reduce((sum, other) => sum + (other - middle) ** 2, 0) / (otherShares.length - 1)
  const ofBank = Math.max(0, seen - (middle * (1 - middle)) / otherDraws)
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

/**
 * @param {number[]} values
 * @param {number} q
 */
export function quantile(values, q) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}
