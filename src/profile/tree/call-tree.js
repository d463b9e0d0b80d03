import { ChildIndex } from './child-index.js'
import { columnsOf, tiers, toNodes } from './packed-profile.js'

/**
 * @import { GrowingColumns } from './packed-profile.js'
 * @import { Frame, Profile, Tier } from '../types.js'
 */

/** Builds the frames and nodes of a Profile: each frame and node is added when it is first asked for. */
export class CallTree {
  /** @type {Frame[]} */
  frames = []
  /** @type {GrowingColumns} */
  columns = { frame: [], parent: [], self: [], tier: [] }
  /** @type {Map<string, number>} */
  #frameIndexes = new Map()
  /** Of added trees by object: launches of one run share their frames. @type {Map<Frame, number>} */
  #sharedIndexes = new Map()
  /** By parent, then by frame and tier. */
  #children = new ChildIndex()

  /** The nodes as objects, which are made each time. */
  get nodes() {
    return toNodes(this.columns)
  }

  /** How many nodes it has. */
  get size() {
    return this.columns.frame.length
  }

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

  /** Returns the index of a frame of a tree that is added. @param {Frame} frame */
  #indexOfShared(frame) {
    const known = this.#sharedIndexes.get(frame)
    if (known !== undefined) return known
    const index = this.frame(frame)
    this.#sharedIndexes.set(frame, index)
    return index
  }

  /**
   * Returns the index of a node, and adds the node if it is new.
   * @param {number} parent index of a node, or -1
   * @param {number} frame index of a frame
   * @param {Tier | null} tier
   * @returns {number}
   */
  child(parent, frame, tier) {
    return this.#childOf(parent, frame, tiers.indexOf(tier))
  }

  /** @param {number} parent @param {number} frame @param {number} tier index into {@link tiers} */
  #childOf(parent, frame, tier) {
    const call = frame * tiers.length + tier
    const known = this.#children.get(parent, call)
    if (known !== -1) return known
    const { columns } = this
    const node = columns.frame.push(frame) - 1
    columns.parent.push(parent)
    columns.self.push(0)
    columns.tier.push(tier)
    this.#children.set(parent, call, node)
    return node
  }

  /**
   * Adds to the self weight of a node.
   * @param {number} node
   * @param {number} weight
   */
  add(node, weight) {
    const { self } = this.columns
    self[node] = (self[node] ?? 0) + weight
  }

  /**
   * Adds a whole tree with its weights. Nodes with equal frames, tiers and callers become one.
   * @param {Pick<Profile, 'frames' | 'nodes'>} tree
   * @param {object} [options]
   * @param {number} [options.root] the node to add it below
   * @param {boolean} [options.hasTiers] whether the tier is a part of a node
   * @param {number} [options.divisor] of the weights
   * @returns {Int32Array} the new node of each of its nodes
   */
  addTree(tree, { root = -1, hasTiers = true, divisor = 1 } = {}) {
    const known = tree.frames.map(frame => this.#indexOfShared(frame))
    const { frame, parent, self, tier } = columnsOf(tree)
    const added = new Int32Array(frame.length)
    for (let index = 0; index < added.length; index++) {
      const caller = parent[index] ?? -1
      const place = caller === -1 ? root : (added[caller] ?? root)
      const node = this.#childOf(place, known[frame[index] ?? -1] ?? -1, hasTiers ? (tier[index] ?? 0) : 0)
      this.add(node, (self[index] ?? 0) / divisor)
      added[index] = node
    }
    return added
  }
}

/**
 * Returns a function that returns the stack of a node as indices of frames, the outermost first. Stacks are not kept: all of a deep
 * tree are far larger than it.
 * @param {Pick<Profile, 'nodes'>} profile
 * @returns {(node: number) => number[]}
 */
export function stackReader(profile) {
  const { frame, parent } = columnsOf(profile)
  return function stackOf(node) {
    /** @type {number[]} */
    const stack = []
    for (let at = node; at !== -1; at = parent[at] ?? -1) stack.push(frame[at] ?? -1)
    return stack.reverse()
  }
}
