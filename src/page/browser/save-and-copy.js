import { element } from './element.js'

/** A browser can begin to read a file some time after the click. */
const READ_MS = 60_000

/**
 * Copies a text to the clipboard. Pages that are not from a secure origin, in some browsers also files, have no clipboard
 * API: there the text is selected and copied as a user would.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** @param {string} text */
function copySelected(text) {
  const focused = document.activeElement
  const area = element('textarea', { class: 'hidden' })
  area.value = text
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}

/** Saves a file that the page made. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob)
  element('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
