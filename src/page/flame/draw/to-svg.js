import { edgesOf } from '../scene/geometry.js'
import { HEADING_PX } from '../scene/layout.js'
import { FONT_FAMILY, FONT_PX } from './painter.js'

/**
 * @import { Appearance } from '../scene/appearance.js'
 * @import { Drawing } from './painter.js'
 * @import { Bars } from '../types.js'
 */

/** Narrower bars are left out. */
const NARROWEST_PX = 0.3
const NARROWEST_TEXT_PX = 26
const PADDING_PX = 4

/**
 * Returns all rows of a graph as SVG, with the range, colours and names that are shown now.
 * @param {Appearance & Pick<Drawing, 'layout' | 'widthPx'>} drawing
 * @returns {string}
 */
export function toSvg({ scene, ranges, styles, palette, plain, layout, widthPx, widthMeaning, figureOf }) {
  const size = `width="${widthPx}" height="${layout.allPx}"`
  const parts = scene.rows.flatMap(({ lane, bars }, row) => (bars ? barsIn(row, lane, bars) : headingOf(row, lane)))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escaped(FONT_FAMILY)}" font-size="${FONT_PX}">`,
    `<rect ${size} fill="${plain.page}"/>`,
    ...parts,
    '</svg>'
  ].join('\n')

  /** @type {(row: number, lane: number) => string[]} */
  function headingOf(row, lane) {
    const text = `${scene.lanes[lane]?.heading ?? ''} (${widthMeaning})`
    const y = layout.topOf(row) + HEADING_PX / 2
    return [`<text x="${PADDING_PX}" y="${y}" dominant-baseline="middle" fill="${plain.text}">${escaped(text)}</text>`]
  }

  /** @type {(row: number, lane: number, bars: Bars) => string[]} */
  function barsIn(row, lane, bars) {
    const tree = scene.lanes[lane]?.tree
    if (!tree) return []
    return [...bars.node].flatMap(function toBar(node, bar) {
      const edges = edgesOf(scene, ranges, { row, bar }, widthPx)
      if (!edges || edges.right - edges.left < NARROWEST_PX) return []
      const { normal } = palette[styles[lane]?.colours[node] ?? 0] ?? {}
      const width = edges.right - edges.left
      const height = layout.heightOf(row) - 1
      const place = `x="${fixed(edges.left)}" y="${layout.topOf(row)}" width="${fixed(width)}" height="${height}"`
      const label = [tree.frames[tree.frame[node] ?? 0]?.name ?? '', figureOf(tree, node)].filter(Boolean).join('  ')
      const rect = `<rect width="${fixed(Math.max(NARROWEST_PX, width - 1))}" height="${height}" fill="${normal?.fill}"/>`
      const text = `<text x="${PADDING_PX}" y="${height / 2}" dominant-baseline="middle" fill="${normal?.text}">${escaped(label)}</text>`
      const shown = width >= NARROWEST_TEXT_PX ? rect + text : rect
      return [`<svg ${place}><title>${escaped(label)}</title>${shown}</svg>`]
    })
  }
}

/** @param {number} px */
function fixed(px) {
  return Math.round(px * 100) / 100
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
}
