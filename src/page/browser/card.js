import { copyText, download } from './save-and-copy.js'
import { cutText, wrapText } from './text-width.js'

/** @import { CardLine } from '../../report/types.js' */
/** @import { WaterfallBar } from '../charts/waterfall.js' */

/**
 * @typedef {{ name: string, figure: string, bar: WaterfallBar }} CardRow
 *
 * @typedef {object} CardPicture what is drawn as a PNG; its texts can be shown as they are
 * @property {string} fileName without its extension
 * @property {string} title
 * @property {string} total the difference of the totals, or else the change that decided; empty under no difference and cannot tell
 * @property {string} what
 * @property {CardLine[]} lines
 * @property {CardRow[]} rows
 * @property {string[]} notes
 */

const WIDTH = 900
const PADDING = 24
const INNER = WIDTH - 2 * PADDING
/** Pixels of the picture per pixel of the page: text stays sharp where a page shows it larger. */
const SCALE = 2
const ROW_HEIGHT = 24
const NAME_WIDTH = 330
const BAR_LEFT = PADDING + 450

/** Lets the buttons of each summary card copy it as Markdown and save it as a picture. */
export function mountCards() {
  for (const card of document.querySelectorAll('.card')) mountCard(/** @type {HTMLElement} */ (card))
}

/** @param {HTMLElement} card */
function mountCard(card) {
  const [copy, save, status] = ['.copy-card', '.save-card', '[role=status]'].map(name => card.querySelector(name))
  copy?.addEventListener('click', async function copyCard() {
    const isCopied = await copyText(copy.getAttribute('data-markdown') ?? '')
    say(isCopied ? 'Copied as Markdown.' : 'The browser did not allow it to copy.')
  })
  save?.addEventListener('click', async function saveCard() {
    /** @type {CardPicture} */
    const picture = JSON.parse(card.dataset.picture ?? '')
    const blob = await drawCard(picture, getComputedStyle(card))
    if (!blob) return say('The browser cannot draw the picture.')
    download(blob, `${picture.fileName}.png`)
    say(`Saved as ${picture.fileName}.png.`)
  })

  /** @param {string} text */
  function say(text) {
    if (status) status.textContent = text
  }
}

/**
 * Draws a summary card as a PNG in the colours and fonts of the page.
 * @param {CardPicture} picture
 * @param {CSSStyleDeclaration} style of the card
 * @returns {Promise<Blob | null>} null where the browser cannot
 */
async function drawCard(picture, style) {
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
function drawOn(context, { title, total, what, lines, rows, notes }, style) {
  const [sans, mono] = ['--sans', '--mono'].map(colour)
  let y = PADDING
  paragraph(title, `700 22px ${sans}`, '--text', 28)
  if (total) paragraph(total, `700 20px ${sans}`, '--tone', 28)
  paragraph(what, `14px ${sans}`, '--muted', 20)
  for (const [index, { file, name, blamed, source, cost, split = [] }] of lines.entries()) {
    y += 8
    if (file && lines[index - 1]?.file !== file) oneLine(file, `13px ${mono}`, '--muted', PADDING, INNER)
    for (const each of source) sourceLine(`${each.number}  ${each.text}`, each.cost)
    if (source.length === 0) {
      if (blamed.length === 0) sourceLine(name, cost)
      for (const each of blamed) sourceLine(`${each.number}  ${name}`, each.cost)
    }
    for (const each of split) sourceLine(each.place, each.cost)
  }
  y += 12
  for (const row of rows) step(row)
  y += 8
  for (const note of notes) paragraph(note, `13px ${sans}`, '--muted', 18)
  return y + PADDING

  /** @param {string} name of a custom property */
  function colour(name) {
    return style.getPropertyValue(name).trim()
  }

  /** @type {(text: string, font: string, paint: string, lineHeight: number) => void} */
  function paragraph(text, font, paint, lineHeight) {
    context.font = font
    for (const line of wrapText(context, text, INNER)) oneLine(line, font, paint, PADDING, INNER, lineHeight)
  }

  /** @type {(text: string, font: string, paint: string, x: number, width: number, lineHeight?: number) => void} */
  function oneLine(text, font, paint, x, width, lineHeight = 19) {
    y += lineHeight
    textAt(text, font, paint, x, width)
  }

  /** @type {(text: string, font: string, paint: string, x: number, width: number, align?: CanvasTextAlign) => void} */
  function textAt(text, font, paint, x, width, align = 'left') {
    context.font = font
    context.fillStyle = colour(paint)
    context.textAlign = align
    context.fillText(cutText(context, text, width), x, y - 5)
  }

  /** @param {string} text @param {string} cost empty for a line around the blamed one */
  function sourceLine(text, cost) {
    context.font = `700 13px ${mono}`
    const room = INNER - (cost ? context.measureText(cost).width + 24 : 12)
    if (cost) {
      context.fillStyle = colour('--surface')
      context.fillRect(PADDING, y, INNER, 19)
      context.fillStyle = colour('--tone')
      context.fillRect(PADDING, y, 3, 19)
    }
    oneLine(text, `13px ${mono}`, cost ? '--text' : '--muted', PADDING + 10, room)
    if (cost) textAt(cost, `700 13px ${mono}`, '--tone', WIDTH - PADDING - 6, INNER, 'right')
  }

  /** @param {CardRow} row */
  function step({ name, figure, bar }) {
    const width = WIDTH - PADDING - BAR_LEFT
    const paint = bar.kind === 'rest' ? '--neutral' : `--${bar.kind}`
    context.fillStyle = colour(paint)
    context.fillRect(BAR_LEFT + bar.from * width, y + 6, Math.max(2, (bar.to - bar.from) * width), ROW_HEIGHT - 8)
    if (bar.isCut) {
      context.fillStyle = colour('--page')
      for (const gap of [8, 16]) context.fillRect(BAR_LEFT + gap, y + 6, 4, ROW_HEIGHT - 8)
    }
    oneLine(name, `14px ${sans}`, '--text', PADDING, NAME_WIDTH, ROW_HEIGHT)
    textAt(figure, `14px ${sans}`, '--text', BAR_LEFT - 16, BAR_LEFT - PADDING - NAME_WIDTH, 'right')
  }
}
