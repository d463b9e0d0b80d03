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
  const [width, height] = sizeOf(parts)
  const copies = element('div', {}, ...parts.map(styledCopy))
  copies.style.padding = `${PADDING}px`
  const content = new XMLSerializer().serializeToString(copies)
  const size = `width="${width}" height="${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><foreignObject ${size}>${content}</foreignObject></svg>`
  const image = new Image()
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

/** @param {Element[]} parts @returns {[width: number, height: number]} in pixels of the page */
function sizeOf(parts) {
  const boxes = parts.map(part => part.getBoundingClientRect())
  const width = Math.max(...boxes.map(box => box.width))
  const height = boxes.reduce((sum, box) => sum + box.height, 0)
  return [Math.ceil(width + 2 * PADDING), Math.ceil(height + 2 * PADDING)]
}

/** Returns a copy that needs no style sheet. @param {Element} from */
function styledCopy(from) {
  const copy = /** @type {HTMLElement} */ (from.cloneNode(false))
  const style = getComputedStyle(from)
  for (const name of style) copy.style.setProperty(name, style.getPropertyValue(name))
  for (const child of from.childNodes) copy.append(child instanceof Element ? styledCopy(child) : child.cloneNode())
  return copy
}
