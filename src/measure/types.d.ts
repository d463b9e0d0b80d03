import type { Load } from '../load/types.js'
import type { ProfilerName } from '../profile/types.js'
import type { Budget } from '../verdict/types.js'

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
  /** Null, as the page faults, of a run that was saved without. */
  voluntarySwitches: number | null
  involuntarySwitches: number | null
  /** Page faults of the process: without and with a read from disk. */
  minorFaults: number | null
  majorFaults: number | null
  /** Turns of the event loop of the thread; null where libuv does not count them. */
  loopTurns: number | null
  /** Bytes that the thread allocated on V8's heap; null where it is not known. */
  allocatedBytes: number | null
  /**
   * Read and write calls of the process and their bytes, of files, pipes and sockets, without those of the agent; null
   * where the platform does not count them.
   */
  readCalls: number | null
  writeCalls: number | null
  readBytes: number | null
  writtenBytes: number | null
  /** CPU of the whole machine that its host gave to other machines; null where it is not reported. */
  stolenMicros: number | null
}

/** What an attached process did between two readings, as it counts itself. */
export interface AttachWindow {
  /** Latencies, from the start of a request to the end of its response, and how many requests had each. */
  micros: [micros: number, count: number][]
  start: Pick<AgentReading, 'uptimeMs' | 'monotonicMicros'>
  end: AgentReading
}

/** Resident memory of a launch at one moment. */
export interface MemoryPoint {
  atMs: number
  bytes: number
}

/** What one thread keeps after a forced garbage collection. */
export interface KeptHeap {
  heapUsedBytes: number
  /** Memory outside the heap that objects keep; with that of array buffers. */
  externalBytes: number
}

/** What one thread of a launch keeps, on its heap and outside of it. */
export interface ThreadKept {
  pid: number
  threadId: number
  bytes: number
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
  /** Where the slice ends after so many requests per launch, within that time. */
  requests?: number
  /** A hook follows its requests: at a rate at which that keeps no server busy, and until enough of them are due. */
  isFollowed?: boolean
  /** The name of the only request of the slice; absent: the request or the mix of the experiment. */
  request?: string
  /** The last part of a warm-up, on the core and under the load of the slices after it; in no figure. */
  isWarmUp?: boolean
}

/** Launches that are up at the same time and warmed up in order, and the slices that load them. */
export interface Block {
  launches: PlannedLaunch[]
  slices: PlannedSlice[]
  /** Whether it is measured afterwards what the servers keep in memory. */
  measuresKept: boolean
}

export interface Round {
  /** From 0, over all stages. */
  index: number
  /** `verdict`: whether the variants differ. `detail`: in which functions. */
  stage: 'verdict' | 'detail'
  blocks: Block[]
}

export interface ProfilerPlan {
  name: ProfilerName
  /** Whether its launches play the loads of the experiment too. */
  playsLoads: boolean
  /** Whether each of its launches has a block of its own, because it may fail. */
  isAlone: boolean
  /** Whether its launches are loaded at a constant rate, below saturation. */
  isPaced?: boolean
  /** Where fewer rounds have a launch under it than there are detail rounds. */
  rounds?: number
  /** Set where the counters of the verdict's rounds asked for it: it has launches of these variants, in `rounds` after all others. */
  ofVariants?: string[]
}

/** Which one of how many runs, from 1. */
export interface Shard {
  index: number
  count: number
  /** Of all shards. */
  seed: number
}

/** Everything that decides a plan: the same design gives the same plan. */
export interface Design {
  seed: number
  /** Set where the run is one of several of the same question, on a machine each: `seed` is made from the number and the seed of all. */
  shard?: Shard
  /** Rounds of the verdict. */
  rounds: number
  /** Rounds after those, for blame. */
  detailRounds: number
  /** How many rounds of the verdict (unprofiled) and of the detail (profiled), from the first on, play all loads. */
  loadRounds: { unprofiled: number; profiled: number }
  /** Set where new servers are compared by their first requests, without warm-up. */
  coldRequests: number | null
  /** Limits of the warm-up per variant, and the length of a stretch of the first one, which is measured. */
  warmUp: { mostMs: number; mostRequests: number; chunkMs: number }
  sliceMs: number
  /** Several requests, and how many slices each of them has alone; absent: one request. */
  requests?: { names: string[]; slices: { sharedCore: number; separate: number; detail: number } }
  /**
   * Slices per launch in closed loop: shared-core and separate ones of a verdict round; those for blame of a detail round; and those of
   * each other load of the experiment. `warmUp`: shared-core slices before these, which end the warm-up, and in the first round after a
   * separate one of each variant; absent: none.
   */
  slices: {
    warmUp?: number
    sharedCore: number
    separate: number
    detail: number
    others: number
  }
  /** Length of a shared-core slice of two variants; proportionally longer where more share the core. */
  sharedCoreMs: number
  /** Length of the open-loop slice of each unprofiled launch. */
  openMs: number
  /** The verdict's rounds end when the half-width of the deciding 95% interval is this narrow; null: after `rounds`. */
  untilHalfWidth: number | null
  /** No round but the first begins when it would end after this time; null for no limit. */
  maxMs: number | null
  /** The first decides the verdict. */
  loads: [Load, ...Load[]]
  /** What a candidate must not pass; absent without budgets. */
  budgets?: Budget[]
  /** Whether the run ends as soon as the exact counters are decided, after `rounds` at the latest. */
  untilCounted?: boolean
  /** Whether the verdict ends as soon as all of its intervals are far beyond the margin, after `rounds` at the latest. */
  endsWhenClear?: boolean
  /** What size and blame are measured under. */
  detailLoad: Load
  /** What warms up the servers. */
  warmupLoad: Load
  /** Each has its own launches of every profiled variant. */
  profilers: ProfilerPlan[]
  /** The variants that blame compares; all of them when left out. */
  profiledVariants?: string[]
  quick: boolean
}
