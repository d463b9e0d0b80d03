import { element } from './element.js'

/** A browser can begin to read a file some time after the click. */
const READ_MS = 60_000

/**
 * Saves a file that the page made.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const url = URL.createObjectURL(blob)
  element('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
