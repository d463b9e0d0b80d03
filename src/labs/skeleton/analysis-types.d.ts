import type { SavedProblem } from '../../errors/types.js'
import type {
  CopyClaims,
  LabLength,
  StoreClaims,
  StoreLevel,
  StoreOperation,
  UploadBatch,
  UploadClaims,
  UploadLimits,
  UploadSetting
} from './types.js'
import type { MemoryMark, MemoryPoint, RunStatus, Unread, UploadOutcome } from '../../runs/types.js'
import type { GatewayAnalysis } from '../gateway/analysis/types.js'
import type { LatencyCurve, Verdict } from '../../verdict/types.js'

export type * from '../gateway/analysis/types.js'

/**
 * What the verdicts of labs are on: the time of one copy, or of one file of an upload, as the geometric mean over the sizes that
 * both strategies have; or the p99 latency, as the geometric mean over the rates at which
 * neither strategy is saturated or refuses more than 1%.
 */
export type LabMetricName = 'copyTime' | 'uploadTime' | 'latencyP99'

/** A verdict has no slices where a lab has no load. */
export interface LabVerdict
  extends Pick<Verdict, 'candidate' | 'baseline' | 'verdict' | 'lean' | 'change' | 'marginRatio'> {
  metric: LabMetricName
  slices: null
  refusal: LabRefusal | null
}

/** Why a candidate has no verdict: repeats of both strategies that count, or the strategy that has no time, and why. */
export type LabRefusal =
  | { code: 'too-few-repeats'; repeats: number }
  | { code: 'no-time'; strategy: string; outcome: LostOutcome }

/** What a strategy did instead of storing all files. */
export type LostOutcome = Exclude<UploadOutcome, 'stored'>

/** analysis.json of a lab, by the name of the lab. */
export interface LabAnalyses {
  copy: CopyLabAnalysis
  upload: UploadLabAnalysis
  gateway: GatewayLabAnalysis
  store: StoreLabAnalysis
}

export interface CopyLabAnalysis extends AnalysisOf<CopyAnalysis> {}
export interface UploadLabAnalysis extends AnalysisOf<UploadAnalysis> {}
export interface GatewayLabAnalysis extends AnalysisOf<GatewayAnalysis> {}
export interface StoreLabAnalysis extends AnalysisOf<StoreAnalysis> {}

export type LabAnalysis = LabAnalyses[keyof LabAnalyses]

/** The names that experiments have too have the same meaning. */
export interface AnalysisOf<OwnAnalysis> {
  schemaVersion: 8
  experiment: string
  question: string
  folder: string
  status: RunStatus
  problem: SavedProblem | null
  quick: boolean
  /** Complete repeats that count. */
  rounds: number
  /** One per candidate. */
  verdicts: LabVerdict[]
  blames: []
  /** What is damaged in the run folder, and in no figure; absent of a sound one. */
  unread?: Unread[]
  lab: OwnAnalysis
}

/** A mean over repeats, with its 95% interval; null with a single repeat. */
export interface Mean {
  value: number
  low: number | null
  high: number | null
}

export interface CopyAnalysis {
  name: 'copy'
  length: LabLength
  /** Repeats of every cell, the first ones that count in no figure, and copies that differ from their source. */
  repeats: number
  dropped: number
  corrupted: number
  copies: number
  core: number | null
  fileSystem: string | null
  variants: string[]
  cells: CopyCell[]
  /** One per strategy with two sizes or more. */
  growths: CopyGrowth[]
  speedUp: SpeedUp
  /** What a copy on a server does to other requests; one per strategy that was measured. */
  otherRequests: OtherRequests[]
  claims: CopyClaims
  claimRows: ClaimRow[]
  conclusions: Conclusion[]
}

/** The copies of one size with one strategy. */
export interface CopyCell {
  variant: string
  sizeBytes: number
  /** How many copies count: those of the first repeats do not, nor those that differ from their source. */
  copies: number
  ms: Mean
  /** Per copy: the median and the extremes; null where the system does not count calls. */
  reads: CallCount | null
  writes: CallCount | null
  /** What the size of the buffer gives: one call per buffer, and a last read that finds the end; null without such a buffer. */
  expected: { reads: number; writes: number } | null
  /** By the medians; null where the system does not count calls. */
  perMiB: { reads: number; writes: number } | null
}

export interface CallCount {
  median: number
  least: number
  most: number
}

/** How the time of a strategy grows with the size: a line per repeat, and the means of both parameters. */
export interface CopyGrowth {
  variant: string
  msPerMiB: Mean
  /** What a copy costs whatever its size. */
  fixedMs: Mean
  /** The exponent p of time = a · size^p: 1 is linear. */
  exponent: Mean
  /** The line at the sizes that were measured, and beyond them at those of the paper. */
  trend: { sizeBytes: number; ms: Mean; isExtrapolated: boolean }[]
}

