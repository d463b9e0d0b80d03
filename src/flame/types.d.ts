import type { BlameGroup } from '../blame/types.js'
import type { ProfilerName, Tier } from '../profile/types.js'

/**
 * Call trees of all launches of all variants as one tree, priced: what a flame graph of one thread shows. Frames and nodes
 * are columns, so that a hundred thousand of them stay small; a cost is microseconds of CPU, or bytes, a request.
 */
export interface FlameGraph {
  profiler: ProfilerName
  /** `main`, `worker 2`, ... */
  thread: string
  unit: 'micros' | 'bytes'
  /** The baseline first. */
  variants: FlameVariant[]
  tiers: Tier[]
  frames: FlameFrame[]
  nodes: FlameNodes
  /**
   * By candidate, one entry a frame: what the difference of a function's cost with all it calls, wherever it is called, must
   * exceed to be more than chance, corrected for the number of functions; null where fewer than two rounds were profiled in
   * both.
   */
  functionNoise: (number[] | null)[]
  /** In the order of `variants`, one launch of each; empty where no profile with samples was kept. */
  timelines: FlameTimeline[]
}
export interface FlameVariant {
  name: string
  launches: number
  /** That were not idle. */
  samples: number
}
export interface FlameFrame {
  name: string
  /** Relative to the folder the servers were started in where it lies below that. */
  file: string
  line: number | null
  column: number | null
  group: Exclude<BlameGroup, 'other-threads'>
  packageName: string | null
}
/** One entry a node in each column; a node comes after its parent. */
export interface FlameNodes {
  /** -1: the outermost frame of a stack. */
  parent: number[]
  /** Index into `frames`. */
  frame: number[]
  /** Index into `tiers`; -1 where the tool does not tell. The one with most of the cost where there are several. */
  tier: number[]
  /** By variant: the cost of the node itself, without what it calls. */
  self: number[][]
  /**
   * By candidate: what the difference of the node's cost with all it calls must exceed to be more than chance, corrected
   * for the number of nodes; null where fewer than two rounds were profiled in both.
   */
  noise: (number[] | null)[]
}
/** One launch in the order of time: spans in which the same node was on top. */
export interface FlameTimeline {
  variant: string
  launch: string
  durationMicros: number
  /** Index into `nodes`; -1: idle. */
  nodes: number[]
  /** When each span begins, from 0; it ends where the next begins. */
  startsMicros: number[]
}
