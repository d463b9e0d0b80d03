import { element } from './element.js'

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
