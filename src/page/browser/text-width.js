/** Widths of characters by font, each measured once. @type {Map<string, Map<string, number>>} */
const widths = new Map()

/** @type {(context: CanvasRenderingContext2D, text: string) => number} */
export function textPx(context, text) {
  const characterPx = measured(context)
  let px = 0
  for (const character of text) px += characterPx(character)
  return px
}

/**
 * Returns as much of a text as fits, with an ellipsis where it was cut.
 * @type {(context: CanvasRenderingContext2D, text: string, widthPx: number) => string}
 */
export function cutText(context, text, widthPx) {
  const characterPx = measured(context)
  const roomPx = widthPx - characterPx('…')
  let px = 0
  let kept = 0
  for (const character of text) {
    px += characterPx(character)
    if (px > widthPx) return roomPx > 0 ? `${text.slice(0, kept)}…` : ''
    if (px <= roomPx) kept += character.length
  }
  return text
}

/**
 * Returns a function that measures a character in the present font of a context.
 * @param {CanvasRenderingContext2D} context
 */
function measured(context) {
  const known = widths.get(context.font) ?? new Map()
  widths.set(context.font, known)
  return characterPx

  /** @param {string} character @returns {number} */
  function characterPx(character) {
    const width = known.get(character) ?? context.measureText(character).width
    known.set(character, width)
    return width
  }
}
