import type { FlameFrame, FlameGraph } from '../../flame/types.js'

/** A graph with the words of the blame. */
export interface PageGraph extends FlameGraph {
  /** By candidate, by row of its blame: the name, difference and evidence. */
  rowWords: string[][]
}

/** A call tree with all that is computed once; columns with one entry per node, a node after its parent. */
export interface FlameTree extends TreeColumns {
  depth: Int32Array
  /** By variant: the cost of a node and its callees. */
  total: Float64Array[]
  /** The children of node n are `children` from `childStart[n + 1]` to before `childStart[n + 2]`; of -1, the roots. */
  childStart: Int32Array
  children: Int32Array
  /** 1: no node above is of the same function. */
  isOutermost: Uint8Array
}
export interface TreeColumns {
  frames: FlameFrame[]
  /** -1: a root. */
  parent: Int32Array
  frame: Int32Array
  /** By variant, the baseline first. */
  self: Float64Array[]
  /** By candidate: half the 95% interval of the difference of totals; null: unknown. */
  noise: (Float64Array | null)[]
  /** Whether a node is an owner with all of its own cost, over all call paths. */
  isByOwner: boolean
}

/** Bars of one depth from left to right; they do not overlap and none is empty. */
export interface Bars {
  node: Int32Array
  start: Float64Array
  end: Float64Array
}
export interface Lane {
  /** Above a timeline; empty of a graph. */
  heading: string
  tree: FlameTree
  /** From top to bottom. */
  rows: Bars[]
  /** How wide the range is when a node is zoomed to, so that all views have one scale; null: as wide as the bar. */
  zoomWidths: Float64Array | null
}
/** What the canvas shows; from left to right is cost per request, or time in microseconds. */
export interface Scene {
  lanes: Lane[]
  /** Of all lanes from top to bottom; the heading of a timeline has no bars. */
  rows: { lane: number; bars: Bars | null }[]
  extent: number
  axis: 'cost' | 'time'
}
/** A bar of a scene: the index of its row, and its index in the row. */
export interface Place {
  row: number
  bar: number
}
/** The visible part of a lane. `clip`: the bar that was zoomed to; only it, its callees and its callers are drawn. */
export interface Range {
  from: number
  to: number
  clip: { from: number; to: number; row: number; node: number } | null
}
export type View = 'baseline' | 'candidate' | 'difference'
/** `owners`: one frame per function of the app or entry into a package; `time`: one launch per variant in the order of time. */
export type Detail = 'owners' | 'all' | 'time'
