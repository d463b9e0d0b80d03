const MOST_CHARACTERS = 400
/** With the note on its length it is no longer than what is not cut at all, and so is not cut again. */
const KEPT_CHARACTERS = 360
/** Controls, invisible marks that turn the direction of text, and line separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * A text of whoever wrote the program, as a page has it: without what would turn the text around it or break its line, and
 * no longer than anybody reads. Names can be a megabyte long.
 * @param {string} text
 * @returns {string}
 */
export function shown(text) {
  if (text.length <= MOST_CHARACTERS) return seen(text)
  return `${seen(text.slice(0, KEPT_CHARACTERS))}… (${text.length.toLocaleString('en-US')} characters)`
}

/** @param {string} text */
function seen(text) {
  return text.replace(/[\n\t]/g, ' ').replace(UNSEEN, '\ufffd')
}
