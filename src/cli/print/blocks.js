/** Of a bar, what is a share and what is the rest. @type {Record<string, string>} */
const ascii = { '█': '#', '░': '-' }

/**
 * Returns a text with the blocks of its bars as ASCII where a terminal cannot show them: it says that it can do nothing, or has another
 * encoding than UTF-8. What is no terminal gets the text as it is.
 * @param {string} text @param {{ isTTY?: boolean }} stream @param {NodeJS.ProcessEnv} [env]
 */
export function withBlocks(text, { isTTY = false }, env = process.env) {
  const { TERM, LC_ALL, LC_CTYPE, LANG } = env
  const locale = LC_ALL || LC_CTYPE || LANG || 'UTF-8'
  const hasBlocks = !isTTY || (TERM !== 'dumb' && /utf-?8/i.test(locale))
  return hasBlocks ? text : text.replace(/[█░]/g, block => ascii[block] ?? block)
}
