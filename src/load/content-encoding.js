const NAME = 'content-encoding'

/**
 * How an answer was encoded on the wire. Reads the raw header list: a tool that inflates hides the parsed header.
 * @param {string[]} rawHeaders name, value, name, value ...
 * @returns {string} `identity` where the header is absent
 */
export function contentEncodingOf(rawHeaders) {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === NAME.length && name.toLowerCase() === NAME) return rawHeaders[index + 1] ?? ''
  }
  return 'identity'
}
