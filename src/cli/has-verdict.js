/**
 * Whether anything can be said of every candidate: a run without is void, and ends with exit code 3.
 * @param {import('../types.js').Analysis} analysis
 */
export function hasVerdict({ verdicts }) {
  return verdicts.every(verdict => verdict.change !== null)
}
