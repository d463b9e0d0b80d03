/**
 * @param {string} isoTime in UTC
 * @returns {string} such as 2026-01-31 09:30
 */
export function momentInWords(isoTime) {
  return isoTime.slice(0, 16).replace('T', ' ')
}
