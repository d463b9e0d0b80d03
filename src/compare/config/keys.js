/** @typedef {(string | number)[]} KeyPath such as ['servers', 1, 'command'] */

/** Returns the name of a key as code has it, such as servers[1].command. @param {KeyPath} keys */
export function keyText(keys) {
  return keys
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')
}
