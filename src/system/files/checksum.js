import { createHash } from 'node:crypto'

/** Returns the checksum of a text or a file: the first 16 digits that `sha256sum` prints. @param {Iterable<string | Uint8Array>} parts */
export function checksumOf(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}

/** Returns the JSON of an object with its checksum as a last property. @param {string} json in one line, with other properties */
export function withChecksum(json) {
  return `${json.slice(0, -1)},"checksum":"${checksumOf([json])}"}`
}

/** Returns what {@link withChecksum} was given; null where the text does not fit its checksum. @param {string} text */
export function withoutChecksum(text) {
  const json = text.replace(/,"checksum":"\w+"}$/, '}')
  return withChecksum(json) === text ? json : null
}
