import type { GeneratorName, Load } from '../load/types.js'
import type { Machine, ProfilerName } from '../runs/types.js'
import type { Change, Estimate } from '../stats/types.js'

/**
 * CPU is that of all threads, but for `cpuMainThread`, which leaves out the thread pool and the helpers of V8 (compiler,
 * garbage collector): the sharper figure for work that runs on the main thread.
 */
export type MetricName =
  | 'cpuPerRequest'
  | 'cpuMainThread'
  | 'requestsPerSecond'
  | 'latencyP50'
  | 'latencyP95'
  | 'latencyP99'

/** What verdicts and blame are worth on one machine under one Node: calibrations/<machine>-<node>.json. */
export interface Calibration {
  schemaVersion: 1
  at: string
  node: string
  machine: Pick<Machine, 'cpuModel' | 'cores' | 'memoryBytes' | 'platform' | 'pinnableCores'>
  quick: boolean
  rounds: number
  /** Between servers that are the same: standard deviation of the rounds' log-ratio. */
  spreads: Partial<Record<MetricName, number>>
  /** By the first of these metrics, as by all others of a calibration. */
  identical: {
    change: Change
    verdict: VerdictName
    /** How often the interval leaves zero out when the rounds' signs are dealt anew; nominally 5 %. */
    falseAlarmShare: number
  }
  planted: PlantedFinding[]
}

/** What one planted server measured of itself; null where it cannot. */
export interface Truth {
  variant: string
  profiler: ProfilerName
  /** Of a request. */
  micros: number | null
  bytes: number | null
}

/** How a cost that was planted on purpose was found. */
export interface PlantedFinding {
  variant: string
  /** What the server measured of itself; null where it cannot. */
  truth: { micros: number; relative: number } | null
  change: Change | null
  /** Whether the interval holds the truth. */
  isCovered: boolean | null
  /** Of the planted function's row of the blame: its cost and whether two profilers agree; null where it has none. */
  blamed: { micros: number; isConfirmed: boolean; isFirst: boolean } | null
}

export type VerdictName = 'slower' | 'faster' | 'no difference' | 'cannot tell'

export interface Verdict {
  candidate: string
  baseline: string
  metric: MetricName
  generator: GeneratorName
  verdict: VerdictName
  /** Set on `cannot tell` when zero lies outside the interval, and on a real change smaller than the margin. */
  lean: 'slower' | 'faster' | null
  change: Change | null
  marginRatio: number
  /** Why no verdict could be given, when `change` is null. */
  reason: string | null
  /** The smallest change that 80 of 100 runs like this would call slower or faster; null without an interval. */
  detectableRatio: number | null
  /** How many rounds in all would settle a `cannot tell`, if the change stays as it is; null where none would. */
  roundsToSettle: number | null
  /** The same rule applied to the other of CPU per request and requests/s, to be told when the two disagree. */
  second: { metric: MetricName; verdict: VerdictName; change: Change } | null
  /** Why requests/s, which would be that other one, are not told under a closed loop or a batch. */
  withheld: string | null
}

export interface MetricRow {
  metric: MetricName | 'cpuOtherThreads' | 'cpuPool' | 'cpuHelpers' | 'gcCount' | 'gcPause'
  estimates: Record<string, Estimate | null>
  changes: Record<string, Change | null>
}

export interface LoadComparison {
  load: Load
  notes: string[]
  /** In which this load was played on bare launches. */
  rounds: number
  rows: MetricRow[]
  /** Whether the rows of CPU are of slices in which the variants were loaded together, on one core. */
  isCostOnSharedCore: boolean
  /** CPU per request where each variant was alone, as profiled launches are. */
  costSeparate: Omit<MetricRow, 'metric'>
  /** By variant, over all valid slices without a profiler in which it was alone. */
  requests: Record<string, number>
  loadMs: Record<string, number>
}

/** How long requests took in an open loop; microseconds up to the last byte. */
export interface LatencyTable {
  load: Load
  /** The same for all variants. */
  intendedRatePerSecond: number | null
  /** By variant. */
  requests: Record<string, number>
  /** In which the latency of some variant could not be used; those of the others are left out as well. */
  roundsLeftOut: number
  rows: LatencyRow[]
}

export interface LatencyRow {
  /** 1 is the longest of all. */
  quantile: number
  /** By variant, all its launches together; from the moment a request was meant to be sent. null: too few. */
  responseMicros: Record<string, number | null>
  /** From the moment it was sent. */
  serviceMicros: Record<string, number | null>
  /** By candidate, one value a launch. */
  changes: Record<string, Change | null>
}

/** What one profiler costs: `variant` null is all of them together; `changes` in the order of `metrics`, profiled against bare. */
export interface ProfilerOverhead {
  profiler: ProfilerName
  generator: GeneratorName
  metrics: MetricName[]
  changes: { variant: string | null; changes: (Change | null)[] }[]
  /** The comparison itself under this profiler: what a person sees who measures while profiling. */
  compared: MetricRow[]
}

/** What is wrong with a slice, and whether that spoils all its figures or only requests/s and latency. */
export interface Flaw {
  spoils: 'everything' | 'pace'
  text: string
}

/** What the slices' figures depend on: shares are of one core. */
export interface SliceCheck {
  name:
    | 'generatorShare'
    | 'generatorDelayMicros'
    | 'serverShare'
    | 'failedRequests'
    | 'clockStepMs'
    | 'stolenShare'
    | 'sizeDeviation'
  /** The median of the slices, and the slice that comes off worst. */
  typical: number
  worst: number
  limit: number
  /** Whether the limit is the least there may be, not the most. */
  isFloor: boolean
  /** How many slices, of how many, are beyond it. */
  beyond: number
  slices: number
}
