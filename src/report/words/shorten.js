const LONGEST_NAME = 60

/**
 * Cuts a text, with an ellipsis at its end.
 * @param {string} text
 * @param {number} longest in characters
 * @returns {string}
 */
export function shorten(text, longest) {
  const characters = Array.from(text.slice(0, 2 * longest + 2))
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/**
 * Cuts the name of a function within the calls that lead to it: its last call says most, and differs between rows.
 * @param {string} text such as handler > console.log > writeSync
 * @param {number} longest in characters
 * @returns {string}
 */
export function shortenCalls(text, longest) {
  const last = text.slice(text.lastIndexOf(' > '))
  if (text.length <= longest || last === text || last.length > longest / 2) return shorten(text, longest)
  return shorten(text, longest - last.length) + last
}

/**
 * Cuts a text at its start, such as a path whose end names the file.
 * @param {string} text
 * @param {number} longest in characters
 * @returns {string}
 */
export function shortenStart(text, longest) {
  const characters = Array.from(text.slice(-2 * longest - 2))
  return characters.length <= longest ? text : `…${characters.slice(1 - longest).join('')}`
}

/** Shortens a name for a description or a tip of a chart, which repeats it often. @param {string} name */
export function shortName(name) {
  return shorten(name, LONGEST_NAME)
}
