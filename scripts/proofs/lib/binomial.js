/** Exact bounds of shares that were counted in independent runs. */

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

/**
 * Returns the exact two-sided interval of a share (Clopper and Pearson 1934).
 * @param {number} hits
 * @param {number} runs
 * @param {number} [confidence]
 */
export function binomialInterval(hits, runs, confidence = 0.95) {
  const oneSided = (1 + confidence) / 2
  return { low: 1 - binomialUpper(runs - hits, runs, oneSided), high: binomialUpper(hits, runs, oneSided) }
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
