/**
 * @param {string} text
 * @param {number} longest in characters
 * @returns {string} with an ellipsis where its end is left out
 */
export function shorten(text, longest) {
  const characters = Array.from(text.slice(0, 2 * longest + 2))
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/**
 * A name where there is room, in a description or a tip. It may be as long as a file, and a chart tells it often.
 * @param {string} name
 */
export function shortName(name) {
  return shorten(name, 60)
}
