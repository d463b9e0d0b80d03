/** `none`, or a key of the table in src/profilers/index.js. */
export type ProfilerName = string

/** What V8 was doing. `compile`: its parser and compilers; `native`: code of Node.js that JavaScript called, with the kernel. */
export type VmState = 'javascript' | 'gc' | 'compile' | 'native' | 'idle' | 'other'

export interface TickSummary extends TickCounts {
  /** Under the deciding load; absent of the others, and of older runs. */
  states?: Record<VmState, number>
}

export interface TickCounts {
  javascript: number
  cpp: number
  gc: number
  sharedLibraries: number
  unaccounted: number
  /** All ticks of the window; the rows above can add up to more, since GC ticks are counted in other rows too. */
  total: number
}

/** Call trees of a launch under the deciding load, one per thread. */
export interface LaunchTrees {
  launch: string
  variant: string
  profiler: ProfilerName
  trees: ThreadTree[]
}

/** Threads that run no JavaScript: libuv's thread pool, and those on which V8 compiles and collects garbage. */
export type OtherThreads = 'pool' | 'helpers'

/** What native code on such a thread works for. */
export type WorkName = 'compression' | 'crypto' | 'dns' | 'fs' | 'gc' | 'compiler' | 'memory' | 'waiting' | 'other'

/** CPU of the whole process, microseconds, and requests. */
export interface HookCosts {
  onMicros: number
  onRequests: number
  offMicros: number
  offRequests: number
}

/**
 * A part of the requests that were followed, all together: the waits of a line, or what runs after one. All kinds but `concurrent` add up to
 * the latency. One wait is one `await`; at a line without any, what overlaps of what the line began.
 */
export interface WaitPart {
  kind: 'waiting' | 'running' | 'event loop' | 'unattributed' | 'concurrent'
  /** '' without a line of the app. */
  file: string
  line: number
  /** Requests that have it, and when it begins in these, summed. */
  requests: number
  startMicros: number
  micros: number
  /** Of `micros`, by what is waited for. */
  resources: Record<string, number>
  /** How many waits; this and all below are of a line that waits. */
  times: number
  /** Until what is waited for is there. */
  waitingMicros: number
  /** From then on until the code goes on. */
  queueingMicros: number
  /** Of `waitingMicros`, while another wait is the latency, which ends later and is in no function that the line calls. */
  concurrentMicros: number
  /** Of one wait, until its code goes on. */
  p50Micros: number
  p99Micros: number
}

export interface ThreadTree {
  pid: number
  threadId: number
  /** Of a tree of all threads of that kind, in all processes; `pid` is then that of the first one, and `threadId` 0. */
  threads?: OtherThreads
  /** Samples that were not idle; of latency the requests that were followed. */
  sampleCount: number
  /** Of latency: what requests cost while the hook was on, and between. */
  hook?: HookCosts
  /** Of latency; absent of older runs. */
  waits?: WaitPart[]
  /** With samples where these have times (unit `micros`), from the first one on; other samples are in the tool's own file. */
  profile: Profile
}

/**
 * A function as a profiler names it. Lines and columns count from 1 and are those of the start of the function. Two frames
 * with the same name, file, line and column are the same function.
 */
export interface Frame {
  /** `(anonymous)` where it has none. */
  name: string
  /**
   * An absolute path, `node:fs` and the like, or '' for code without a source. Never a file:// URL. Of native code without a
   * name the function it works for.
   */
  file: string
  line: number | null
  column: number | null
  /** `native`: compiled code of node, V8 and the system. `program`: what V8 could not name. */
  kind: 'javascript' | 'native' | 'gc' | 'program'
  /** Of a function that was renamed: its name in the baseline. */
  replaces?: string
}

/** Which of V8's compilers made the code that ran: `~`, `^`, `+` and `*` in its logs. */
export type Tier = 'ignition' | 'sparkplug' | 'maglev' | 'turbofan'

/** Plain in a tree that was built, typed in a run that was read: a node then takes 17 bytes. */
export type NodeColumn = number[] | Int32Array | Float64Array | Uint8Array

/** The nodes of a call tree, one entry per node in each column; a node comes after the one above. */
export interface CallNodes {
  /** Index into `frames`. */
  frame: NodeColumn
  /** The node above; -1 for the outermost frame of a stack. */
  parent: NodeColumn
  /** Weight of the samples in which this frame was on top. */
  self: NodeColumn
  /** Index into `tiers` of tree/call-tree.js. A function that ran in two tiers under one parent has two nodes. */
  tier: NodeColumn
}

/** Lines of the sources, sparse: one entry per node and line in each column. */
export interface LineColumns {
  /** Index of a node. */
  node: NodeColumn
  /** From 1 on. */
  line: NodeColumn
  weight: NodeColumn
  /** From 1 on. Only of a profile whose source maps are not applied yet, by a tool that records it. */
  column?: NodeColumn
}

/** Where in their functions the weights of nodes are, as far as the tool records it. */
export interface ProfileLines {
  /** Lines of a node's function, with their parts of the node's own weight. */
  self: LineColumns
  /** Lines of the function above a node that called it, with the weight of the node and all below it at that call. */
  calls: LineColumns
}

/** Numbers that stand for the texts of lines, by file and line: equal texts have equal ones. */
export type LineTexts = Record<string, Record<string, number>>

/** The weighted call tree of one thread, from any tool. */
export interface Profile {
  /** `latency`: microseconds of the time until a response, of all requests that were followed. */
  unit: 'micros' | 'samples' | 'bytes' | 'latency'
  /** Of the thread: `main`, `worker 2`, `process 1234`, ... */
  label: string
  frames: Frame[]
  nodes: CallNodes
  /** Weight of the idle samples; it is in no node. */
  idle: number
  /** Of V8's ticks. */
  states?: Record<VmState, number>
  /**
   * The samples in their order: the node on top (-1: idle) and the time, in microseconds on the tool's own clock. null where
   * the tool keeps sums only.
   */
  samples: { nodes: number[]; atMicros: number[] } | null
  /** Absent without any line. */
  lines?: ProfileLines
  /** Of the lines above, where the tool records texts. */
  lineTexts?: LineTexts
  /** Absolute paths of the generated files whose functions are named by their source maps; absent without one. */
  generatedFiles?: string[]
}
