import type { Variant } from '../../experiments/types.js'

/** What every lab has: a question about strategies, which is measured in cells. */
export interface LabOf<Name extends string, OwnVariant extends Variant> {
  name: Name
  question: string
  /** One per strategy. The first is the baseline; the command is one that repeats its work by hand, or starts its server. */
  variants: [OwnVariant, OwnVariant, ...OwnVariant[]]
  /** Repeats of every cell; the first `dropped` of them count in no figure. */
  repeats: LabRepeats
  /** Of the parts that have any. */
  partRepeats?: Record<string, LabRepeats>
  /** A relative change smaller than this does not matter. */
  marginRatio: number
}

export type LabRepeats = Record<LabLength, { all: number; dropped: number }>

export type Lab = CopyLab | UploadLab | GatewayLab | StoreLab

/** `quick`: a trial of every part; `full`: all that the paper measured. */
export type LabLength = 'quick' | 'usual' | 'full'

/** Every cell is a copy of a file of one size with one strategy. */
export interface CopyLab extends LabOf<'copy', CopyVariant> {
  /** The module under study, relative to the folder of the workshop. */
  module: string
  /** What the strategies do to other requests of a server, which this command starts. */
  server: { command: string[]; strategies: string[]; sizeBytes: Record<LabLength, number>; repeats: number }
  claims: CopyClaims
}

export interface CopyVariant extends Variant {
  /** What the module calls it. */
  strategy: string
  /** Sizes of its cells in bytes, ascending. */
  sizes: Record<LabLength, number[]>
  /** Roughly, on a usual machine, verification included: for the estimate of the duration. */
  msPerMiB: number
  /** Bytes per read and per write, where the strategy decides that; null where the runtime or the system does. */
  chunkBytes: number | null
}

/** What the paper claims. Its megabyte has 1,048,576 bytes. */
export interface CopyClaims {
  sizesMiB: number[]
  bufferBytes: number
  /** Mean time per megabyte without and with a buffer. */
  byteMsPerMiB: number
  bufferMsPerMiB: number
  /** Arithmetic mean over the sizes of (mean time without buffer / mean time with buffer). */
  speedUp: number
  totalMiB: number
  /** System calls without a buffer for all sizes together: reads, and reads with writes. */
  byteReads: number
  byteCalls: number
  /** Its formula of calls per megabyte with a buffer, and the total that it calculates from it. */
  bufferCallsPerMiB: number
  bufferCalls: number
  /** "129 times faster in external calls". */
  callRatio: number
  /** "8192 less calls per megabyte". */
  fewerCallsPerMiB: number
  /** What its section 3.3 says of the same: calls per megabyte without and with a buffer. */
  otherByteCallsPerMiB: number
  otherBufferCallsPerMiB: number
  /** Cores of its processor, an Intel Core i7-7700HQ, and how many that has. */
  cores: { claimed: number; physical: number; threads: number }
}

/** Every cell is a number of files of one size that are uploaded at once to a server with one strategy. */
export interface UploadLab extends LabOf<'upload', UploadVariant> {
  /** The module that looks at the store by itself, relative to the folder of the workshop. */
  module: string
  batches: Record<LabLength, UploadBatch[]>
  /** The settings of the server; the first is that of the paper. */
  settings: Record<LabLength, [UploadSetting, ...UploadSetting[]]>
  /** More files than run and wait, sent once to the server of the baseline. */
  admission: UploadBatch
  /** All repeats are played where they are expected to take no longer than this, and the first one alone where they are not. */
  repeatsWithinMs: Record<LabLength, number>
  limits: UploadLimits
  claims: UploadClaims
}

export interface UploadVariant extends Variant {
  /** What the server calls it. */
  strategy: string
  /** Bytes that it collects before it passes them on; null where it has no buffer of its own. */
  bufferBytes: number | null
}

/** Files that are uploaded at once. */
export interface UploadBatch {
  sizeBytes: number
  files: number
}

