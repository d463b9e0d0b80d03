import { changeOf, largestChange, markNodes, SHADES, shadeOf } from './difference.js'
import { matchNodes } from './search.js'

/** @import { FlameTree, Scene } from '../types.js' */
/** @import { Choice } from './scenes.js' */

/**
 * @typedef {'group' | 'difference'} ColouringName
 * @typedef {{ query: string } | { nodes: Uint8Array, tree: FlameTree, row: number | null, words: string, price: string } | null} Highlight
 *   what a search finds, or nodes, 1: highlighted; `row`: of the blame, whose cost they have; `words`: a sentence about them; `price`: the
 *   place and cost that led to them
 * @typedef {{ property: string, share: number }} Colour a CSS custom property, and its share in a mix with the background
 *
 * @typedef {object} LaneStyle by node
 * @property {Uint8Array} colours
 * @property {Uint8Array | null} highlighted 1: yes; null: nothing is
 * @property {Uint8Array | null} marks see `markNodes`; null: not shown in this view
 */

const groups = /** @type {const} */ (['app', 'package', 'core', 'native', 'gc'])

/** The colours of each colouring, as `colourNodes` numbers them. @type {Record<ColouringName, Colour[]>} */
export const colours = {
  group: groups.map(group => ({ property: `--flame-${group}`, share: 1 })),
  difference: [{ property: '--neutral', share: 0.45 }, ...shades('--more'), ...shades('--less')]
}

/** @type {(property: string) => Colour[]} */
function shades(property) {
  return Array.from({ length: SHADES }, (_, i) => ({ property, share: 0.3 + (0.7 * i) / (SHADES - 1) }))
}

/** @type {(choice: Pick<Choice, 'view'>, scene: Pick<Scene, 'axis'>) => ColouringName} */
export function colouringOf({ view }, { axis }) {
  return view === 'difference' && axis === 'cost' ? 'difference' : 'group'
}

/**
 * Returns the styles of a scene by lane.
 * @type {(scene: Scene, choice: Choice, highlight: Highlight) => LaneStyle[]}
 */
export function stylesOf(scene, choice, highlight) {
  const colouring = colouringOf(choice, scene)
  return scene.lanes.map(({ tree }) => ({
    colours: colourNodes(tree, colouring, choice.candidate),
    marks: colouring === 'difference' ? markNodes(tree, choice.candidate) : null,
    highlighted: highlightedNodes(tree, highlight)
  }))
}

/** Returns by node the number of its colour. @type {(tree: FlameTree, name: ColouringName, candidate: number) => Uint8Array} */
export function colourNodes(tree, name, candidate) {
  if (name === 'group') {
    const byFrame = tree.frames.map(frame => groups.indexOf(frame.group))
    return Uint8Array.from(tree.frame, frame => byFrame[frame] ?? 0)
  }
  const largest = largestChange(tree, candidate)
  return Uint8Array.from(tree.parent, (_, node) => shadeOf(changeOf(tree, node, candidate), largest))
}

/** @type {(tree: FlameTree, highlight: Highlight) => Uint8Array | null} */
function highlightedNodes(tree, highlight) {
  if (highlight === null) return null
  if ('nodes' in highlight) return highlight.tree === tree ? highlight.nodes : null
  return matchNodes(tree, highlight.query)
}
