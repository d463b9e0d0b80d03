import path from 'node:path'
import { CallTree, weightOf } from '../tree/call-tree.js'
import { categoriseFrame, functionKey, knownFunction, namelessOf } from '../tree/frames.js'
import { isOwnCode, summariseFunctions } from '../tree/summarise-functions.js'
import { mapProfiles } from '../tree/thread-tree.js'
import { lineAligner } from './align-lines.js'
import { findPairs } from './find-pairs.js'

/** @import { Frame, LaunchTrees, Profile } from '../types.js' */
/** @import { SharedFunctions } from './find-pairs.js' */

const MOST_PASSES = 6

/**
 * Returns the launches with one frame per function: a function that was renamed or moved has the same frame in all variants,
 * so that tables and graphs show the net difference, and a line has one number. Functions are matched by their place and by what they do, see
 * {@link findPairs}; what cannot be matched safely stays two functions.
 * @param {LaunchTrees[]} trees @param {string} baseline @param {string[]} candidates
 * @returns {LaunchTrees[]} in the same order
 */
export function matchFunctions(trees, baseline, candidates) {
  /** @type {Map<string, Frame>} */
  const frameOf = new Map()
  /** @type {Map<string, Frame>} of native code of the baseline that has only the place of its function */
  const namelessFrameOf = new Map()
  const ofBaseline = profilesOf(trees, baseline)
  /** @type {CallTree | null} */
  let before = null
  for (const candidate of candidates) {
    const ofCandidate = profilesOf(trees, candidate)
    if (!areSomeReplaced(ofBaseline, ofCandidate)) continue
    before ??= poolProfiles(ofBaseline)
    const after = poolProfiles(ofCandidate)
    const beforeFrames = new Map(before.frames.map(frame => [functionKey(frame), frame]))
    const afterFrames = new Map(after.frames.map(frame => [functionKey(frame), frame]))
    for (const [key, other] of pairFunctions(before, after)) {
      const [old, renewed] = [beforeFrames.get(other), afterFrames.get(key)]
      if (!old || !renewed) continue
      const frame = frameOf.get(other) ?? (old.name === renewed.name ? renewed : { ...renewed, replaces: old.name })
      frameOf.set(other, frame).set(key, frame)
      namelessFrameOf.set(functionKey(namelessOf(old)), namelessOf(frame))
    }
  }
  const alignLines = lineAligner(trees, [baseline, ...candidates])
  return trees.map(launch => mapProfiles(launch, profile => renamed(profile, launch.variant)))

  /** @param {Profile} profile @param {string} variant @returns {Profile} */
  function renamed({ lines, ...profile }, variant) {
    const frames = profile.frames.map(function matchedFrame(frame) {
      const key = functionKey(frame)
      // A function of the candidate can begin where another one of the baseline did.
      return frameOf.get(key) ?? (variant === baseline ? namelessFrameOf.get(key) : undefined) ?? frame
    })
    return { ...profile, ...alignLines({ ...profile, ...(lines && { lines }) }, variant, frames), frames }
  }
}

/**
 * Returns the key of the same function of the baseline, by key of each function that only the candidate has.
 * @param {CallTree} before @param {CallTree} after @returns {Map<string, string>}
 */
function pairFunctions(before, after) {
  const [beforeKeys, afterKeys] = [before, after].map(({ frames }) => new Set(frames.map(functionKey)))
  /** @type {Map<string, string>} */
  const matched = new Map()
  const files = sameFiles(onlyIn(after, before), onlyIn(before, after))
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const known = new Set([...matched.values(), ...[...(beforeKeys ?? [])].filter(key => afterKeys?.has(key))])
    const isKnown = (/** @type {string} */ key) => known.has(key)
    /** @type {SharedFunctions} */
    const functions = {
      before: [...summariseFunctions(before, key => key, isKnown).values()],
      after: [...summariseFunctions(after, key => matched.get(key) ?? key, isKnown).values()],
      matched,
      fileOf: file => files.get(file) ?? file
    }
    const pairs = findPairs(functions)
    if (pairs.length === 0) break
    for (const [key, other] of pairs) matched.set(key, other)
  }
  return matched
}

