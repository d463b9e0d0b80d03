import { cutText, textPx, wrapText } from './text-width.js'

/** @import { Headline } from '../../report/words/answer-words.js' */
/** @import { Segment } from '../charts/stack-bar.js' */
/** @import { CodeFile, CodeRow } from '../parts/answer-part.js' */

/**
 * @typedef {object} CardPicture what is drawn as a PNG; its texts can be shown as they are
 * @property {string} fileName without its extension
 * @property {Headline} headline
 * @property {string} tone
 * @property {CodeFile[]} files
 * @property {Segment[]} bar
 * @property {number[]} gaps in it, as shares of its width
 * @property {string[]} sides
 * @property {{ label: string, texts: string[], change: string, tone: string }[]} metrics
 * @property {string[]} about how far it can be trusted, and where it was measured
 */

const WIDTH = 900
const PADDING = 28
const INNER = WIDTH - 2 * PADDING
/** Pixels of the picture per pixel of the page: text stays sharp where a page shows it larger. */
const SCALE = 2
const PRICE_WIDTH = 150
const NUMBER_WIDTH = 44
const LINE = 21
const BAR = 30
/** A narrower segment has no text. */
const NARROWEST = 40

/**
 * Draws an answer as a PNG in the colours and fonts of the page.
 * @param {CardPicture} picture
 * @param {CSSStyleDeclaration} style of the answer
 * @returns {Promise<Blob | null>} null where the browser cannot
 */
export async function drawCard(picture, style) {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return null
  // The first time measures: the height of the canvas follows from how the texts wrap.
  const height = drawOn(context, picture, style)
  canvas.width = WIDTH * SCALE
  canvas.height = height * SCALE
  context.scale(SCALE, SCALE)
  context.fillStyle = style.getPropertyValue('--page')
  context.fillRect(0, 0, WIDTH, height)
  drawOn(context, picture, style)
  return new Promise(resolve => canvas.toBlob(resolve))
}

/**
 * @param {CanvasRenderingContext2D} context @param {CardPicture} picture @param {CSSStyleDeclaration} style
 * @returns {number} height
 */
function drawOn(context, { headline, files, bar, gaps, sides, metrics, about }, style) {
  const [sans, mono] = ['--sans', '--mono'].map(colour)
  let y = PADDING
  const { before, number, after, detail } = headline
  for (const line of wrapText(use(`700 24px ${sans}`), `${before}${number}${after}`, INNER)) {
    // The only number of the sentence has the colour of the verdict.
    const [start = line, ...rest] = number && line.includes(number) ? line.split(number) : [line]
    y += 32
    const at = write(start, 'text', PADDING)
    if (rest.length > 0) write(rest.join(number), 'text', write(number, 'tone', at))
  }
  paragraph(detail, 15, 22)
  y += 10
  for (const { file, rows } of files) {
    if (file) text(file, `13px ${mono}`, 'muted', PADDING, INNER, LINE)
    for (const row of rows) codeRow(row)
  }
  if (bar.length > 0) stack()
  y += 8
  const columns = [PADDING, 420, 580, WIDTH - PADDING]
  if (metrics.length > 0) cells(['', ...sides, 'change (95% CI)'], 'muted', 'muted')
  for (const { label, texts, change, tone } of metrics) cells([label, ...texts, change], 'text', tone)
  y += 8
  for (const words of about) paragraph(words, 13, 18)
  return y + PADDING

  /** @param {string} name of a custom property */
  function colour(name) {
    return style.getPropertyValue(name).trim()
  }

  /** @param {string} font */
  function use(font) {
    context.font = font
    return context
  }

  /** Writes at the present line, and returns where the text ends. @type {(words: string, paint: string, x: number) => number} */
  function write(words, paint, x) {
    context.fillStyle = colour(`--${paint}`)
    context.textAlign = 'left'
    context.fillText(words, x, y - 6)
    return x + textPx(context, words)
  }

  /** @type {(words: string, px: number, lineHeight: number) => void} */
  function paragraph(words, px, lineHeight) {
    for (const line of wrapText(use(`${px}px ${sans}`), words, INNER)) {
      y += lineHeight
      write(line, 'muted', PADDING)
    }
  }

  /** @type {(words: string, font: string, paint: string, x: number, width: number, lineHeight: number, align?: CanvasTextAlign) => void} */
  function text(words, font, paint, x, width, lineHeight, align = 'left') {
    y += lineHeight
    use(font)
    context.fillStyle = colour(`--${paint}`)
    context.textAlign = align
    context.fillText(cutText(context, words, width), x, y - 6)
  }

  /** @param {CodeRow} row */
  function codeRow({ cost, share, tone, number: line, text: words, isSource }) {
    const right = PADDING + PRICE_WIDTH
    if (cost) {
      context.fillStyle = colour(`--${tone === 'noise' ? 'surface' : `${tone}-heat`}`)
      context.fillRect(right - share * PRICE_WIDTH, y, share * PRICE_WIDTH, LINE)
    }
    text(cost, `600 13px ${mono}`, tone === 'noise' ? 'muted' : tone, right - 8, PRICE_WIDTH, LINE, 'right')
    text(String(line), `12px ${mono}`, 'muted', right + NUMBER_WIDTH - 10, NUMBER_WIDTH, 0, 'right')
    const left = right + NUMBER_WIDTH
    text(words, isSource ? `13px ${mono}` : `14px ${sans}`, cost ? 'text' : 'muted', left, WIDTH - PADDING - left, 0)
  }

  function stack() {
    y += 10
    let x = PADDING
    for (const { kind, isRest, label, share } of bar) {
      const width = share * INNER
      context.fillStyle = colour(`--segment-${kind}${isRest ? '-rest' : ''}`)
      context.fillRect(x, y, width - 1, BAR)
      use(`13px ${sans}`)
      context.fillStyle = colour(isRest ? '--text' : '--on-segment')
      context.textAlign = 'left'
      if (width > NARROWEST) context.fillText(cutText(context, label, width - 14), x + 7, y + BAR / 2 + 4)
      x += width
    }
    context.fillStyle = colour('--page')
    for (const share of gaps) context.fillRect(PADDING + share * INNER, y, 2, BAR)
    y += BAR
  }

  /** @type {(texts: string[], paint: string, last: string) => void} */
  function cells(texts, paint, last) {
    texts.forEach((words, index) => {
      const isLast = index === texts.length - 1
      const tone = isLast && (last === 'more' || last === 'less') ? last : paint
      const x = columns[isLast ? 3 : index] ?? PADDING
      text(words, `14px ${sans}`, tone, x, 300, index === 0 ? 24 : 0, index === 0 ? 'left' : 'right')
    })
  }
}
