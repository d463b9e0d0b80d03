/** @import { Change } from '../../src/stats/types.js' */

/**
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
    pairs,
    spread: (high - low) / 2,
    pValue: low > 0 || high < 0 ? 0.03 : 0.3
  }
}
