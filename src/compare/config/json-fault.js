const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`
/** A token of RFC 8259 and the white space before it. */
const TOKEN = new RegExp(String.raw`[ \t\r\n]*(${STRING}|${NUMBER}|true|false|null|[{}[\],:])`, 'y')

/** @typedef {'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end'} Expected what may come next */

/**
 * Returns the offset of what JSON.parse refuses, which its message does not have in every version of Node.js.
 * @param {string} text
 * @returns {number} the length of the text where nothing is refused, or where it ends too early
 */
export function jsonFault(text) {
  /** @type {string[]} */
  const open = []
  /** @type {Expected} */
  let expected = 'value'
  let offset = 0
  const end = text.trimEnd().length
  while (offset < end) {
    TOKEN.lastIndex = offset
    const token = TOKEN.exec(text)?.[1]
    const next = token === undefined ? null : after(token)
    if (token === undefined || next === null) return offset + text.slice(offset).search(/[^ \t\r\n]/)
    offset = TOKEN.lastIndex
    expected = next
  }
  return end

  /** @param {string} token @returns {Expected | null} null where it may not come next */
  function after(token) {
    const closes = open.at(-1) === '{' ? '}' : ']'
    const mayClose = expected === ', or end' ? open.length > 0 : expected.endsWith(closes)
    if (token === closes && mayClose) {
      open.pop()
      return ', or end'
    }
    if (expected === ', or end') return token === ',' && open.length > 0 ? afterComma() : null
    if (expected === ':') return token === ':' ? 'value' : null
    if (expected.startsWith('key')) return token.startsWith('"') ? ':' : null
    if (token === '{' || token === '[') {
      open.push(token)
      return token === '{' ? 'key or }' : 'value or ]'
    }
    return /^["\w-]/.test(token) ? ', or end' : null
  }

  function afterComma() {
    return open.at(-1) === '{' ? 'key' : 'value'
  }
}
