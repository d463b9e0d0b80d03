import type { LaunchTrees, Profile, ThreadTree } from '../profile/types.js'

/** launches/<id>/call-trees.json. */
export interface SavedTrees extends Omit<LaunchTrees, 'trees'> {
  trees: SavedThreadTree[]
}

export interface SavedThreadTree extends Omit<ThreadTree, 'profile'> {
  /** With samples where these have times (unit `micros`), from the first one on; other samples are in the tool's own file. */
  profile: SavedProfile
}

export interface SavedProfile extends Omit<Profile, 'nodes' | 'lines'> {
  nodes: SavedNodes
  /** Absent without any line, and of a run that was saved without. */
  lines?: { self: SavedLineColumns; calls: SavedLineColumns }
}

/** Lines of the sources, sparse: one entry per node and line in each column. */
export interface SavedLineColumns {
  /** Index of a node. */
  node: number[]
  /** `self`: of the node's function; `calls`: of the function above that called it. */
  line: number[]
  weight: number[]
}

/** The nodes of a call tree, one entry per node in each column. */
export interface SavedNodes {
  /** Index into `frames`. */
  frame: number[]
  /** The node above, which comes before its own; -1 for the outermost frame of a stack. */
  parent: number[]
  /** Weight of the samples in which this frame was on top. */
  self: number[]
  /** 0 where the tool does not record it, 1 ignition, 2 sparkplug, 3 maglev, 4 turbofan. */
  tier: number[]
}