/** The time without a buffer divided by the time with one. */
export interface SpeedUp {
  slow: string
  fast: string
  rows: { sizeBytes: number; ratio: Mean }[]
  /** The arithmetic mean of the ratios of all sizes, as in the paper; null without a size that both have. */
  overall: Mean | null
  /** null without a time or a line at each of them. */
  atPaperSizes: PaperSpeedUp | null
  /** The ratio of the two times per megabyte: that of large files, whose fixed costs do not matter. */
  ofLargeFiles: Mean | null
  /** How much longer a copy takes per call that it makes more: the price of a read or a write; null where calls are not counted. */
  microsPerCall: Mean | null
}

/** The speed-up at the sizes of the paper, measured or by the lines through the times of other sizes. */
export interface PaperSpeedUp {
  /** The arithmetic mean over the sizes. */
  overall: Mean
  /** One per size; the intervals of all of them together contain the true ratios in 95% of runs (Bonferroni). */
  rows: { sizeBytes: number; ratio: Mean; isMeasured: boolean }[]
}

/** The requests beside the copies of one strategy on a server. */
export interface OtherRequests {
  variant: string
  sizeBytes: number
  copies: number
  copyMs: Mean
  /** A small request before the copy, and the longest one while the server copied. */
  idleMs: Mean
  longestMs: Mean
  /** Small requests that were answered during a copy, on average. */
  answered: number
}

export type ClaimCode =
  | 'byte-time'
  | 'byte-reads'
  | 'byte-formula'
  | 'buffer-time'
  | 'buffer-formula'
  | 'buffer-total'
  | 'other-formula'
  | 'call-ratio'
  | 'fewer-calls'
  | 'speed-up'
  | 'ratio-of-times'
  | 'cores'

/** A figure of the paper beside what follows from its own data, and what was measured here. */
export interface ClaimRow {
  code: ClaimCode
  /** The section of the paper. */
  section: string
  unit: 'ms' | 'calls' | 'ratio' | 'cores'
  claimed: number
  /** What the arithmetic gives; null for a measurement. */
  right: number | null
  measured: Mean | null
  outcome: 'right' | 'wrong' | 'measured'
}

/** A conclusion of the paper, checked with the figures of this run. */
export type Conclusion = { outcome: 'holds' | 'does not hold' | 'cannot tell' } & (
  | { code: 'buffer-faster'; sizes: PaperSizes; faster: number; slower: number }
  | { code: 'linear'; sizes: PaperSizes; exponent: Mean; fromBytes: number; toBytes: number }
  | { code: 'speed-up'; sizes: PaperSizes; claimed: number; overall: Mean }
  | { code: 'fewer-calls'; pairs: number; slower: number; confidence: number; against: CallPair | null }
)

/** How many sizes the paper has, and how many of them this run measured with both of its strategies. */
export interface PaperSizes {
  all: number
  measured: number
}

/** Two strategies at one size of which the one with fewer calls is significantly slower. */
export interface CallPair {
  sizeBytes: number
  fewer: string
  more: string
  fewerCalls: number
  moreCalls: number
  /** The time of the one with fewer calls divided by that of the other; the interval is one for all pairs together (Bonferroni). */
  ratio: Mean
}

export interface UploadAnalysis {
  name: 'upload'
  part: string
  length: LabLength
  /** Those that have every cell. */
  repeats: number
  /** Repeats that were planned, those of them that were left out, and how long all might take at most. */
  skipped: { planned: number; repeats: number; withinMs: number }
  fileSystem: string | null
  /** Whether the system reports the memory of a process: where it does not, no limit was watched. */
  isLimitWatched: boolean
  variants: string[]
  batches: UploadBatch[]
  /** The first is that of the paper, which the conclusions are about. */
  settings: UploadSetting[]
  /** By setting, strategy and size; those without a record are left out. */
  cells: UploadCell[]
  /** Those that stored all files of every batch with the setting of the paper, the fastest first. */
  ranking: UploadRank[]
  /** The memory of one launch per strategy, of the first repeat with the setting of the paper. */
  memory: UploadMemory[]
  /** One per strategy, where the limits were searched, and how many steps all searches have. */
  limits: UploadLimit[]
  steps: number
  /** Where that search begins and ends. */
  searched: UploadLimits
  claims: UploadClaims
  claimRows: UploadClaimRow[]
  conclusions: UploadConclusion[]
}

