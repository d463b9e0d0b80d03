import { calloutInWords, figureInWords, widthInWords } from '../panel/words.js'

/**
 * @import { Drawing } from '../draw/painter.js'
 * @import { Theme } from './theme.js'
 * @import { Viewer } from '../viewer.js'
 * @import { Viewport } from './viewport.js'
 */

/** @typedef {Omit<Drawing, 'hovered' | 'hasFocus' | keyof Viewport>} Appearance */

/** Returns how what a viewer shows is drawn, on the page and in files. @type {(viewer: Viewer, theme: Theme) => Appearance} */
export function appearanceOf({ choice, scenes, state }, { palettes, plain }) {
  const { scene, ranges, styles, selected, colouring } = state()
  const { unit } = scenes.graph
  return {
    scene,
    ranges,
    styles,
    selected,
    unit,
    widthMeaning: widthInWords(choice.view, scene.axis, unit),
    figureOf: (tree, node) => figureInWords(tree, node, choice, unit),
    calloutOf: (tree, node) => calloutInWords(tree, node, choice, unit),
    palette: palettes[colouring],
    plain
  }
}
