/** @import { CallNode, Frame, LaunchTrees, Profile, Tier } from '../types.js' */

/**
 * @typedef {object} NodeColumns the nodes of a profile, one entry per node in each array
 * @property {Int32Array} frame
 * @property {Int32Array} parent
 * @property {Float64Array} self
 * @property {Uint8Array} tier index into {@link tiers}
 *
 * @typedef {Record<keyof NodeColumns, number[]>} GrowingColumns the same of a tree that is built
 */

/** @type {(Tier | null)[]} */
export const tiers = [null, 'ignition', 'sparkplug', 'maglev', 'turbofan']

/** @typedef {Omit<Profile, 'nodes'>} WithoutNodes */
/** @typedef {{ file: string, frames: Map<string, Frame> }} FramesOfFile `frames`: by the rest of what is equal, a short key */

/**
 * Of packed profiles. It is no property of them, so that a copy of one with other nodes has no columns.
 * @type {WeakMap<object, { others: WithoutNodes, columns: NodeColumns }>} `others`: to copy a packed profile makes all its nodes
 */
const packed = new WeakMap()

/**
 * Returns a function that packs the call trees of launches: a node takes 17 bytes in place of 70, and frames that are equal are one
 * object in all of them. A run may have hundreds of launches with the same functions.
 * @returns {(launch: LaunchTrees) => LaunchTrees}
 */
export function launchPacker() {
  /** By file. @type {Map<string, FramesOfFile>} */
  const known = new Map()
  return function packLaunch(launch) {
    return { ...launch, trees: launch.trees.map(tree => ({ ...tree, profile: pack(tree.profile) })) }
  }

  /** @param {Profile} profile */
  function pack(profile) {
    return packProfile({ ...withoutNodes(profile), frames: profile.frames.map(sharedFrame) }, columnsOf(profile))
  }

  /** @param {Frame} frame */
  function sharedFrame(frame) {
    const ofFile = known.get(frame.file) ?? addFile(frame.file)
    const key = `${frame.kind} ${frame.line ?? 0}:${frame.column ?? 0} ${frame.name}`
    const same = ofFile.frames.get(key)
    if (same === undefined) {
      // One string, where each profile has a copy of it.
      const added = { ...frame, file: ofFile.file }
      ofFile.frames.set(key, added)
      return added
    }
    // One key may also stand for a frame without a line and one with line 0.
    const isEqual = same.line === frame.line && same.column === frame.column && same.replaces === frame.replaces
    return isEqual ? same : frame
  }

  /** @param {string} file @returns {FramesOfFile} */
  function addFile(file) {
    const added = { file, frames: new Map() }
    known.set(file, added)
    return added
  }
}

/**
 * Returns the nodes of a profile as columns.
 * @param {Pick<Profile, 'nodes'>} profile
 * @returns {NodeColumns} not to be changed
 */
export function columnsOf(profile) {
  return packed.get(profile)?.columns ?? toColumns(profile.nodes)
}

/** Returns the weight of all nodes of a profile. @param {Pick<Profile, 'nodes'>} profile */
export function weightOf(profile) {
  const { self } = columnsOf(profile)
  let weight = 0
  for (let node = 0; node < self.length; node++) weight += self[node] ?? 0
  return weight
}

/**
 * Returns a profile with other frames in the place of its own.
 * @param {Profile} profile @param {Frame[]} frames @returns {Profile}
 */
export function withFrames(profile, frames) {
  const known = packed.get(profile)
  return known ? packProfile({ ...known.others, frames }, known.columns) : { ...profile, frames }
}

/**
 * Returns a packed profile with another call tree in the place of its own.
 * @param {Profile} profile @param {Pick<Profile, 'frames' | 'samples'> & { columns: GrowingColumns }} tree
 * @returns {Profile}
 */
export function withTree(profile, { frames, columns, samples }) {
  const { frame, parent, self, tier } = columns
  return packProfile(
    { ...withoutNodes(profile), frames, samples },
    {
      frame: new Int32Array(frame),
      parent: new Int32Array(parent),
      self: new Float64Array(self),
      tier: new Uint8Array(tier)
    }
  )
}

/**
 * Returns what a profile has besides its nodes, which to copy a packed one makes as objects.
 * @param {Profile} profile @returns {WithoutNodes}
 */
export function withoutNodes(profile) {
  const known = packed.get(profile)
  if (known) return known.others
  const { nodes, ...others } = profile
  return others
}

/**
 * Returns the profile with these nodes.
 * @param {WithoutNodes} others @param {NodeColumns} columns @returns {Profile}
 */
export function packProfile(others, columns) {
  const result = {
    ...others,
    get nodes() {
      return toNodes(columns)
    }
  }
  packed.set(result, { others, columns })
  return result
}

/** @param {CallNode[]} nodes @returns {NodeColumns} */
function toColumns(nodes) {
  const { length } = nodes
  const columns = {
    frame: new Int32Array(length),
    parent: new Int32Array(length),
    self: new Float64Array(length),
    tier: new Uint8Array(length)
  }
  for (let index = 0; index < nodes.length; index++) {
    const node = /** @type {CallNode} */ (nodes[index])
    columns.frame[index] = node.frame
    columns.parent[index] = node.parent
    columns.self[index] = node.self
    if (node.tier !== null) columns.tier[index] = tiers.indexOf(node.tier)
  }
  return columns
}

/** Returns the nodes as objects. @param {NodeColumns | GrowingColumns} columns @returns {CallNode[]} */
export function toNodes({ frame, parent, self, tier }) {
  return Array.from(frame, (called, index) => ({
    frame: called,
    parent: parent[index] ?? -1,
    self: self[index] ?? 0,
    tier: tiers[tier[index] ?? 0] ?? null
  }))
}