/** @type {(tree: Pick<Profile, 'frames'>, other: Pick<Profile, 'frames'>) => string[]} files of one tree only */
function onlyIn({ frames }, other) {
  const others = new Set(other.frames.map(({ file }) => file))
  return [...new Set(frames.map(({ file }) => file))].filter(file => file !== '' && !others.has(file))
}

/** @param {LaunchTrees[]} trees @param {string} name of the variant */
function profilesOf(trees, name) {
  return trees.filter(({ variant }) => variant === name).flatMap(launch => launch.trees.map(tree => tree.profile))
}

/**
 * Returns whether each variant has functions of the app or of packages that the other one has not: only these can be the same under
 * another name.
 * @param {Profile[]} before @param {Profile[]} after
 */
function areSomeReplaced(before, after) {
  const [old, renewed] = [calledFunctions(before), calledFunctions(after)]
  return [...old].some(key => !renewed.has(key)) && [...renewed].some(key => !old.has(key))
}

/** @param {Profile[]} profiles @returns {Set<string>} keys of the functions of the app and of packages that are called */
function calledFunctions(profiles) {
  /** @type {Set<Frame>} */
  const called = new Set()
  for (const profile of profiles) {
    if (weightOf(profile) === 0) continue
    const isCalled = new Uint8Array(profile.frames.length)
    for (const frame of profile.nodes.frame) isCalled[frame] = 1
    profile.frames.forEach(function addCalled(frame, number) {
      if (isCalled[number]) called.add(frame)
    })
  }
  const functions = [...called].map(knownFunction).filter(({ category }) => isOwnCode(category))
  return new Set(functions.map(({ key }) => key))
}

/**
 * Returns call trees as one. Each tree has a weight of 1, whatever its profiler and unit.
 * @param {Profile[]} profiles
 */
function poolProfiles(profiles) {
  const pooled = new CallTree()
  for (const profile of profiles) {
    const divisor = weightOf(profile) * profiles.length
    if (divisor > 0) pooled.addTree(profile, { hasTiers: false, divisor })
  }
  return pooled
}

/**
 * Returns which files of one variant are files of another one: in another folder, as a second checkout of the app or another version of
 * a package, where no other file of the variants has a longer common end of its path; and `old.js` and `new.js`, where each variant has
 * one other file of the app, in one folder.
 * @param {string[]} files only of the one variant
 * @param {string[]} others only of the other one
 * @returns {Map<string, string>} by file of the one variant
 */
function sameFiles(files, others) {
  const best = files.map(file => [file, closest(file, others)])
  const same = new Map(
    best.flatMap(([file = '', other]) => (other !== undefined && closest(other, files) === file ? [[file, other]] : []))
  )
  const taken = new Set([...same.keys(), ...same.values()])
  const [file, ...more] = files.filter(each => !taken.has(each) && isOfApp(each))
  const [other, ...moreOthers] = others.filter(each => !taken.has(each) && isOfApp(each))
  if (!file || !other || more.length > 0 || moreOthers.length > 0) return same
  return path.dirname(file) === path.dirname(other) ? same.set(file, other) : same
}

/** @param {string} file */
function isOfApp(file) {
  return categoriseFrame({ kind: 'javascript', file }).group === 'app'
}

/**
 * @param {string} file @param {string[]} others
 * @returns {string | undefined} the only one with the longest common end, of at least the name of the file
 */
function closest(file, others) {
  const ends = others.map(other => commonEnd(file, other))
  const longest = Math.max(1, ...ends)
  const found = others.filter((_, index) => ends[index] === longest)
  return found.length === 1 ? found[0] : undefined
}

/**
 * Returns how many names two paths have in common at their ends. Within packages it is the whole path.
 * @type {(one: string, other: string) => number}
 */
function commonEnd(one, other) {
  const [a, b] = [segments(one), segments(other)]
  if (a.isPackage !== b.isPackage) return 0
  const different = a.names.findIndex((name, index) => name !== b.names[index])
  const common = different === -1 ? a.names.length : different
  return a.isPackage && (common < a.names.length || common < b.names.length) ? 0 : common
}

/** @param {string} file @returns {{ names: string[], isPackage: boolean }} the last name first */
function segments(file) {
  const inPackage = /.*[\\/]node_modules[\\/](.*)$/.exec(file)
  return { names: (inPackage?.[1] ?? file).split(/[\\/]/).reverse(), isPackage: inPackage !== null }
}
