import { button, element } from '../element.js'

/**
 * @typedef {object} Exports what the reader can take from a graph; null where nothing is selected or shown
 * @property {() => string | null} stack
 * @property {() => string | null} svg
 * @property {() => Promise<Blob | null>} png
 * @property {() => string | null} profile
 * @property {() => string} name of files, without an ending
 */

/**
 * Builds the buttons that copy or save what a graph shows. Nothing leaves the page.
 * @param {Exports} exports
 */
export function buildActions({ stack, svg, png, profile, name }) {
  const done = element('span', { class: 'flame-done', role: 'status' })
  const copy = button('Copy stack', copyStack)
  const root = element(
    'div',
    { class: 'flame-buttons flame-actions' },
    copy,
    button('Save SVG', () => save(svg(), 'image/svg+xml', '.svg')),
    button('Save PNG', async () => save(await png(), 'image/png', '.png')),
    button('Save profile (speedscope)', () => save(profile(), 'application/json', '.speedscope.json')),
    done
  )
  return { root, copyStack, update }

  /** @param {boolean} hasSelection */
  function update(hasSelection) {
    copy.disabled = !hasSelection
    done.textContent = ''
  }

  async function copyStack() {
    const text = stack()
    if (text !== null)
      done.textContent = (await copyText(text)) ? 'Copied the stack.' : 'The browser does not allow copying.'
  }

  /** @type {(content: string | Blob | null, type: string, ending: string) => void} */
  function save(content, type, ending) {
    if (content === null) return
    const file = name() + ending
    const url = URL.createObjectURL(new Blob([content], { type }))
    element('a', { href: url, download: file }).click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000) // after the browser has read it
    done.textContent = `Saved ${file}.`
  }
}

/** Returns whether a text was copied; some browsers allow only the older way in a local file. @param {string} text */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = element('textarea', { readonly: true, 'aria-hidden': 'true' })
    field.value = text
    document.body.append(field)
    const focused = document.activeElement
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    return isCopied
  }
}
