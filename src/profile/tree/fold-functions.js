import { getOrAdd } from '../../stats/group-by.js'
import { CallTree, tiers, typedNodes, weightOf } from './call-tree.js'
import { categoriseFrame } from './frames.js'
import { LinesOfTree } from './source-lines.js'
import { mapProfiles } from './thread-tree.js'
import { subtreeWeights, sumByKey } from './tree-columns.js'

/** @import { Frame, LaunchTrees, Profile } from '../types.js' */

/**
 * @typedef {object} Use of a function
 * @property {number} launches that have it
 * @property {number} last the last one of these, by index
 * @property {number} share the sum of its shares of the trees, itself and all below it
 */

/** Blame takes a cost of each function in each launch. As many as these take 32 MB, several times at once. */
const MOST_COSTS = 4e6
const NAME = '(other functions)'

/**
 * Returns the launches of a run with fewer functions, if it has more than can be compared in bounded memory. Those that only one
 * launch has, and then the cheapest, become `(other functions)`: one of the app, one of Node.js, one of native code and one per
 * package. So every cost stays in the code that it is of. A difference between variants is never found in what one launch
 * has, nor in what costs far less than blame tests.
 * @param {LaunchTrees[]} launches whose frames are shared, by a `frameSharer`
 * @param {number} [mostCosts]
 * @returns {{ launches: LaunchTrees[], folded: number }} `folded`: how many functions were
 */
export function foldFunctions(launches, mostCosts = MOST_COSTS) {
  const mostFunctions = Math.floor(mostCosts / Math.max(1, launches.length))
  const { size } = framesOf(launches)
  if (size <= mostFunctions) return { launches, folded: 0 }
  const kept = keptFunctions(usesIn(launches), mostFunctions)
  const standInOf = standIns()
  return {
    launches: launches.map(launch => mapProfiles(launch, profile => foldProfile(profile, standIn))),
    folded: size - kept.size
  }

  /** @param {Frame} frame @returns {Frame | null} null of a function that is kept */
  function standIn(frame) {
    return kept.has(frame) ? null : standInOf(frame)
  }
}

/** @param {LaunchTrees[]} launches */
function framesOf(launches) {
  /** @type {Set<Frame>} */
  const frames = new Set()
  for (const { trees } of launches)
    for (const { profile } of trees) for (const frame of profile.frames) frames.add(frame)
  return frames
}

/** @param {LaunchTrees[]} launches @returns {Map<Frame, Use>} */
function usesIn(launches) {
  /** @type {Map<Frame, Use>} */
  const uses = new Map()
  for (const [index, { trees }] of launches.entries()) for (const { profile } of trees) addTree(profile, index)
  return uses

  /** @type {(profile: Profile, launch: number) => void} */
  function addTree(profile, launch) {
    const { frame, parent, self } = profile.nodes
    const whole = weightOf(profile) || 1
    const totals = sumByKey(frame, profile.frames.length, subtreeWeights(parent, self))
    profile.frames.forEach(function addTo(called, number) {
      const use = getOrAdd(uses, called, newUse)
      if (use.last !== launch) use.launches++
      use.last = launch
      use.share += (totals[number] ?? 0) / whole
    })
  }

  /** @returns {Use} */
  function newUse() {
    return { launches: 0, last: -1, share: 0 }
  }
}

/** @type {(uses: Map<Frame, Use>, most: number) => Set<Frame>} */
function keptFunctions(uses, most) {
  const several = [...uses].filter(([frame, { launches }]) => launches > 1 || isUnnamed(frame))
  const costliest = several.sort(([, one], [, other]) => other.share - one.share).slice(0, most)
  return new Set(costliest.map(([frame]) => frame))
}

/** Returns whether a frame is no function: garbage collection, or what V8 could not name. @param {Frame} frame */
function isUnnamed({ kind }) {
  return kind === 'gc' || kind === 'program'
}

