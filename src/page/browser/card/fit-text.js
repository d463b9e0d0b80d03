/**
 * Returns as much of a text as fits, with an ellipsis where it was cut.
 * @type {(context: CanvasRenderingContext2D, text: string, widthPx: number) => string}
 */
export function cutText(context, text, widthPx) {
  if (context.measureText(text).width <= widthPx) return text
  const characters = Array.from(text)
  let kept = characters.length
  while (kept > 0 && context.measureText(`${characters.slice(0, kept).join('')}…`).width > widthPx) kept--
  return `${characters.slice(0, kept).join('')}…`
}

/**
 * Returns a text in lines that are not wider than the given width, but for words that are.
 * @type {(context: CanvasRenderingContext2D, text: string, widthPx: number) => string[]}
 */
export function wrapText(context, text, widthPx) {
  /** @type {string[]} */
  const lines = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && context.measureText(longer).width > widthPx) lines.push(word)
    else lines[Math.max(0, lines.length - 1)] = longer
  }
  return lines
}
