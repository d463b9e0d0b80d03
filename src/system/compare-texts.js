/**
 * For sorting, the same in every locale.
 * @param {string} one
 * @param {string} other
 */
export function compareTexts(one, other) {
  if (one === other) return 0
  return one < other ? -1 : 1
}
