import { deflateRawSync } from 'node:zlib'

/**
 * Returns a text for a page: deflated, in base64, which cannot end a script or an attribute. `browser/inflate.js` is the
 * inverse.
 * @param {string} text
 */
export function packText(text) {
  return deflateRawSync(text, { level: 9 }).toString('base64')
}
