import type { GeneratorName, Load } from '../load/types.js'
import type { Frame, OtherThreads, ProfilerName, TickSummary, WorkName } from '../profile/types.js'
import type { Change } from '../stats/types.js'

export interface TickRow {
  name: keyof TickSummary
  ticks: number
  share: number
  /** Share of the ticks outside shared libraries; null for that row itself and for Unaccounted, as V8 prints it. */
  nonlibShare: number | null
  ticksPer1000Requests: number
}

export interface TickTable {
  profiler: ProfilerName
  generator: GeneratorName
  mode: Load['mode']
  variants: Record<string, { launches: number; requests: number; rows: TickRow[] }>
  /** By candidate: the change of each row's ticks per 1,000 requests against the baseline, over rounds. */
  changes: Record<string, Record<TickRow['name'], Change | null>>
}

/** Costs per request, microseconds of CPU or bytes, as means over the rounds in which both variants were profiled. */
export interface CostDifference {
  baseline: number
  candidate: number
  difference: number
  /** 95% confidence interval of the difference; null with a single round. */
  low: number | null
  high: number | null
  /** Two-sided, not corrected for the number of functions; 1 with a single round. */
  pValue: number
}

/** A part of the total difference. */
export interface PartOfDifference extends CostDifference {
  /** The part divided by the total difference; null where the total does not differ significantly from zero. */
  share: number | null
}

export interface FunctionName {
  name: string
  file: string
  line: number | null
  /** The name that this function has in the baseline, where that is another one. */
  replaces?: string
}

export type BlameGroup = 'app' | 'package' | 'core' | 'native' | 'gc' | 'other-threads'

/** Threads whose CPU the system measures and no call tree holds. `workers`: worker threads that were not profiled. */
export type OtherThreadsName = OtherThreads | 'workers'

/** Modules of Node.js that give work to libuv's thread pool. */
export type PoolUser = 'zlib' | 'crypto' | 'dns' | 'fs'

/** `measured-directly`: from the system's count of CPU per thread, not from samples. */
export type EvidenceCode = 'confirmed' | 'one-profiler' | 'measured-directly'

/** One part of the difference. Rows do not overlap. */
export interface BlameRow {
  group: BlameGroup
  packageName: string | null
  /** Of other threads which they are; null for every other group. */
  threads: OtherThreadsName | null
  /** The module whose work the thread pool does; null where it is unknown. */
  poolUser: PoolUser | null
  /**
   * The function of the app or of a package that has the difference, or code of Node.js or V8 without such a caller. Of the
   * thread pool the function that queues the work; null where that is unknown.
   */
  owner: FunctionName | null
  /** The calls below the owner in which the difference is. Empty where it is the owner's own. */
  path: FunctionName[]
  /** The difference is spread over the functions that the owner calls; no single one differs significantly. */
  isSpread: boolean
  /**
   * Where the row stands for several differences, the largest of which names it: `event-loop` for node's own work without an
   * owner, `package` for those of one package, or of node, with the same sign. null for most rows.
   */
  joined: { kind: 'event-loop' | 'package'; count: number } | null
  /** The function of the app that calls the owner; null for a function of the app, or where there is none. */
  caller: FunctionName | null
  cost: PartOfDifference
  evidence: EvidenceCode
}

/** All own costs of the app, of one package, ...: the groups add up to the total. */
export interface GroupCost {
  group: BlameGroup
  packageName: string | null
  /** Of other threads which they are. `rest`: the profiler's own threads, and what the clocks do not attribute. */
  threads: OtherThreadsName | 'rest' | null
  cost: CostDifference
}

/** Which functions carry the difference between two variants, in one unit. */
export interface Blame {
  candidate: string
  baseline: string
  unit: 'micros' | 'bytes'
  /** The profiler that measured all costs. */
  profiler: ProfilerName
  /** The profiler that confirms rows. */
  secondProfiler: ProfilerName | null
  rounds: number
  /** Samples that were not idle, in the launch with the fewest. */
  fewestSamples: number
  /** Whether any sample was in the code of the app or of a package. */
  hasAppFrames: boolean
  groups: GroupCost[]
  /** Significant differences, corrected for the number of functions, largest first. */
  rows: BlameRow[]
  /** Indexes of the rows that the summary of a run names, the largest first. */
  headline: number[]
  /** System calls whose time moved from one to another, as one net difference that is attributed to no function. */
  displaced: { names: string[]; cost: PartOfDifference } | null
  /** What the rows and the displaced time leave of `total`. */
  unattributed: PartOfDifference
  /** Of all threads in the profiled launches. */
  total: PartOfDifference
  /** Of the unprofiled launches, in separate slices, at the confidence of the verdict; null for bytes and where there are none. */
  unprofiledTotal: Omit<CostDifference, 'pValue'> | null
  /** Wall time of the samples per CPU time they were scaled to; null for bytes. */
  sampledPerCpu: number | null
  /**
   * The share by which the intervals of the sampled rows are wider, because `sampledPerCpu` of a variant is not within 0.93 to
   * 1.05; 0 where it is.
   */
  samplingBias: number
}

/** The functions of a variant by their own weight, all launches together. */
export interface HeavyTable {
  profiler: ProfilerName
  variant: string
  unit: 'micros' | 'bytes'
  launches: number
  /** Weight that was not idle. */
  busy: number
  idle: number
  /** `selfShare` and `totalShare` are of the weight that was not idle. */
  rows: { frame: Frame; self: number; selfShare: number; total: number; totalShare: number }[]
}

/** The CPU per request of threads that run no JavaScript, by native function. */
export interface ThreadWork {
  candidate: string
  baseline: string
  profiler: ProfilerName
  rounds: number
  /** Of such threads, in the launch with the fewest. */
  fewestSamples: number
  rows: ThreadWorkRow[]
}

export interface ThreadWorkRow {
  threads: OtherThreads
  /** `rest`: functions of less than 2% of the total, and launches without samples of these threads. */
  work: WorkName | 'rest' | 'total'
  /** The native function; '' where the work is spread over small ones. */
  name: string
  cost: CostDifference
}

/** What needs an explanation in a tick table. */
export type TickOddity = 'counted-twice' | 'unaccounted' | 'shared-libraries' | 'no-nm'
