import { copyText } from './copy-text.js'
import { drawCard } from './draw-card.js'

/** @import { CardPicture } from '../../types.js' */

/** Lets the buttons of each summary card copy it as Markdown and save it as a picture. */
export function mountCards() {
  for (const card of document.querySelectorAll('.card')) mountCard(/** @type {HTMLElement} */ (card))
}

/** @param {HTMLElement} card */
function mountCard(card) {
  const [copy, save, status] = ['.copy-card', '.save-card', '[role=status]'].map(name => card.querySelector(name))
  copy?.addEventListener('click', async function copyCard() {
    const isCopied = await copyText(copy.getAttribute('data-markdown') ?? '')
    say(isCopied ? 'Copied as Markdown.' : 'The browser did not allow it to copy.')
  })
  save?.addEventListener('click', async function saveCard() {
    /** @type {CardPicture} */
    const picture = JSON.parse(card.dataset.picture ?? '')
    const blob = await drawCard(picture, getComputedStyle(card))
    if (!blob) return say('The browser cannot draw the picture.')
    download(blob, `${picture.fileName}.png`)
    say(`Saved as ${picture.fileName}.png.`)
  })

  /** @param {string} text */
  function say(text) {
    if (status) status.textContent = text
  }
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
