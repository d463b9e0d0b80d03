import { barOf } from '../draw/bars.js'
import { buildPainter } from '../draw/painter.js'
import { toProfileFile } from '../draw/to-profile.js'
import { toSvg } from '../draw/to-svg.js'
import { appearanceOf } from '../scene/appearance.js'
import { infoOf, stackInWords } from './words.js'

/**
 * @import { Theme } from '../scene/theme.js'
 * @import { Viewer } from '../viewer.js'
 * @import { ViewportBox } from '../scene/viewport.js'
 */

/**
 * Returns what the reader can take from a graph; null where nothing is shown or selected.
 * @param {() => { viewer: Viewer | null, theme: Theme, title: string }} now
 * @param {Pick<ViewportBox, 'whole'>} viewport
 */
export function exportsOf(now, { whole }) {
  return { stack, svg, png, profile, name }

  function stack() {
    const { viewer } = now()
    const { scene, selected } = viewer?.state() ?? {}
    const bar = scene && selected && barOf(scene, selected)
    return viewer && bar ? stackInWords(bar.tree, bar.node, infoOf(viewer.scenes, viewer.choice.candidate)) : null
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

  function name() {
    const { viewer, title } = now()
    return ['flame', title, viewer?.choice.view].join('-').replace(/[^\w-]+/g, '-')
  }
}