export interface UploadSetting {
  /** Uploads that run at once, and those that wait. */
  running: number
  queued: number
  memoryBytes: number
}

/** Where the search for the limits of a strategy begins and ends; sizes in MiB. */
export interface UploadLimits {
  /** The largest file, with `running` uploads of it at once. */
  size: { leastMiB: number; mostMiB: number; running: number }
  /** The most uploads at once, each of `sizeMiB`. */
  running: { least: number; most: number; sizeMiB: number }
  /** A search ends when the least value that passed the limit is at most so much larger than the largest that was stored. */
  nearRatio: number
}

/** What the paper claims. Times in seconds, by strategy as this lab names it. */
export interface UploadClaims {
  table: {
    strategy: string
    /** Mean, longest and shortest time per file of 1 MB and of 10 MB, and the row "AVG 5MB". */
    seconds: { mean: [number, number]; most: [number, number]; least: [number, number]; five: number }
    /** The text above its column says that it passed the limit of memory. */
    isOverLimit: boolean
  }[]
  /** The runs that the text describes: total time and mean per file in seconds, peak memory in MB; null where it gives none. */
  runs: {
    strategy: string
    sizeMB: number
    totalSeconds: number | null
    meanSeconds: number | null
    peakMB: number | null
    isComplete: boolean
  }[]
  running: number
  queued: number
  /** Of this many at once, so many are accepted and refused. */
  atOnce: { all: number; accepted: number; refused: number }
  /** The files that it says to be too large for on-demand streaming with `running` uploads at once. */
  tooLargeMB: number
}

/** Every cell is one launch of a gateway under load in stages, directly one after the other. */
export interface GatewayLab extends LabOf<'gateway', GatewayVariant> {
  /** The variants of each part, by name. */
  partVariants: OfGatewayParts<string[]>
  /** What is sent in each part, one stage after the other; null for single requests. */
  stages: OfGatewayParts<Record<LabLength, GatewayStage[]> | null>
  /** What is sent in a part to a variant with a load of its own, by name. */
  variantStages?: Partial<Record<GatewayPart, Record<string, Record<LabLength, GatewayStage[]>>>>
  /** Each request of the gateway makes so many calls, of this mean and 95th percentile together. */
  upstream: { command: string[]; calls: number; callMs: number; tailMs: number; networkMs: number }
  /** The upstream is trusted when it adds at most this at this rate. */
  upstreamLimit: { ratePerSecond: number; mostAddedMs: number; durationMs: Record<LabLength, number> }
  goals: GatewayGoals
  claims: GatewayClaims
}

/** Runs that are older than a part have nothing for it. */
export type OfGatewayParts<Value> = Record<Exclude<GatewayPart, LaterPart>, Value> & { [Part in LaterPart]?: Value }

type LaterPart = 'users' | 'peak'

/** `table`: what is measured without a part; `grid`: every variant of the table; the others are questions of their own. */
export type GatewayPart = 'table' | 'grid' | 'first' | 'step' | 'overheads' | 'users' | 'peak'

export interface GatewayStage {
  name: GatewayStageName
  /** The mean. */
  ratePerSecond: number
  durationMs: number
  /** The rates at the start and at the end; absent: the rate is constant. */
  ramp?: [number, number]
}

/**
 * `half`, `goal` and `peak` are those of the paper; `start` and `warm-up` count in no figure of a comparison; `surge` is the peak of 50%,
 * `again` the goal after it; `below`, `claim` and `above` are rates around the one that the paper gives for half a core.
 */
export type GatewayStageName =
  | ('half' | 'ramp' | 'goal' | 'peak' | 'start' | 'before' | 'after' | 'warm-up')
  | ('surge' | 'again' | 'below' | 'claim' | 'above')

