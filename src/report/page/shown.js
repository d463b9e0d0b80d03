const MOST_CHARACTERS = 400

/**
 * A text as a page has it: names can be a megabyte long, and nobody reads one any further than this.
 * @param {string} text
 * @returns {string}
 */
export function shown(text) {
  if (text.length <= MOST_CHARACTERS) return text
  return `${text.slice(0, MOST_CHARACTERS)}… (${text.length.toLocaleString('en-US')} characters)`
}
