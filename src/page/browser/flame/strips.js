import { parseHex } from './colour.js'

/**
 * Rows of bars as pixels, one high each, which are drawn as high as the rows are: however many bars there are, it takes as
 * long.
 */
export function buildStrips() {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  /** @type {Map<string, number>} */
  const known = new Map()
  let image = new ImageData(1, 1)
  let pixels = new Uint32Array(image.data.buffer)
  return { begin, pixelOf, fill, draw }

  /**
   * @param {number} width in pixels of the screen
   * @param {number} rows
   * @param {string} background
   */
  function begin(width, rows, background) {
    if (image.width !== width || image.height < rows) {
      Object.assign(canvas, { width, height: rows })
      image = new ImageData(width, rows)
      pixels = new Uint32Array(image.data.buffer)
    }
    pixels.fill(pixelOf(background))
  }

  /**
   * @param {number} row
   * @param {number} from
   * @param {number} to
   * @param {number} pixel {@link pixelOf}
   */
  function fill(row, from, to, pixel) {
    const start = row * image.width
    for (let at = start + from; at < start + to; at++) pixels[at] = pixel
  }

  /**
   * @param {CanvasRenderingContext2D} target
   * @param {{ top: number, height: number }[]} places of the rows
   * @param {number} widthPx
   */
  function draw(target, places, widthPx) {
    pen?.putImageData(image, 0, 0)
    target.imageSmoothingEnabled = false
    places.forEach(({ top, height }, row) => {
      target.drawImage(canvas, 0, row, image.width, 1, 0, top, widthPx, height)
    })
  }

  /** @param {string} colour #rrggbb */
  function pixelOf(colour) {
    const pixel = known.get(colour)
    if (pixel !== undefined) return pixel
    const { red, green, blue } = parseHex(colour)
    const [made = 0] = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)
    known.set(colour, made)
    return made
  }
}