export interface GatewayVariant extends Variant {
  isTls: boolean
  /** The most connections to the upstream; null for no limit. */
  poolSize: number | null
  /** Whether both calls of a request are made at once. */
  isTogether: boolean
  /** The share of one core that the process may use; null for no limit. */
  cpuShare: number | null
  /** What the upstream does besides answering in its usual time, as its environment variables. */
  upstreamEnv: Record<string, string>
  /** Its load comes from virtual users of artillery, at most so many at once; absent: from our own open loop. */
  users?: { most: number | null }
}

/** The goals of the paper as a contract. Ratios are plain fractions. */
export interface GatewayGoals {
  requestsPerSecond: number
  p95Ms: number
  /** Of all `cores`. */
  cpuRatio: number
  cores: number
  /** Of `memoryBytes`. */
  memoryRatio: number
  memoryBytes: number
  /** From the last request of the peak to the last response. The paper has no figure: this one is ours. */
  recoveryMs: number
}

/** What the paper claims. */
export interface GatewayClaims {
  /** Its formula: the goal of 400 requests/s times the goal of 420 ms. */
  atOnce: number
  /** The 95th percentile of its mock, for both calls. */
  mockP95Ms: number
  /** Connections of its pool by default. */
  smallPool: number
  /** Requests/s at which its second client stopped. */
  stoppedAtPerSecond: number
  /** The first request compared with the others, with serialisation. */
  firstRatio: number
  /** CPU when the rate doubles, and the mean afterwards, as shares of both cores. */
  stepCpuPeak: number
  stepCpuMean: number
  /** Of half a core, at this rate. */
  halfCore?: { ratePerSecond: number; p95Ms: number }
}

/** Every cell is a constant rate of one operation on a server with one executor. */
export interface StoreLab extends LabOf<'store', StoreVariant> {
  /** The program that fills the data folder, relative to the folder of the workshop. */
  filler: string
  entities: number
  /** Of ids and values. */
  alphabet: string
  idLength: number
  valueLength: number
  operations: StoreOperation[]
  levels: Record<LabLength, StoreLevel[]>
  /** Of each cell. */
  durationMs: Record<LabLength, number>
  cost: StoreCost
  search: StoreSearch
  claims: StoreClaims
}

export type StoreOperation = 'PUT' | 'GET'

/** A rate, as a share of the capacity of the slowest strategy, over so many connections. */
export interface StoreLevel {
  share: number
  connections: number
}

export interface StoreVariant extends Variant {
  /** null where tasks run in the main thread. */
  pool: StorePool | null
}

export interface StorePool {
  min: number
  max: number
  /** Tasks that may wait; 0 hands each over to a thread or refuses it, null is unbounded. */
  queue: number | null
}

/** The search for the cost of a task from which a pool serves more requests/s than the main thread. */
export interface StoreCost {
  operation: StoreOperation
  inline: string
  pool: string
  connections: number
  /** Rounds of SHA-256 that each task takes on top. */
  rounds: Record<LabLength, number[]>
  repeats: Record<LabLength, number>
}

/** The search for the best pool and queue. */
export interface StoreSearch {
  candidates: StoreVariant[]
  /** The name of that of the paper, which is among them. */
  paper: string
  operation: StoreOperation
  level: StoreLevel
  /** Rounds of the first stage; each further stage has twice as many, and half of the candidates. */
  rounds: Record<LabLength, number>
}

/** What the paper claims. */
export interface StoreClaims {
  ratesPerSecond: { least: number; most: number }
  connections: number[]
  durationSeconds: number
  /** "About 240,000 possible keys", and the size of its data in MB. */
  keys: number
  dataMB: number
  /** "Less than 0.001% of all requests" refused, with a queue of 10 and twice as many threads as cores. */
  refusedShare: number
  /** Threads that its machine could have, about. */
  threads: number
  /** Mean latency in ms of the queue whose lock is fair, at 20,000 requests/s. */
  fairLatencyMs: number
  /** "Twice as much time waiting for locks" with one lock instead of two. */
  lockRatio: number
  best: StorePool
}
