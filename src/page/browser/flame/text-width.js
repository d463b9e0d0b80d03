/** Widths of characters, each measured once: pens here have one font. @type {Map<string, number>} */
const widths = new Map()

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 */
export function textPx(pen, text) {
  let px = 0
  for (const character of text) px += characterPx(pen, character)
  return px
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} widthPx
 * @returns {string} as much of it as has room
 */
export function cutText(pen, text, widthPx) {
  const roomPx = widthPx - characterPx(pen, '…')
  let px = 0
  let kept = 0
  for (const character of text) {
    px += characterPx(pen, character)
    if (px > widthPx) return roomPx > 0 ? `${text.slice(0, kept)}…` : ''
    if (px <= roomPx) kept += character.length
  }
  return text
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} character
 */
function characterPx(pen, character) {
  const known = widths.get(character)
  if (known !== undefined) return known
  const { width } = pen.measureText(character)
  widths.set(character, width)
  return width
}
