import { inflate } from './inflate.js'

/** Unpacks each long text of the page when it is first opened. */
export function showPackedTexts() {
  for (const details of document.querySelectorAll('details.packed'))
    details.addEventListener('toggle', () => unpackInto(details), { once: true })
}

/** @type {(details: Element) => Promise<void>} */
async function unpackInto(details) {
  const text = await inflate(details.querySelector('script')?.textContent ?? '')
  details.querySelector('pre')?.replaceChildren(await text.text())
}
