import { toSpeedscope } from '../../../profile/export/to-speedscope.js'
import { button, element } from '../../browser/element.js'
import { copyText, download } from '../../browser/save-and-copy.js'
import { buildPainter, FONT_FAMILY, FONT_PX, PADDING_PX } from '../draw/painter.js'
import { barOf, edgesOf } from '../scene/geometry.js'
import { appearanceOf } from '../scene/theme.js'
import { HEADING_PX } from '../scene/viewport.js'
import { infoOf, stackInWords } from './words.js'

/** @import { FlameFrame } from '../../../flame/types.js' */
/** @import { Frame } from '../../../profile/types.js' */
/** @import { Drawing } from '../draw/painter.js' */
/** @import { Appearance, Theme } from '../scene/theme.js' */
/** @import { Scenes } from '../scene/scenes.js' */
/** @import { ViewportBox } from '../scene/viewport.js' */
/** @import { Bars } from '../types.js' */
/** @import { Viewer } from '../viewer.js' */

/** Narrower bars are left out. */
const NARROWEST_PX = 0.3
const NARROWEST_TEXT_PX = 26

/** Speedscope shows whole numbers, so that costs below 1 µs would be 0. */
const PER_UNIT = 1000

/**
 * Builds the buttons that copy or save what a graph shows, with nothing where nothing is shown or selected. Nothing leaves the page.
 * @param {() => { viewer: Viewer | null, theme: Theme, title: string }} now
 * @param {Pick<ViewportBox, 'whole'>} viewport
 */
export function buildActions(now, { whole }) {
  const done = element('span', { class: 'flame-done', role: 'status' })
  const copy = button('Copy stack', copyStack)
  const root = element(
    'div',
    { class: 'flame-buttons flame-actions' },
    copy,
    button('Save SVG', () => save(svg(), 'image/svg+xml', '.svg')),
    button('Save PNG', async () => save(await png(), 'image/png', '.png')),
    button('Save profile (speedscope)', () => save(profile(), 'application/json', '.speedscope.json')),
    done
  )
  return { root, copyStack, update }

  /** @param {boolean} hasSelection */
  function update(hasSelection) {
    copy.disabled = !hasSelection
    done.textContent = ''
  }

  async function copyStack() {
    const { viewer } = now()
    const { scene, selected } = viewer?.state() ?? {}
    const bar = scene && selected && barOf(scene, selected)
    if (!viewer || !bar) return
    const text = stackInWords(bar.tree, bar.node, infoOf(viewer.scenes, viewer.choice.candidate))
    done.textContent = (await copyText(text)) ? 'Copied the stack.' : 'The browser does not allow copying.'
  }

  /** @type {(content: string | Blob | null, type: string, ending: string) => void} */
  function save(content, type, ending) {
    if (content === null) return
    const { viewer, title } = now()
    const file = ['flame', title, viewer?.choice.view].join('-').replace(/[^\w-]+/g, '-') + ending
    download(new Blob([content], { type }), file)
    done.textContent = `Saved ${file}.`
  }

  function svg() {
    const { viewer, theme } = now()
    return viewer && toSvg({ ...appearanceOf(viewer, theme), ...whole() })
  }

  /** Draws all rows, which the canvas of the page does not have. @returns {Promise<Blob | null>} */
  async function png() {
    const { viewer, theme } = now()
    const { layout, widthPx } = whole()
    const size = { width: widthPx * devicePixelRatio, height: layout.allPx * devicePixelRatio }
    const canvas = Object.assign(document.createElement('canvas'), size)
    const context = canvas.getContext('2d', { alpha: false })
    if (!viewer || !context) return null
    context.scale(devicePixelRatio, devicePixelRatio)
    const visible = { layout, widthPx, heightPx: layout.allPx, scrollPx: 0 }
    buildPainter()(context, { ...appearanceOf(viewer, theme), ...visible, hovered: null, hasFocus: false })
    return new Promise(resolve => canvas.toBlob(resolve))
  }

  function profile() {
    const { viewer, title } = now()
    return viewer && JSON.stringify(toProfileFile(viewer.scenes, title))
  }
}

/**
 * Returns all calls of a graph, of each variant, as a file for speedscope: the cost of 1,000 requests.
 * @param {Pick<Scenes, 'graph' | 'tree' | 'variants'>} scenes @param {string} name
 */
export function toProfileFile({ graph, tree, variants }, name) {
  const frames = tree.frames.map(toFrame)
  const profiles = variants.map(function toProfile(label, variant) {
    const costs = tree.self[variant] ?? []
    const self = Array.from(tree.parent, (_, node) => Math.round((costs[node] ?? 0) * PER_UNIT))
    const nodes = { frame: [...tree.frame], parent: [...tree.parent], self, tier: self.map(() => 0) }
    return { unit: graph.unit, label: `${label}, 1,000 requests`, frames, nodes, idle: 0, samples: null }
  })
  return toSpeedscope(profiles, name)
}

/** @param {FlameFrame} frame @returns {Frame} */
function toFrame({ name, file, line, column, group }) {
  return { name, file, line, column, kind: group === 'gc' || group === 'native' ? group : 'javascript' }
}

/**
 * Returns all rows of a graph as SVG, with the range, colours and names that are shown now.
 * @type {(drawing: Appearance & Pick<Drawing, 'layout' | 'widthPx'>) => string}
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
