import { costInAll } from './tree.js'

/**
 * @import { OwnerFrame } from '../../../flame/types.js'
 * @import { TreeNode } from './differences.js'
 * @import { Scenes } from './scenes.js'
 * @import { FlameTree } from '../types.js'
 */

/**
 * Returns the same function in the other one of the two trees of a graph: the costliest call of an owner, and the owner that
 * a call counts for.
 * @type {(scenes: Pick<Scenes, 'tree' | 'ownerTree'>, place: TreeNode) => TreeNode | null}
 */
export function counterpartOf({ tree, ownerTree }, { tree: from, node }) {
  return from === ownerTree ? costliestCall() : from === tree ? ownerOfCall() : null

  /** @returns {TreeNode | null} */
  function costliestCall() {
    const frame = frameIn(node)
    const calls = [...tree.frame.keys()].filter(call => tree.frame[call] === frame)
    const [first] = calls.sort((a, b) => costInAll(tree, b) - costInAll(tree, a))
    return first === undefined ? null : { tree, node: first }
  }

  /** @returns {TreeNode | null} */
  function ownerOfCall() {
    for (let call = node; call >= 0; call = tree.parent[call] ?? -1) {
      const owner = [...ownerTree.frames.keys()].find(each => frameIn(each) === tree.frame[call])
      if (owner !== undefined) return { tree: ownerTree, node: owner }
    }
    return null
  }

  /** @param {number} owner @returns {number | null} the index of its function in the frames of the tree */
  function frameIn(owner) {
    return /** @type {OwnerFrame | undefined} */ (ownerTree.frames[owner])?.frame ?? null
  }
}