/** The files of one size that were sent at once to a server with one strategy, over all repeats. */
export interface UploadCell extends UploadSetting, UploadBatch {
  variant: string
  /** How many repeats were measured, and the worst of their outcomes. */
  repeats: number
  outcome: UploadOutcome
  /** Files of all repeats: stored, refused with 503, and all others. */
  stored: number
  refused: number
  failed: number
  /** Stored files whose blob has the bytes that were sent, and those whose blob differs or is missing. */
  verified: number
  lost: number
  /** Of the uploads themselves, without the time in the queue, as in the paper; null where the outcome is not `stored` or the server gives no time. */
  fileMs: { mean: Mean; most: number; least: number } | null
  /** Mean time that a request waited for its turn; null as `fileMs`. */
  waitMs: Mean | null
  /** From the first request to the last response. */
  totalMs: Mean | null
  /** The highest of all repeats; null where the system does not report it. */
  peakBytes: number | null
  /** The least of all repeats. */
  mostInFlight: number
}

export interface UploadRank {
  variant: string
  /**
   * Its time per file divided by that of the fastest, as the geometric mean over the sizes and repeats; null of the fastest itself.
   * The intervals of all strategies are one family (Bonferroni).
   */
  ratio: Mean | null
}

export interface UploadMemory extends UploadSetting {
  variant: string
  points: MemoryPoint[]
  marks: MemoryMark[]
}

/** What a strategy stores within the memory of the paper's setting. */
export interface UploadLimit {
  variant: string
  size: FoundLimit
  running: FoundLimit
}

export interface FoundLimit {
  /** The largest value that was stored within the limit, and the least that passed it; null where there is none. Sizes in MiB. */
  stored: number | null
  over: number | null
  /** Of the launch that stored the largest value. */
  peakBytes: number | null
  /** `failed`: a step did not store all files, for another reason than its memory. */
  ending: 'finished' | 'interrupted' | 'failed'
}

export type UploadClaimCode =
  | 'mean-time'
  | 'longest'
  | 'shortest'
  | 'five'
  | 'total-time'
  | 'peak'
  | 'over-limit'
  | 'accepted'
  | 'refused'

/** A figure of the paper beside what follows from its own data, and what was measured here. */
export interface UploadClaimRow {
  code: UploadClaimCode
  /** null where the claim is about all of them. */
  strategy: string | null
  sizeMB: number | null
  unit: 's' | 'MB' | 'files' | 'outcome'
  /** null where the paper has an outcome instead of a figure. */
  claimed: number | null
  /** What the arithmetic of the paper gives; null for a measurement. */
  right: number | null
  measured: Mean | null
  /** Of the cell; null where it was not measured. */
  outcome: UploadOutcome | null
}

/** A conclusion of the paper, checked with the figures of this run. */
export type UploadConclusion = { outcome: 'holds' | 'does not hold' | 'cannot tell' } & (
  | { code: 'memory-over-limit'; cells: number; overLimit: number; peakBytes: number | null }
  | { code: 'stream-within-limit'; files: number; sizeBytes: number; peakBytes: number | null }
  /**
   * `best`: the fastest that stored all files of every size; null without one. `ratio`: the time per file of `stream` divided by that
   * of `best`; null where they are the same, or `stream` did not store all.
   */
  | { code: 'streaming-best'; best: string | null; stream: string; ratio: Mean | null; overLimit: string[] }
  | {
      code: 'buffers-no-gain'
      small: string
      large: string[]
      /** The time per file divided by that with `small`; null where one of them did not store all files. */
      ratios: { variant: string; sizeBytes: number; ratio: Mean | null }[]
    }
  /** `least`: the lowest peak of the other strategies; null where the system does not report memory. */
  | {
      code: 'temp-file-low-memory'
      peakBytes: number | null
      least: { variant: string; peakBytes: number } | null
      /** Peaks that differ by less than this ratio are the same. */
      sameWithin: number
    }
  /** The time per file divided by that of streaming on demand. */
  | { code: 'temp-file-no-gain'; ratio: Mean | null }
  /** Of a whole file in memory, and of streaming, in MiB; null where the limits were not searched. */
  | { code: 'twenty-too-large'; stored: number | null; over: number | null; streamStored: number | null }
)

export interface StoreAnalysis {
  name: 'store'
  part: string
  length: LabLength
  /** Repeats with at least one cell. */
  repeats: number
  fileSystem: string | null
  dataBytes: number | null
  entities: number
  cores: number
  variants: string[]
  operations: StoreOperation[]
  levels: StoreLevel[]
  capacities: StoreCapacity[]
  /** One per operation that was measured with the baseline and another strategy. */
  capacityRatios: CapacityRatio[]
  /** By operation, level and strategy; those without a record are left out. */
  cells: StoreCell[]
  /** null where it was not measured with both strategies. */
  taskCost: TaskCost | null
  /** null without the part `search`. */
  search: PoolSearch | null
  claims: StoreClaims
  claimRows: StoreClaimRow[]
  conclusions: StoreConclusion[]
}

