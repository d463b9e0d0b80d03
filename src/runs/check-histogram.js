import { inflateSync } from 'node:zlib'

/** Of HdrHistogram V2, without the size of a word. */
const COMPRESSED_COOKIE = 0x1c849304
const COOKIE = 0x1c849303
const HEADER_BYTES = 40
const MOST_BYTES = 1 << 20
const MOST_MICROS = 1n << 32n
/** Those of autocannon's own histograms; the others have three. */
const MOST_DIGITS = 5

/**
 * Returns whether a text is a histogram that can be decoded: the compressed part has a checksum, so a changed bit is found.
 * @param {string} encoded HdrHistogram V2, compressed, base64
 */
export function isHistogram(encoded) {
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length < 8 || !hasCookie(bytes, COMPRESSED_COOKIE)) return false
  try {
    const content = inflateSync(bytes.subarray(8, 8 + bytes.readInt32BE(4)), { maxOutputLength: MOST_BYTES })
    if (content.length < HEADER_BYTES || !hasCookie(content, COOKIE)) return false
    const [payload, digits, highest] = [content.readInt32BE(4), content.readInt32BE(12), content.readBigInt64BE(24)]
    const isPlain = digits >= 0 && digits <= MOST_DIGITS && highest > 1n && highest <= MOST_MICROS
    return payload === content.length - HEADER_BYTES && isPlain
  } catch {
    return false
  }
}

/** @param {Buffer} bytes @param {number} cookie */
function hasCookie(bytes, cookie) {
  return (bytes.readInt32BE(0) & ~0xf0) === (cookie & ~0xf0)
}
