/** Widths of characters, each measured once: all contexts here have one font. @type {Map<string, number>} */
const widths = new Map()

/** @type {(context: CanvasRenderingContext2D, text: string) => number} */
export function textPx(context, text) {
  let px = 0
  for (const character of text) px += characterPx(context, character)
  return px
}

/**
 * Returns as much of a text as fits, with an ellipsis where it was cut.
 * @type {(context: CanvasRenderingContext2D, text: string, widthPx: number) => string}
 */
export function cutText(context, text, widthPx) {
  const roomPx = widthPx - characterPx(context, '…')
  let px = 0
  let kept = 0
  for (const character of text) {
    px += characterPx(context, character)
    if (px > widthPx) return roomPx > 0 ? `${text.slice(0, kept)}…` : ''
    if (px <= roomPx) kept += character.length
  }
  return text
}

/** @type {(context: CanvasRenderingContext2D, character: string) => number} */
function characterPx(context, character) {
  const known = widths.get(character)
  if (known !== undefined) return known
  const { width } = context.measureText(character)
  widths.set(character, width)
  return width
}
