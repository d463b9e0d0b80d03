import { CallTree } from './call-tree.js'
import { findPairs } from './find-pairs.js'
import { functionKey } from './function-key.js'
import { columnsOf, withFrames } from './packed-profile.js'
import { sameFiles } from './same-files.js'
import { summariseFunctions } from './summarise-functions.js'

/**
 * @import { SharedFunctions } from './find-pairs.js'
 * @import { Frame, LaunchTrees, Profile } from './types.js'
 */

const MOST_PASSES = 6

/**
 * Returns the launches with one frame per function: a function that was renamed or moved has the same frame in all variants,
 * so that tables and graphs show the net difference. Functions are matched by their place and by what they do, see
 * {@link findPairs}; what cannot be matched safely stays two functions.
 * @param {LaunchTrees[]} trees
 * @param {string} baseline
 * @param {string[]} candidates
 * @returns {LaunchTrees[]} in the same order
 */
export function matchFunctions(trees, baseline, candidates) {
  /** @type {Map<string, Frame>} */
  const frameOf = new Map()
  const before = poolVariant(trees, baseline)
  for (const candidate of candidates) {
    const after = poolVariant(trees, candidate)
    const beforeFrames = new Map(before.frames.map(frame => [functionKey(frame), frame]))
    const afterFrames = new Map(after.frames.map(frame => [functionKey(frame), frame]))
    for (const [key, other] of pairFunctions(before, after)) {
      const [old, renewed] = [beforeFrames.get(other), afterFrames.get(key)]
      if (!old || !renewed) continue
      const frame = frameOf.get(other) ?? (old.name === renewed.name ? renewed : { ...renewed, replaces: old.name })
      frameOf.set(other, frame).set(key, frame)
    }
  }
  if (frameOf.size === 0) return trees
  return trees.map(launch => ({
    ...launch,
    trees: launch.trees.map(tree => ({ ...tree, profile: renamed(tree.profile) }))
  }))

  /** @param {Profile} profile @returns {Profile} */
  function renamed(profile) {
    return withFrames(
      profile,
      profile.frames.map(frame => frameOf.get(functionKey(frame)) ?? frame)
    )
  }
}

/**
 * Returns the key of the same function of the baseline, by key of each function that only the candidate has.
 * @param {Pick<Profile, 'frames' | 'nodes'>} before
 * @param {Pick<Profile, 'frames' | 'nodes'>} after
 * @returns {Map<string, string>}
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

/**
 * Returns the call trees of a variant as one. Each tree has a weight of 1, whatever its profiler and unit.
 * @param {LaunchTrees[]} trees
 * @param {string} name
 */
function poolVariant(trees, name) {
  const profiles = trees
    .filter(({ variant }) => variant === name)
    .flatMap(launch => launch.trees.map(tree => tree.profile))
  const pooled = new CallTree()
  for (const profile of profiles) {
    const divisor = columnsOf(profile).self.reduce((sum, self) => sum + self, 0) * profiles.length
    if (divisor > 0) pooled.addTree(profile, { hasTiers: false, divisor })
  }
  return pooled
}
