import type { Variant } from '../../experiments/types.js'
import type { ClaimRow, ConclusionRow, LabOf, SavedLab } from '../skeleton/types.js'
import type { Mean } from '../../stats/types.js'
import type { AnalysisOf, LabLength, LabManifest, OfPlay } from '../../runs/lab-types.js'
import type { LatencyCurve } from '../../verdict/types.js'

export interface StoreTypes {
  question: StoreLab
  manifest: StoreManifest
  records: { cells: StoreRecord[]; capacities: CapacityRecord[]; costs: CostRecord[]; trials: TrialRecord[] }
  cell: PlannedStoreCell
  analysis: StoreLabAnalysis
}

export type SavedStoreLab = SavedLab<StoreTypes>

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
}

export type StoreOperation = 'PUT' | 'GET'

/** A rate, as a share of the knee, the highest rate that every strategy serves, over so many connections. */
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

export interface StoreManifest extends LabManifest {
  lab: StoreLab
  /** What the data is on, and its bytes once it is filled; null where it is not known. */
  fileSystem: string | null
  dataBytes: number | null
}

/** A cell of the store lab: one operation at one rate on a server with one strategy. */
export interface PlannedStoreCell extends StoreLevel {
  variant: string
  operation: StoreOperation
  durationMs: number
  /** From 0. */
  repeat: number
}

/** One line of cells.jsonl of the store lab. */
export interface StoreRecord extends PlannedStoreCell, RateRecord, OfPlay {}

/** What a load at a constant rate measured. */
export interface RateRecord {
  ratePerSecond: number
  sent: number
  /** Responses that are no refusals: with a status of 2xx, and with any other one. */
  accepted: number
  failed: number
  /** Responses with status 503. */
  refused: number
  /** Requests without a response. */
  errors: number
  /** Histogram as in LoadResult, of the accepted requests, from the moment when each was due. */
  latencyMicros: string
  isSaturated: boolean
  sendDelayP99Micros: number
  cpuMicros: number
  rssBytes: number
  executor: ExecutorCounts
}

/** What the executor counted during a cell. */
export interface ExecutorCounts {
  mostRunning: number
  mostWaiting: number
  /** Threads of the pool at the end. */
  threads: number
  /** From submission to start. */
  waitMicros: { mean: number; p50: number; p99: number; max: number }
}

/** One line of capacities.jsonl: a closed loop, with no more connections than the strategy accepts at once. */
export interface CapacityRecord extends OfPlay {
  variant: string
  operation: StoreOperation
  connections: number
  /** Below 0: a pass before the cells, from which their rates were calculated. */
  repeat: number
  completed: number
  durationMs: number
  cpuMicros: number
}

/** One line of costs.jsonl: a closed loop on a server whose tasks take some rounds more. */
export interface CostRecord {
  variant: string
  /** Of SHA-256, per task. */
  rounds: number
  repeat: number
  completed: number
  durationMs: number
  cpuMicros: number
}

/** One line of trials.jsonl: a candidate in a round of the search for the best pool. */
export interface TrialRecord extends RateRecord {
  candidate: string
  /** Both from 0. */
  stage: number
  round: number
}

export interface StoreLabAnalysis extends AnalysisOf<StoreAnalysis> {}

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
  claims: ClaimRow[]
  conclusions: ConclusionRow[]
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
