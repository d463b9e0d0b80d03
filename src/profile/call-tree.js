/** @import { CallNode, Frame, Profile, Tier } from './types.js' */

/** @type {(Tier | null)[]} */
const tiers = [null, 'ignition', 'sparkplug', 'maglev', 'turbofan']

/** Builds the frames and nodes of a Profile: each frame and node is added when it is first asked for. */
export class CallTree {
  /** @type {Frame[]} */
  frames = []
  /** @type {CallNode[]} */
  nodes = []
  /** @type {Map<string, number>} */
  #frameIndexes = new Map()
  /** @type {Map<number, number>[]} children by parent + 1, then by frame and tier */
  #children = [new Map()]

  /**
   * Returns the index of a frame in `frames`, and adds the frame if it is new.
   * @param {Frame} frame
   * @returns {number}
   */
  frame(frame) {
    const key = JSON.stringify([frame.name, frame.file, frame.line, frame.column, frame.kind])
    const known = this.#frameIndexes.get(key)
    if (known !== undefined) return known
    this.#frameIndexes.set(key, this.frames.length)
    return this.frames.push(frame) - 1
  }

  /**
   * Returns the index of a node in `nodes`, and adds the node if it is new.
   * @param {number} parent index of a node, or -1
   * @param {number} frame index of a frame
   * @param {Tier | null} tier
   * @returns {number}
   */
  child(parent, frame, tier) {
    const siblings = /** @type {Map<number, number>} */ (this.#children[parent + 1])
    const key = frame * tiers.length + tiers.indexOf(tier)
    const known = siblings.get(key)
    if (known !== undefined) return known
    this.#children.push(new Map())
    const node = this.nodes.push({ frame, parent, self: 0, tier }) - 1
    siblings.set(key, node)
    return node
  }

  /**
   * Adds to the self weight of a node.
   * @param {number} node
   * @param {number} weight
   */
  add(node, weight) {
    const called = /** @type {CallNode} */ (this.nodes[node])
    called.self += weight
  }

  /**
   * Adds a whole tree with its weights. Nodes with equal frames, tiers and callers become one.
   * @param {Pick<Profile, 'frames' | 'nodes'>} tree
   * @param {number} [root] the node to add it below
   * @returns {number[]} the new node of each of its nodes
   */
  addTree({ frames, nodes }, root = -1) {
    const known = frames.map(frame => this.frame(frame))
    /** @type {number[]} */
    const added = []
    for (const { frame, parent, self, tier } of nodes) {
      const node = this.child(added[parent] ?? root, known[frame] ?? -1, tier)
      this.add(node, self)
      added.push(node)
    }
    return added
  }
}

/**
 * Returns the stack of each node as indices of frames, the outermost first.
 * @param {Pick<Profile, 'nodes'>} profile
 */
export function stacksOf({ nodes }) {
  /** @type {number[][]} */
  const stacks = []
  for (const { frame, parent } of nodes) stacks.push([...(stacks[parent] ?? []), frame])
  return stacks
}
