/** @import { FlameTree, Place, Scene } from './types.js' */

/**
 * @typedef {object} Spot a node, and the bar of it that was zoomed to in a scene
 * @property {FlameTree} tree
 * @property {number} node
 * @property {Scene} scene
 * @property {Place} place
 */

/** What was zoomed to, one in the other. */
export function zoomHistory() {
  /** @type {Spot[]} the last one last */
  let spots = []
  return { add, dropLast, clear }

  /** @param {Spot} spot takes the place of what it calls */
  function add(spot) {
    spots = spots.filter(({ tree, node }) => tree !== spot.tree || !isOn(tree, node, spot.node))
    spots.push(spot)
  }

  /** @returns {Spot | undefined} the one before, now the last */
  function dropLast() {
    spots.pop()
    return spots.at(-1)
  }

  function clear() {
    spots = []
  }
}

/**
 * @param {FlameTree} tree
 * @param {number} node
 * @param {number} other
 * @returns {boolean} whether the other is the node itself or calls it, through others or not
 */
function isOn({ parent }, node, other) {
  let each = node
  while (each > other) each = parent[each] ?? -1
  return each === other
}
