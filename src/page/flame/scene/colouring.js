import { changeOf, countChanges, markNodes, SHADES, shadeOf } from './difference.js'
import { matchNodes } from './search.js'
import { highestSelf } from './tree.js'

/** @import { Choice } from './scenes.js' */
/** @import { ColouringName, FlameTree, Scene } from '../types.js' */

/**
 * @typedef {Choice & { colouring: 'group' | 'tier' | 'hotness' }} ViewerChoice
 * @typedef {{ query: string } | { nodes: Uint8Array, tree: FlameTree, row: number | null, words: string } | null} Highlight what a
 *   search finds, or nodes, 1: highlighted; `row`: of the blame, whose cost they have; `words`: a sentence about them
 * @typedef {{ property: string, share: number }} Colour a CSS custom property, and its share in a mix with the background
 *
 * @typedef {object} LaneStyle by node
 * @property {Uint8Array} colours
 * @property {Uint8Array | null} highlighted 1: yes; null: nothing is
 * @property {Uint8Array | null} marks see `markNodes`; null: not shown in this view
 */

const groups = /** @type {const} */ (['app', 'package', 'core', 'native', 'gc'])
const HOT_SHADES = 8
const tiers = /** @type {const} */ (['ignition', 'sparkplug', 'maglev', 'turbofan', 'unknown'])
export const colourKeys = { group: groups, tier: tiers }

/** The colours of each colouring, as `colourNodes` numbers them. @type {Record<ColouringName, Colour[]>} */
export const colours = {
  group: groups.map(group => ({ property: `--flame-${group}`, share: 1 })),
  tier: tiers.map(tier => ({ property: `--flame-${tier}`, share: 1 })),
  hotness: Array.from({ length: HOT_SHADES }, (_, i) => ({
    property: '--flame-hot',
    share: 0.12 + (0.88 * i) / (HOT_SHADES - 1)
  })),
  difference: [{ property: '--neutral', share: 0.45 }, ...shades('--more'), ...shades('--less')]
}

/** @type {(property: string) => Colour[]} */
function shades(property) {
  return Array.from({ length: SHADES }, (_, i) => ({ property, share: 0.3 + (0.7 * i) / (SHADES - 1) }))
}

/** @type {(choice: ViewerChoice, scene: Scene) => ColouringName} */
export function colouringOf({ view, colouring }, { axis, lanes }) {
  if (view === 'difference' && axis === 'cost') return 'difference'
  return colouring === 'tier' && lanes.some(({ tree }) => tree.isByOwner) ? 'group' : colouring
}

/**
 * Returns the styles of a scene by lane.
 * @type {(scene: Scene, choice: ViewerChoice, highlight: Highlight) => LaneStyle[]}
 */
export function stylesOf(scene, choice, highlight) {
  const colouring = colouringOf(choice, scene)
  return scene.lanes.map(({ tree }) => ({
    colours: colourNodes(tree, colouring, choice.candidate, choice.view === 'baseline' ? 0 : choice.candidate),
    marks: colouring === 'difference' ? markNodes(tree, choice.candidate) : null,
    highlighted: highlightedNodes(tree, highlight)
  }))
}

/**
 * Returns by node the number of its colour; hotness is that of one variant.
 * @type {(tree: FlameTree, name: ColouringName, candidate: number, variant?: number) => Uint8Array}
 */
export function colourNodes(tree, name, candidate, variant = candidate) {
  if (name === 'group') {
    const byFrame = tree.frames.map(frame => groups.indexOf(frame.group))
    return Uint8Array.from(tree.frame, frame => byFrame[frame] ?? 0)
  }
  if (name === 'tier') {
    const byTier = tree.tiers.map(tier => tiers.indexOf(tier))
    return Uint8Array.from(tree.tier, tier => byTier[tier] ?? tiers.indexOf('unknown'))
  }
  if (name === 'hotness') return hotnessOf(tree, variant)
  const { largest } = countChanges(tree, candidate)
  return Uint8Array.from(tree.parent, (_, node) => shadeOf(changeOf(tree, node, candidate), largest))
}

/** Shades grow with the root of the self cost: few frames have most of that cost. @type {(tree: FlameTree, variant: number) => Uint8Array} */
function hotnessOf(tree, variant) {
  const hottest = highestSelf(tree, variant)
  return Uint8Array.from(tree.self[variant] ?? [], cost =>
    hottest > 0 ? Math.round(Math.sqrt(cost / hottest) * (HOT_SHADES - 1)) : 0
  )
}

/** @type {(tree: FlameTree, highlight: Highlight) => Uint8Array | null} */
function highlightedNodes(tree, highlight) {
  if (highlight === null) return null
  if ('nodes' in highlight) return highlight.tree === tree ? highlight.nodes : null
  return matchNodes(tree, highlight.query)
}