/** What a strategy serves in a closed loop: geometric means over the repeats. */
export interface StoreCapacity {
  variant: string
  operation: StoreOperation
  connections: number
  requestsPerSecond: Mean
  /** CPU of the server per request, of all its threads. */
  cpuMicros: Mean
}

/** The capacity of the baseline divided by that of the best other strategy, in the same repeats. */
export interface CapacityRatio {
  operation: StoreOperation
  baseline: string
  best: string
  ratio: Mean
}

/** One operation at one rate on one strategy, over all repeats. Means of latencies are geometric. */
export interface StoreCell extends StoreLevel {
  variant: string
  operation: StoreOperation
  ratePerSecond: number
  repeats: number
  /** Repeats in which requests arrived faster than they were served, and in which more than 1% had no answer or a refusal. */
  saturated: number
  unanswered: number
  sent: number
  accepted: number
  refused: number
  /** Other responses than 2xx and refusals, and requests without a response. */
  failed: number
  errors: number
  /** Of the accepted requests, from the moment when each was due. */
  p50Micros: Mean | null
  p99Micros: Mean | null
  curve: LatencyCurve | null
  /** The wait of a task from its submission to its start. */
  waitMicros: { mean: Mean; p99: Mean }
  /** The most of all repeats. */
  mostRunning: number
  mostWaiting: number
  threads: number
  /** CPU of the server per accepted request. */
  cpuMicros: Mean | null
}

/** From which cost of a task on a pool serves more requests/s than the main thread, by the lines through the time per request. */
export interface TaskCost {
  operation: StoreOperation
  inline: string
  pool: string
  connections: number
  /** The CPU of one round of SHA-256. */
  microsPerRound: number
  /** Time per request: 1 / (requests per second), geometric means. `taskMicros`: what the task takes on top. */
  rows: { rounds: number; taskMicros: number; inlineMicros: Mean; poolMicros: Mean }[]
  /**
   * `from`: the pool serves more from `crossing` on; `always`: with tasks of any cost; `never`: it does not come nearer;
   * `cannot tell`: the slopes do not differ significantly.
   */
  outcome: 'from' | 'always' | 'never' | 'cannot tell'
  /** Microseconds of CPU that a task takes on top; null where the outcome is `cannot tell`. */
  crossingMicros: Mean | null
}

/** The search for the best pool: less p99 latency is better, and a refused request counts as the slowest. */
export interface PoolSearch {
  operation: StoreOperation
  ratePerSecond: number
  connections: number
  stages: PoolStage[]
  /** null of a search that ended before its last stage. */
  winner: {
    name: string
    others: { candidate: string; relative: number; low: number | null; high: number | null }[]
  } | null
  /** The candidate of the paper: the last stage that it was in, from 0. */
  paper: { name: string; lastStage: number } | null
}

export interface PoolStage {
  rounds: number
  /** The best first. */
  candidates: { name: string; p99Micros: Mean | null; refusedShare: number }[]
}

export type StoreClaimCode =
  | 'keys'
  | 'data'
  | 'refused'
  | 'refused-requests'
  | 'threads'
  | 'fair-latency'
  | 'lock-ratio'
  | 'least-rate'
  | 'most-rate'
  | 'best-min'
  | 'best-max'
  | 'best-queue'

/** A figure of the paper beside what follows from its own data, and what was measured here. */
export interface StoreClaimRow {
  code: StoreClaimCode
  unit: 'count' | 'MB' | 'share' | 'ms' | 'ratio' | 'perSecond'
  /** Null for what follows from other figures of the paper. */
  claimed: number | null
  /** What the arithmetic gives; null for a measurement. */
  right: number | null
  measured: number | null
}

/** A conclusion of the paper, checked with the figures of this run. */
export type StoreConclusion = { outcome: 'holds' | 'does not hold' | 'cannot tell' } & (
  | {
      code: 'hand-over-faster' | 'unbounded-as-inline' | 'get-no-difference'
      own: string
      other: string
      /** The p99 latency of `own` divided by that of `other`. */
      ratio: Mean | null
    }
  /** `small`: a share that is not larger is a small number. */
  | { code: 'small-queue-refuses'; refused: number; sent: number; small: number }
  | { code: 'large-queue-best'; better: number; worse: number; pairs: number; confidence: number }
)
