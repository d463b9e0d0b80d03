import { tiers, typedNodes } from '../profile/tree/call-tree.js'
import { MOST_LINES } from '../profile/tree/source-lines.js'

/** @import { LaunchTrees, LineColumns, Profile } from '../profile/types.js' */
/** @import { SavedLineColumns, SavedNodes, SavedProfile, SavedTrees } from './types.js' */

/**
 * Returns the call trees of a launch as they are saved: the columns of a thread as plain arrays.
 * @param {LaunchTrees} launch @returns {SavedTrees}
 */
export function toSavedTrees(launch) {
  return { ...launch, trees: launch.trees.map(tree => ({ ...tree, profile: withColumns(tree.profile) })) }

  /** @param {Profile} profile @returns {SavedProfile} */
  function withColumns(profile) {
    const { nodes, lines, ...others } = profile
    const { frame, parent, self, tier } = nodes
    return {
      ...others,
      nodes: { frame: [...frame], parent: [...parent], self: [...self], tier: [...tier] },
      ...(lines && { lines: { self: withLines(lines.self), calls: withLines(lines.calls) } })
    }
  }

  /** @param {LineColumns} columns @returns {SavedLineColumns} */
  function withLines({ node, line, weight }) {
    return { node: [...node], line: [...line], weight: [...weight] }
  }
}

/**
 * Returns saved call trees whose nodes are a list of objects, as schema 6 of run.json had them, with columns. Any
 * other content is returned as it is: what is wrong is found when the columns are checked.
 * @param {any} saved
 */
export function upgradeTrees(saved) {
  if (!Array.isArray(saved?.trees)) return saved
  for (const tree of saved.trees) {
    const { profile } = Object(tree)
    if (Array.isArray(profile?.nodes)) profile.nodes = toColumns(profile.nodes)
  }
  return saved
}

/** @param {any[]} nodes @returns {SavedNodes} */
function toColumns(nodes) {
  return {
    frame: nodes.map(node => node?.frame),
    parent: nodes.map(node => node?.parent),
    self: nodes.map(node => node?.self),
    tier: nodes.map(node => tiers.indexOf(node?.tier))
  }
}

/**
 * Returns whether the nodes of each thread form a call tree: every index is one of a frame or of an earlier node, and each sample has a
 * time.
 * @param {SavedTrees} saved whose values have the right types
 */
export function areCallTrees({ trees }) {
  return trees.every(({ profile }) => isTree(profile) && hasTimes(profile) && haveNodes(profile))
}

/** Returns whether all lines are numbers of lines, and of nodes. @param {SavedProfile} profile */
function haveNodes({ lines, nodes: { frame } }) {
  return Object.values(lines ?? {}).every(
    ({ node, line, weight }) =>
      line.length === node.length &&
      weight.length === node.length &&
      node.every(each => each < frame.length) &&
      line.every(each => each > 0 && each < MOST_LINES)
  )
}

/** @param {SavedProfile} profile */
function isTree({ frames, nodes: { frame, parent, self, tier } }) {
  const isWhole = [parent, self, tier].every(column => column.length === frame.length)
  return (
    isWhole &&
    frame.every(called => called < frames.length) &&
    parent.every((above, node) => above >= -1 && above < node) &&
    tier.every(number => number < tiers.length)
  )
}

/** @param {SavedProfile} profile */
function hasTimes({ samples, nodes }) {
  if (samples === null) return true
  const { nodes: tops, atMicros } = samples
  return tops.length === atMicros.length && tops.every(top => top >= -1 && top < nodes.frame.length)
}

/**
 * Returns the call trees that were saved.
 * @param {SavedTrees} saved in which {@link areCallTrees} found nothing wrong
 * @returns {LaunchTrees}
 */
export function fromSavedTrees(saved) {
  const trees = saved.trees.map(function typed({ profile, ...tree }) {
    return { ...tree, profile: { ...profile, nodes: typedNodes(profile.nodes) } }
  })
  return { ...saved, trees }
}
