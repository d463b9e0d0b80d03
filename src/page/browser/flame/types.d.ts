import type { FlameFrame } from '../../../flame/types.js'
import type { Tier } from '../../../types.js'

/** A call tree with all that is drawn of it; one entry a node in each column, a node after its parent. */
export interface FlameTree extends TreeColumns {
  depth: Int32Array
  /** By variant: the cost of a node with all it calls. */
  total: Float64Array[]
  /** The children of node n are `children` from `childStart[n + 1]` to before `childStart[n + 2]`; of -1, the roots. */
  childStart: Int32Array
  children: Int32Array
  /** 1: no frame above is of the same function. */
  isOutermost: Uint8Array
}
export interface TreeColumns {
  frames: FlameFrame[]
  tiers: Tier[]
  /** -1: a root. */
  parent: Int32Array
  frame: Int32Array
  /** -1: not told. */
  tier: Int8Array
  /** By variant, the baseline first. */
  self: Float64Array[]
  /** By candidate; null: not known. */
  noise: (Float64Array | null)[]
  /** Whether the noise is the sum of that of merged nodes: it is not larger than that. */
  isNoiseBound: boolean
}

/** Bars of one depth from left to right, none over another, all with a width. */
export interface Bars {
  node: Int32Array
  start: Float64Array
  end: Float64Array
}
export interface Lane {
  heading: string
  tree: FlameTree
  /** Whether what calls is below what is called. */
  isInverted: boolean
  /** From top to bottom. */
  rows: Bars[]
  /** How wide a node is drawn when it is zoomed to, so that all views have one scale; null: as wide as it is. */
  scale: Float64Array | null
}
/** What the canvas shows, in cost a request or in microseconds of time from left to right. */
export interface Scene {
  lanes: Lane[]
  /** Of all lanes from top to bottom; a heading has no bars. */
  rows: { lane: number; bars: Bars | null }[]
  extent: number
  axis: 'cost' | 'time'
}
/** A bar of a scene: which of its rows, which of the row's bars. */
export interface Place {
  row: number
  bar: number
}
/** What of a lane is seen. `clip`: the bar that was zoomed to; only it, what it calls and its callers are drawn. */
export interface Range {
  from: number
  to: number
  clip: Clip | null
}
export interface Clip {
  from: number
  to: number
  row: number
  node: number
}
export type View = 'baseline' | 'candidate' | 'difference'
export type Order = 'cost' | 'name' | 'time'
export type ColouringName = 'group' | 'tier' | 'difference'
export interface Rgb {
  red: number
  green: number
  blue: number
}
