/** @import { Analysis } from '../types.js' */

/**
 * Whether anything can be said of every candidate: a run without is void, and ends with exit code 3.
 * @param {Analysis} analysis
 */
export function hasVerdict({ verdicts }) {
  return verdicts.every(verdict => verdict.change !== null)
}
