import { inflateRawSync } from 'node:zlib'
import { parseHTML } from 'linkedom'

/** Attributes with the numbers of a drawing; of others, such as classes, a page may have different ones and look the same. */
const drawn = ['d', 'points', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'width', 'height', 'transform']
const inline = new Set([
  'A',
  'ABBR',
  'B',
  'CODE',
  'EM',
  'I',
  'LABEL',
  'MARK',
  'SMALL',
  'SPAN',
  'STRONG',
  'SUB',
  'SUP',
  'TIME'
])
const DATA = new Set(['text/plain', 'application/json'])

/**
 * Returns what a page shows, in its order: its texts, a line per block; the numbers of each chart, a line per shape; and the data that it
 * carries for its graphs and tables, unpacked. Markup, styles and the code of the page are not in it.
 * @param {string} html
 * @returns {string}
 */
export function pageText(html) {
  const { document } = parseHTML(html)
  /** @type {string[]} */
  const lines = []
  let line = ''
  read(document.documentElement, false)
  endLine()
  return lines.join('\n')

  /** @param {any} element @param {boolean} isDrawing */
  function read(element, isDrawing) {
    const tag = element.tagName.toUpperCase()
    if (tag === 'STYLE') return
    if (tag === 'SCRIPT') return readData(element)
    const isInline = inline.has(tag) || isDrawing
    const isShape = isDrawing || tag === 'SVG'
    if (!isInline) endLine()
    if (isShape) readShape(element, tag)
    for (const child of element.childNodes) {
      if (child.nodeType === 1) read(child, isShape)
      else if (child.nodeType === 3) line += child.textContent
    }
    if (!isInline || isShape) endLine()
  }

  /** @param {any} element @param {string} tag */
  function readShape(element, tag) {
    endLine()
    const numbers = drawn
      .filter(name => element.hasAttribute(name))
      .map(name => `${name}=${element.getAttribute(name)}`)
    if (numbers.length > 0) lines.push(`[${tag.toLowerCase()}] ${numbers.join(' ')}`)
  }

  /** @param {any} element */
  function readData(element) {
    if (!DATA.has(element.getAttribute('type'))) return
    endLine()
    lines.push(`[data] ${unpacked(element.textContent.trim())}`)
  }

  function endLine() {
    const text = line.replaceAll(/\s+/g, ' ').trim()
    if (text !== '') lines.push(text)
    line = ''
  }
}

/** Returns a packed text as it was before, any other one as it is. @param {string} text */
function unpacked(text) {
  try {
    return inflateRawSync(Buffer.from(text, 'base64')).toString()
  } catch {
    return text
  }
}
