import { changeOf, countChanges, SHADES, shadeOf } from './difference.js'

/** @import { ColouringName, FlameTree } from './types.js' */

/**
 * @typedef {{ property: string, share: number }} Paint a CSS custom property, and how much of it is mixed into the page
 */

const groups = /** @type {const} */ (['app', 'package', 'core', 'native', 'gc'])
const tiers = /** @type {const} */ (['ignition', 'sparkplug', 'maglev', 'turbofan', 'unknown'])

const groupWords = ['the app', 'packages', 'node', 'native code', 'garbage collector']
const tierWords = [
  'ignition (interpreted)',
  'sparkplug (baseline code)',
  'maglev (optimised)',
  'turbofan (most optimised)',
  'not told'
]

export const colourWords = { group: groupWords, tier: tierWords }

/**
 * The colours of each colouring, in the order of the numbers that `colourNodes` gives.
 * @type {Record<ColouringName, Paint[]>}
 */
export const paints = {
  group: groups.map(group => ({ property: `--flame-${group}`, share: 1 })),
  tier: tiers.map(tier => ({ property: `--flame-${tier}`, share: 1 })),
  difference: [{ property: '--neutral', share: 0.45 }, ...shades('--more'), ...shades('--less')]
}

/** @param {string} property */
function shades(property) {
  return Array.from({ length: SHADES }, (_, i) => ({ property, share: 0.3 + (0.7 * i) / (SHADES - 1) }))
}

/**
 * @param {FlameTree} tree
 * @param {ColouringName} name
 * @param {number} candidate
 * @returns {Uint8Array} by node the number of its colour
 */
export function colourNodes(tree, name, candidate) {
  if (name === 'group') {
    const ofFrames = tree.frames.map(frame => groups.indexOf(frame.group))
    return Uint8Array.from(tree.frame, frame => ofFrames[frame] ?? 0)
  }
  if (name === 'tier') {
    const ofTiers = tree.tiers.map(tier => tiers.indexOf(tier))
    return Uint8Array.from(tree.tier, tier => ofTiers[tier] ?? tiers.indexOf('unknown'))
  }
  const { largest } = countChanges(tree, candidate)
  return Uint8Array.from(tree.parent, (_, node) => shadeOf(changeOf(tree, node, candidate), largest))
}

/**
 * @param {FlameTree} tree
 * @param {Uint8Array} colours
 * @param {number} count of colours
 * @param {number} variant
 * @returns {number[]} what nodes of each colour cost themselves
 */
export function costsByColour({ self }, colours, count, variant) {
  const costs = Array.from({ length: count }, () => 0)
  colours.forEach((colour, node) => {
    costs[colour] = (costs[colour] ?? 0) + (self[variant]?.[node] ?? 0)
  })
  return costs
}
