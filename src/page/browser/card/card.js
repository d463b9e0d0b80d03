import { copyText } from '../copy-text.js'
import { download } from '../download.js'
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
