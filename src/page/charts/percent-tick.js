/**
 * @param {number} ratio
 * @returns {string} its size: which side is which is told in words
 */
export function percentTick(ratio) {
  return `${Number(Math.abs(ratio * 100).toFixed(2))} %`
}
