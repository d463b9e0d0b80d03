import type { GeneratorName, Load } from '../load/types.js'
import type { Frame, Profile, TickSummary } from '../profile/types.js'
import type { ProfilerName } from '../runs/types.js'
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

/** Costs a request, microseconds of CPU or bytes, as means over the rounds in which both variants were profiled. */
export interface CostDifference {
  baseline: number
  candidate: number
  difference: number
  /** 95 % interval of the difference; null with a single round. */
  low: number | null
  high: number | null
  /** Two-sided, not corrected for the number of functions; 1 with a single round. */
  pValue: number
}

export interface FunctionName {
  name: string
  file: string
  line: number | null
}

export type BlameGroup = 'app' | 'package' | 'core' | 'native' | 'gc' | 'other threads'

/** One part of the difference, in no other row. */
export interface BlameRow {
  group: BlameGroup
  packageName: string | null
  /** The function of the app or of a package that has the difference, or the node, V8 or thread it is in. */
  owner: FunctionName
  /** Below the owner, the calls it comes from. Empty where it is the owner's own. */
  path: FunctionName[]
  /** Over everything the owner calls, too thinly to be sure of any one place. */
  isSpread: boolean
  /** The function of the app that called it; null for one of the app, or when none did. */
  caller: FunctionName | null
  cost: CostDifference
  /** Whether a second profiler that samples in another way found the same. */
  isConfirmed: boolean
}

/** All own costs of the app, of one package, ...: these add up to the whole. */
export interface GroupCost {
  group: BlameGroup
  /** Of a package its name, of other threads which they are. */
  name: string | null
  cost: CostDifference
}

/** What carries the difference between two variants, in one unit. */
export interface Blame {
  candidate: string
  baseline: string
  unit: 'micros' | 'bytes'
  /** Whose figures these are, and who confirms. */
  profiler: ProfilerName
  secondProfiler: ProfilerName | null
  rounds: number
  /** Samples that were not idle, of the launch with the fewest. */
  fewestSamples: number
  /** Whether any sample was in the app's own code or a package. */
  hasAppFrames: boolean
  groups: GroupCost[]
  /** Sure differences, corrected for the number of functions, largest first. */
  rows: BlameRow[]
  /** System calls that moved without a second profiler seeing it, as one: not blame. */
  moved: { names: string[]; cost: CostDifference } | null
  /** Of `total`: what all of these leave. */
  unattributed: CostDifference
  /** Of all threads in the profiled launches. */
  total: CostDifference
  /** Wall time of the samples against the CPU they were brought to; null for bytes. */
  sampledPerCpu: number | null
}

/** The functions of a variant by their own weight, launches together. */
export interface HeavyTable {
  profiler: ProfilerName
  variant: string
  unit: Profile['unit']
  launches: number
  /** Weight that was not idle: what shares are of. */
  busy: number
  idle: number
  rows: { frame: Frame; self: number; total: number }[]
}

/** What looks odd in a tick table and has a reason. */
export type TickOddity = 'counted-twice' | 'unaccounted' | 'shared-libraries' | 'no-nm'
