import { parseHex } from './theme.js'

/** @typedef {ReturnType<typeof buildPixelRows>} PixelRows */

/**
 * Draws rows of bars as pixels, one pixel high each, and stretches them to the height of the rows: the time does not depend on
 * the number of bars.
 */
export function buildPixelRows() {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  /** @type {Map<string, number>} */
  const known = new Map()
  let image = new ImageData(1, 1)
  let pixels = new Uint32Array(image.data.buffer)
  return { begin, pixelOf, fill, draw }

  /** @type {(width: number, rows: number, background: string) => void} */
  function begin(width, rows, background) {
    if (image.width !== width || image.height < rows) {
      Object.assign(canvas, { width, height: rows })
      image = new ImageData(width, rows)
      pixels = new Uint32Array(image.data.buffer)
    }
    pixels.fill(pixelOf(background))
  }

  /** @type {(row: number, from: number, to: number, pixel: number) => void} */
  function fill(row, from, to, pixel) {
    const start = row * image.width
    for (let at = start + from; at < start + to; at++) pixels[at] = pixel
  }

  /** @type {(target: CanvasRenderingContext2D, places: { top: number, height: number }[], widthPx: number) => void} */
  function draw(target, places, widthPx) {
    context?.putImageData(image, 0, 0)
    target.imageSmoothingEnabled = false
    places.forEach(({ top, height }, row) => {
      target.drawImage(canvas, 0, row, image.width, 1, 0, top, widthPx, height)
    })
  }

  /** Returns the pixel of a colour #rrggbb. @type {(colour: string) => number} */
  function pixelOf(colour) {
    const pixel = known.get(colour)
    if (pixel !== undefined) return pixel
    const { red, green, blue } = parseHex(colour)
    const [made = 0] = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)
    known.set(colour, made)
    return made
  }
}
