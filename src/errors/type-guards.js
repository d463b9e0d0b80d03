/** Guards of values that come from outside, such as parsed JSON. */

/** @param {unknown} value @returns {value is Record<string, unknown>} neither null nor an array */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @param {unknown} value @returns {value is number} a whole number from 0 on that is exact */
export function isCount(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** @param {unknown} value @returns {value is number} a time or a size: from 0 on, finite, and exact to 1 */
export function isAmount(value) {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER
}
