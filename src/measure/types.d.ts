import type { Load } from '../load/types.js'
import type { ProfilerName } from '../runs/types.js'

/** What one server process says at the end of a slice (`uptimeMs` also at its start). CPU and counts are of the slice. */
export interface AgentReading {
  /** Milliseconds since V8 began in the process: the time base of its V8 log. */
  uptimeMs: number
  /** The monotonic clock of the system: the time base of profiles taken over the inspector. */
  monotonicMicros: number
  cpuUserMicros: number
  cpuSystemMicros: number
  /** CPU of the thread that listens; null where the platform does not tell it by thread. */
  cpuMainThreadMicros: number | null
  /** CPU of libuv's thread pool (zlib, fs, dns, crypto) and of worker threads; null where threads cannot be told apart. */
  cpuPoolMicros: number | null
  /** CPU of V8's helper threads: the concurrent parts of its compilers and of its garbage collector; likewise. */
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
  /** CPU of the whole machine that its host gave to other machines; null where nobody tells. */
  stolenMicros: number | null
}

export interface PlannedLaunch {
  id: string
  round: number
  variant: string
  profiler: ProfilerName
}

export interface PlannedSlice {
  /** One, or all of a block: then they are loaded at the same time and share one core. */
  launches: string[]
  load: Load
  durationMs: number
}

/** Launches that are up at the same time, warmed up in order, then loaded in turn. */
export interface Block {
  launches: PlannedLaunch[]
  slices: PlannedSlice[]
}

export interface Round {
  index: number
  blocks: Block[]
}

export interface WatchedBy {
  name: ProfilerName
  batches: boolean
  /** Where it watches fewer rounds than the design's `profiledRounds`. */
  rounds?: number
}

/** Everything that decides a plan; the same design gives the same plan. */
export interface Design {
  seed: number
  rounds: number
  /** How many of the rounds, from the first on, have profiled launches; and how many play batches that do not decide. */
  profiledRounds: number
  batchRounds: number
  warmupMs: number
  sliceMs: number
  /** Closed-loop slices of each launch: together with the other variants, in turn with them, and alone under a profiler. */
  slices: { sharedCore: number; separate: number; profiled: number }
  /** Of two variants; longer where more share the core. */
  sharedCoreMs: number
  /** The open-loop slice of each bare launch. */
  openMs: number
  /** Goes on, beyond `rounds`, until the 95 % half-width of the deciding change is this narrow; null: `rounds` as they are. */
  untilHalfWidth: number | null
  /** After this long no other round is begun; null: none is left out. */
  maxMs: number | null
  /** The first decides. */
  loads: [Load, ...Load[]]
  /** What servers are warmed up with: a closed loop, where the experiment has one, even when it is not among the loads. */
  warmupLoad: Load
  /** Each watches a launch of its own of every variant; `batches` are played only where they are told apart. */
  profilers: WatchedBy[]
  quick: boolean
}
