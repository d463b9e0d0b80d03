import type { BlameGroup, FunctionName, OtherThreadsName } from '../blame/types.js'
import type { ProfilerName } from '../profile/types.js'
import type { Imported } from '../types.js'

/**
 * The flame graph of one thread: the call trees of all launches of all variants as one tree, with costs. Frames and nodes are
 * columns, so that a hundred thousand of them stay small. A cost is microseconds of CPU, or bytes, per request.
 */
export interface FlameGraph {
  profiler: ProfilerName
  /** `main`, `worker 2`, ... */
  thread: string
  unit: 'micros' | 'bytes' | 'latency' | 'samples'
  imported?: Pick<Imported, 'counts' | 'isPerRequest'>
  /** The baseline first. */
  variants: FlameVariant[]
  frames: FlameFrame[]
  nodes: FlameNodes
  owners: OwnerGraph
  /**
   * By candidate, one entry per frame: half the interval of the difference of a function's total cost, over all its calls,
   * corrected for the number of functions; null where fewer than two rounds were profiled in both variants.
   */
  functionNoise: (number[] | null)[]
  /** In the order of `variants`, one launch of each; empty where no profile with samples was kept. */
  timelines: FlameTimeline[]
}
export interface FlameVariant {
  name: string
  launches: number
  /** Samples that were not idle. */
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
/**
 * The same costs with one frame per owner, as blame attributes them, and one per part of an owner that a row of the blame has.
 * So a frame is a node, and a call path is none: an owner is below the innermost function of the app that is on nearly all
 * of its stacks, in all variants together.
 */
export interface OwnerGraph {
  frames: OwnerFrame[]
  nodes: Omit<FlameNodes, 'frame'>
  /** By candidate, by row of its blame; no rows where the blame is of another profiler. */
  blamed: LocatedRow[][]
}
export interface LocatedRow {
  /** Those whose differences add up to that of the row, the largest first; none for threads that are no frame. */
  frames: number[]
  /** Of these frames with only their own cost in the row, where there are several frames; the others have their total in it. */
  ownFrames?: number[]
  /** What has the figure of the row: the total of the only frame, its own cost, the sum of several frames. `other`: nothing. */
  figure: 'total' | 'own' | 'sum' | 'other'
  /**
   * Why nothing has the figure: the difference is spread over functions that others call too; a part of it is in other threads,
   * which have graphs of their own; the row is also of rounds without profiles of all variants, which the graph leaves out.
   */
  because?: 'spread' | 'threads' | 'rounds'
}
export interface OwnerFrame extends FlameFrame {
  /** The same function in `FlameGraph.frames`; null for code without an owner. */
  frame: number | null
  /** Of a part of its parent: the calls that name it, the last one the function of this frame. */
  calls?: FunctionName[]
  /** Other threads, which were not sampled: their CPU by the operating system, as blame has it. */
  threads?: OtherThreadsName
  /** The name in the baseline, where that is another one. */
  replaces?: string
}
/** One entry per node in each column; a node comes after its parent. */
export interface FlameNodes {
  /** -1: the outermost frame of a stack. */
  parent: number[]
  /** Index into `frames`. */
  frame: number[]
  /** By variant: the cost of the node itself, without its callees. */
  self: number[][]
  /**
   * By candidate: half the interval of the difference of the node's total cost, callees included, corrected for the number
   * of nodes; null where fewer than two rounds were profiled in both variants.
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
