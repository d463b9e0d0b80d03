import { colourNodes } from './colouring.js'
import { markNodes } from './difference.js'
import { matchNodes } from './search.js'

/**
 * @import { Choice } from './picture.js'
 * @import { ColouringName, FlameTree, Scene } from './types.js'
 */

/**
 * @typedef {Choice & { colouring: 'group' | 'tier' }} ViewerChoice
 * @typedef {{ frames: Uint8Array } | { nodes: Uint8Array, tree: FlameTree, words: string } | null} Light what is
 *   looked for; `words`: a sentence about it
 *
 * @typedef {object} Look of a lane, by node
 * @property {Uint8Array} colours
 * @property {Uint8Array | null} lit 1: looked for; null: nothing is
 * @property {Uint8Array | null} marks 1: new, 2: vanished; null: not told in this view
 */

/**
 * @param {ViewerChoice} choice
 * @param {Scene} scene
 * @returns {ColouringName}
 */
export function colouringOf({ view, colouring }, { axis }) {
  return view === 'difference' && axis === 'cost' ? 'difference' : colouring
}

/**
 * @param {Scene} scene
 * @param {ViewerChoice} choice
 * @param {Light} light
 * @returns {Look[]} by lane
 */
export function looksOf(scene, choice, light) {
  const colouring = colouringOf(choice, scene)
  return scene.lanes.map(({ tree }) => ({
    colours: colourNodes(tree, colouring, choice.candidate),
    marks: colouring === 'difference' ? markNodes(tree, choice.candidate) : null,
    lit: litNodes(tree, light)
  }))
}

/**
 * @param {FlameTree} tree
 * @param {Light} light
 */
function litNodes(tree, light) {
  if (light === null) return null
  if ('frames' in light) return matchNodes(tree, light.frames)
  return light.tree === tree ? light.nodes : null
}
