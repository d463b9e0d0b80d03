/** @import { Change } from '../../src/stats/types.js' */

/**
 * Returns a change in the middle of its interval; its one-sided limits are a fifth closer.
 * @param {number} low
 * @param {number} high
 * @param {number} [pairs]
 * @returns {Change}
 */
export function makeChange(low, high, pairs = 6) {
  return {
    relative: (low + high) / 2,
    low,
    high,
    confidence: 0.95,
    bound: { low: 0.9 * low + 0.1 * high, high: 0.1 * low + 0.9 * high },
    pairs,
    spread: (high - low) / 2,
    pValue: low > 0 || high < 0 ? 0.03 : 0.3
  }
}
