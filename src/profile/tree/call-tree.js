import { getOrAdd } from '../../stats/group-by.js'

/** @import { CallNodes, Frame, Profile, Tier } from '../types.js' */

/** What tools record of a node, as the numbers of its column; null where they do not record it. @type {(Tier | null)[]} */
export const tiers = [null, 'ignition', 'sparkplug', 'maglev', 'turbofan']

/** Builds the frames and nodes of a Profile: each frame and node is added when it is first asked for. */
export class CallTree {
  /** @type {Frame[]} */
  frames = []
  /** @type {Record<keyof CallNodes, number[]>} */
  nodes = { frame: [], parent: [], self: [], tier: [] }
  /** @type {Map<string, number>} */
  #frameIndexes = new Map()
  /** Of added trees by object: launches of one run share their frames. @type {Map<Frame, number>} */
  #sharedIndexes = new Map()
  /** By parent, then by frame and tier. */
  #children = new ChildIndex()

  /** How many nodes it has. */
  get size() {
    return this.nodes.frame.length
  }

  /**
   * Returns the index of a frame in `frames`, and adds the frame if it is new.
   * @param {Frame} frame @returns {number}
   */
  frame(frame) {
    const key = JSON.stringify([frame.name, frame.file, frame.line, frame.column, frame.kind])
    return getOrAdd(this.#frameIndexes, key, () => this.frames.push(frame) - 1)
  }

  /** Returns the index of a frame that is likely the same object as before. @param {Frame} frame */
  sharedFrame(frame) {
    return getOrAdd(this.#sharedIndexes, frame, () => this.frame(frame))
  }

  /**
   * Returns the index of a node, and adds the node if it is new.
   * @param {number} parent index of a node, or -1
   * @param {number} frame index of a frame
   * @param {Tier | null} tier @returns {number}
   */
  child(parent, frame, tier) {
    return this.#childOf(parent, frame, tiers.indexOf(tier))
  }

  /** @param {number} parent @param {number} frame @param {number} tier index into {@link tiers} */
  #childOf(parent, frame, tier) {
    const call = frame * tiers.length + tier
    const known = this.#children.get(parent, call)
    if (known !== -1) return known
    const { nodes } = this
    const node = nodes.frame.push(frame) - 1
    nodes.parent.push(parent)
    nodes.self.push(0)
    nodes.tier.push(tier)
    this.#children.set(parent, call, node)
    return node
  }

  /** Adds to the self weight of a node. @param {number} node @param {number} weight */
  add(node, weight) {
    const { self } = this.nodes
    self[node] = (self[node] ?? 0) + weight
  }

  /**
   * Adds a whole tree with its weights. Nodes with equal frames, tiers and callers become one.
   * @param {Pick<Profile, 'frames' | 'nodes'>} tree @param {object} [options]
   * @param {number} [options.root] the node to add it below
   * @param {boolean} [options.hasTiers] whether the tier is a part of a node
   * @param {number} [options.divisor] of the weights
   * @returns {Int32Array} the new node of each of its nodes
   */
  addTree(tree, { root = -1, hasTiers = true, divisor = 1 } = {}) {
    const known = tree.frames.map(frame => this.sharedFrame(frame))
    const { frame, parent, self, tier } = tree.nodes
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

/** Returns the nodes of a tree that is kept: as typed arrays they take half the memory. @param {CallNodes} nodes @returns {CallNodes} */
export function typedNodes({ frame, parent, self, tier }) {
  return {
    frame: Int32Array.from(frame),
    parent: Int32Array.from(parent),
    self: Float64Array.from(self),
    tier: Uint8Array.from(tier)
  }
}

/** Returns the weight of all nodes of a profile. @param {Pick<Profile, 'nodes'>} profile */
export function weightOf({ nodes: { self } }) {
  let weight = 0
  for (const own of self) weight += own
  return weight
}

/**
 * Returns a function that returns the stack of a node as indices of frames, the outermost first. Stacks are not kept: all of a deep
 * tree are far larger than it.
 * @param {Pick<Profile, 'nodes'>} profile @returns {(node: number) => number[]}
 */
export function stackReader({ nodes: { frame, parent } }) {
  return function stackOf(node) {
    /** @type {number[]} */
    const stack = []
    for (let at = node; at !== -1; at = parent[at] ?? -1) stack.push(frame[at] ?? -1)
    return stack.reverse()
  }
}

/** The share of entries that are taken, at which the table becomes larger. */
const FULL = 0.6
const FIRST_SIZE = 64
/** Numbers of an entry: the parent, what is called, and the child. They are side by side, because memory is read in lines. */
const WIDTH = 3
const EMPTY = -1

/**
 * The children of the nodes of a tree by what is called, as one table with open addressing: a tree of a million nodes takes 24 MB,
 * and with a Map per node ten times as much.
 */
export class ChildIndex {
  #size = FIRST_SIZE
  #entries = new Int32Array(WIDTH * FIRST_SIZE).fill(EMPTY)
  #count = 0

  /**
   * Returns the child of a node.
   * @param {number} parent from -1 on
   * @param {number} call what the child calls, from 0 on
   * @returns {number} -1 where there is none
   */
  get(parent, call) {
    return this.#entries[this.#placeOf(parent, call) + 2] ?? EMPTY
  }

  /** Adds a child that is not there yet. @param {number} parent @param {number} call @param {number} node */
  set(parent, call, node) {
    if (this.#count + 1 > FULL * this.#size) this.#grow()
    this.#put(parent, call, node)
    this.#count++
  }

  /** @param {number} parent @param {number} call @param {number} node */
  #put(parent, call, node) {
    const place = this.#placeOf(parent, call)
    this.#entries[place] = parent
    this.#entries[place + 1] = call
    this.#entries[place + 2] = node
  }

  /** @param {number} parent @param {number} call @returns {number} the first number of the child's entry, or of a free one */
  #placeOf(parent, call) {
    const entries = this.#entries
    const mask = this.#size - 1
    let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(call, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    let index = (hash ^ (hash >>> 13)) & mask
    for (;;) {
      const place = WIDTH * index
      if (entries[place + 2] === EMPTY || (entries[place] === parent && entries[place + 1] === call)) return place
      index = (index + 1) & mask
    }
  }

  #grow() {
    const entries = this.#entries
    this.#size *= 2
    this.#entries = new Int32Array(WIDTH * this.#size).fill(EMPTY)
    for (let place = 0; place < entries.length; place += WIDTH) {
      const node = entries[place + 2] ?? EMPTY
      if (node !== EMPTY) this.#put(entries[place] ?? EMPTY, entries[place + 1] ?? 0, node)
    }
  }
}
