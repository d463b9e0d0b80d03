import { copyText } from '../../browser/copy-text.js'
import { download } from '../../browser/download.js'
import { button, element } from '../../browser/element.js'

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
    download(new Blob([content], { type }), file)
    done.textContent = `Saved ${file}.`
  }
}
