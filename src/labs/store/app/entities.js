/** What the store keeps: ids of 3 and values of up to 300 characters of the paper's alphabet. */

export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const VALUE_LENGTH = 300

const ID = /^[A-Za-z0-9]{3}$/
const VALUE = /^[A-Za-z0-9]+$/

/** Returns whether a text is an id. @param {string} text */
export function isId(text) {
  return ID.test(text)
}

/** Returns whether a text of at most `VALUE_LENGTH` characters is a value. @param {string} text */
export function isValue(text) {
  return VALUE.test(text)
}

/** Returns all 238,328 ids, in the order of the alphabet. @returns {Generator<string>} */
export function* allIds() {
  for (const first of ALPHABET)
    for (const second of ALPHABET) for (const third of ALPHABET) yield first + second + third
}