/** @returns {(frame: Frame) => Frame} returns the frame of all functions of the same code */
function standIns() {
  /** @type {Map<string, Frame>} */
  const known = new Map()
  /** @type {Map<string, Frame>} */
  const byFile = new Map()
  return frame => getOrAdd(byFile, `${frame.kind} ${frame.file}`, () => ofCode(frame))

  /** @param {Frame} frame */
  function ofCode(frame) {
    const { group, packageName } = categoriseFrame(frame)
    return getOrAdd(known, `${group} ${packageName}`, function standIn() {
      return { name: NAME, file: folderOf(frame), line: null, column: null, kind: frame.kind }
    })
  }
}

/** Returns the folder of a package, or what else a category is known by. @param {Frame} frame */
function folderOf({ file }) {
  if (file.startsWith('node:')) return 'node:'
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? ''
}

/**
 * Returns a profile with frames in the place of others. A call between functions that became one is no call any more, and what stands
 * for several functions has no lines.
 * @param {Profile} profile
 * @param {(frame: Frame) => Frame | null} standIn the frame that takes the place of another one; null where it stays
 * @returns {Profile}
 */
function foldProfile(profile, standIn) {
  const tree = new CallTree()
  const folded = new Set()
  const numbers = profile.frames.map(function numberOf(frame) {
    const other = standIn(frame)
    const number = tree.sharedFrame(other ?? frame)
    if (other) folded.add(number)
    return number
  })
  const { frame, parent, self, tier } = profile.nodes
  const places = new Int32Array(frame.length)
  for (let node = 0; node < places.length; node++) {
    const caller = places[parent[node] ?? -1] ?? -1
    const place = placeOf(caller, numbers[frame[node] ?? -1] ?? -1, tier[node] ?? 0)
    tree.add(place, self[node] ?? 0)
    places[node] = place
  }
  const { samples, lines: _, ...others } = profile
  const lines = new LinesOfTree()
  lines.add(profile, (node, isCall) => (hasLines(isCall ? (parent[node] ?? -1) : node) ? (places[node] ?? -1) : -1))
  return {
    ...others,
    ...lines.toLines(),
    frames: tree.frames,
    nodes: typedNodes(tree.nodes),
    samples: samples && { ...samples, nodes: samples.nodes.map(node => places[node] ?? -1) }
  }

  /** @param {number} node of the profile */
  function hasLines(node) {
    return !folded.has(numbers[frame[node] ?? -1])
  }

  /** @type {(caller: number, called: number, tier: number) => number} */
  function placeOf(caller, called, tier) {
    if (!folded.has(called)) return tree.child(caller, called, tiers[tier] ?? null)
    return caller !== -1 && tree.nodes.frame[caller] === called ? caller : tree.child(caller, called, null)
  }
}

/** @typedef {{ file: string, frames: Map<string, Frame> }} FramesOfFile `frames`: by the rest of what is equal, a short key */

/**
 * Returns a function that returns the call trees of a launch with frames that are one object in all launches where they are equal: a
 * run may have hundreds of launches with the same functions.
 * @returns {(launch: LaunchTrees) => LaunchTrees}
 */
export function frameSharer() {
  /** By file. @type {Map<string, FramesOfFile>} */
  const known = new Map()
  return function shareFrames(launch) {
    return mapProfiles(launch, profile => ({ ...profile, frames: profile.frames.map(sharedFrame) }))
  }

  /** @param {Frame} frame */
  function sharedFrame(frame) {
    const { file, frames } = getOrAdd(known, frame.file, () => ({ file: frame.file, frames: new Map() }))
    const key = `${frame.kind} ${frame.line ?? 0}:${frame.column ?? 0} ${frame.name}`
    // One string, where each profile has a copy of it.
    const same = getOrAdd(frames, key, () => ({ ...frame, file }))
    // One key may also stand for a frame without a line and one with line 0.
    const isEqual = same.line === frame.line && same.column === frame.column && same.replaces === frame.replaces
    return isEqual ? same : frame
  }
}
