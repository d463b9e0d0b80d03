import { element } from './element.js'

/** Pixels of the picture per pixel of the page: text stays sharp where a page shows it larger. */
const SCALE = 2
const PADDING = 24

/**
 * Draws parts of the page as a PNG, one below the other, as they are seen: copies of them with the styles that they have, within an SVG.
 * @param {Element[]} parts
 * @returns {Promise<Blob | null>} null where the browser cannot
 */
export async function drawAsSeen(parts) {
  const copies = element('div', {}, ...parts.map(styledCopy))
  Object.assign(copies.style, { padding: `${PADDING}px`, width: 'max-content' })
  const { width, height } = sizeOf(copies)
  const content = new XMLSerializer().serializeToString(copies)
  const size = `width="${width}" height="${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><foreignObject ${size}>${content}</foreignObject></svg>`
  const image = new Image()
  // Browsers let a canvas be read that such an image was drawn on; one with a blob's address not all of them.
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = element('canvas', { width: width * SCALE, height: height * SCALE })
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = getComputedStyle(document.body).backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => canvas.toBlob(resolve))
}

/** Returns the whole pixels that an element takes, which is on no page. @param {HTMLElement} made */
function sizeOf(made) {
  made.style.position = 'absolute'
  document.body.append(made)
  const { width, height } = made.getBoundingClientRect()
  made.remove()
  made.style.position = 'static'
  return { width: Math.ceil(width), height: Math.ceil(height) }
}

/** Returns a copy that needs no style sheet. @param {Element} from */
function styledCopy(from) {
  const copy = /** @type {HTMLElement} */ (from.cloneNode(false))
  const style = getComputedStyle(from)
  for (const name of style) copy.style.setProperty(name, style.getPropertyValue(name))
  for (const child of style.display === 'none' ? [] : from.childNodes)
    copy.append(child instanceof Element ? styledCopy(child) : child.cloneNode())
  return copy
}
