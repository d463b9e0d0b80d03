import type { Load } from '../load/types.js'
import type { ProfilerName } from '../profile/types.js'

/** What the agent of one thread reports at the end of a slice. CPU and counts are of the slice. */
export interface AgentReading {
  /** Milliseconds since V8 began in the process: the time base of its V8 log. */
  uptimeMs: number
  /** The monotonic clock of the system: the time base of profiles taken over the inspector. */
  monotonicMicros: number
  cpuUserMicros: number
  cpuSystemMicros: number
  /** CPU of the thread that listens; null where the platform does not report CPU by thread. */
  cpuMainThreadMicros: number | null
  /** CPU of libuv's thread pool (zlib, fs, dns, crypto) and of worker threads; null where threads are not listed. */
  cpuPoolMicros: number | null
  /** CPU of V8's helper threads, which compile and collect garbage; null where threads are not listed. */
  cpuHelpersMicros: number | null
  rssBytes: number
  heapUsedBytes: number
  eventLoopUtilization: number
  eventLoopDelayP99Micros: number
  eventLoopDelayMaxMicros: number
  gcCount: number
  gcPauseMicros: number
  voluntarySwitches: number
  involuntarySwitches: number
  /** CPU of the whole machine that its host gave to other machines; null where it is not reported. */
  stolenMicros: number | null
}

export interface PlannedLaunch {
  id: string
  round: number
  variant: string
  profiler: ProfilerName
}

export interface PlannedSlice {
  /** One launch in a separate slice; all launches of a block in a shared-core slice. */
  launches: string[]
  load: Load
  durationMs: number
}

/** Launches that are up at the same time and warmed up in order, and the slices that load them. */
export interface Block {
  launches: PlannedLaunch[]
  slices: PlannedSlice[]
}

export interface Round {
  index: number
  blocks: Block[]
}

export interface ProfilerPlan {
  name: ProfilerName
  batches: boolean
  /** Where fewer rounds have a launch under it than the design's `profiledRounds`. */
  rounds?: number
}

/** Everything that decides a plan: the same design gives the same plan. */
export interface Design {
  seed: number
  rounds: number
  /** How many rounds, from the first on, have profiled launches, and how many play batches that do not decide. */
  profiledRounds: number
  batchRounds: number
  warmupMs: number
  sliceMs: number
  /** Closed-loop slices per launch: shared-core and separate ones of unprofiled launches, and of profiled ones. */
  slices: { sharedCore: number; separate: number; profiled: number }
  /** Length of a shared-core slice of two variants; proportionally longer where more share the core. */
  sharedCoreMs: number
  /** Length of the open-loop slice of each unprofiled launch. */
  openMs: number
  /** The run ends when the half-width of the deciding 95% interval is this narrow; null: after `rounds`. */
  untilHalfWidth: number | null
  /** No round but the first begins when it would end after this time; null for no limit. */
  maxMs: number | null
  /** The first decides the verdict. */
  loads: [Load, ...Load[]]
  /** What warms up the servers: a closed loop where the experiment has one, even when it is not among the loads. */
  warmupLoad: Load
  /** Each has its own launches of every variant. Loads after the first are played only under those with `batches`. */
  profilers: ProfilerPlan[]
  quick: boolean
}
