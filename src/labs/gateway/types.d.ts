import type { Variant } from '../../experiments/types.js'
import type { GatewayAnalysis } from './analysis/types.js'
import type { PlayedStages } from '../skeleton/stages/types.js'
import type { PlannedGateway } from './measure/plan.js'
import type { LabOf, SavedLab } from '../skeleton/types.js'
import type { AnalysisOf, LabLength, LabPlan } from '../../runs/lab-types.js'
import type { RunOrigin } from '../../runs/types.js'

export type * from './analysis/types.js'

export interface GatewayTypes {
  question: GatewayLab
  manifest: GatewayManifest
  records: { cells: GatewayRecord[]; firsts: FirstRequestRecord[]; checks: UpstreamCheck[] }
  cell: PlannedGateway
  analysis: GatewayLabAnalysis
}

export type SavedGatewayLab = SavedLab<GatewayTypes>

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

export interface GatewayManifest extends RunOrigin {
  lab: GatewayLab
  plan: LabPlan
}

export interface GatewayLabAnalysis extends AnalysisOf<GatewayAnalysis> {}

/** What an upstream added to the times that it drew, at a constant rate. */
export interface UpstreamCheck {
  isTls: boolean
  ratePerSecond: number
  durationMs: number
  sent: number
  /** Requests without a response with 2xx. */
  failed: number
  /** From when a request was written to a connection, without the time drawn; null without a response. */
  addedP50Ms: number | null
  addedP99Ms: number | null
  addedMaxMs: number | null
  /** The delay of the generator itself, which is not part of these. */
  generatorDelayP99Ms: number
  highestInFlight: number
}

/** One line of cells.jsonl of the gateway lab: one launch under load. */
export interface GatewayRecord {
  variant: string
  /** From 0. */
  repeat: number
  stages: GatewayStage[]
  played: PlayedStages
  samples: GatewaySample[]
  /** CPU of the upstream during the cell; null where the system does not report it. */
  upstreamCpuMicros: number | null
}

/** What the gateway used between two moments of its own clock, counted from the first request; and the state of its pool at the second one. */
export interface GatewaySample {
  fromMs: number
  toMs: number
  cpuMicros: number
  /** Null where the platform does not report CPU by thread. */
  cpuMainThreadMicros: number | null
  eventLoopUtilization: number
  eventLoopDelayP99Micros: number
  rssBytes: number
  pool: PoolReading
}

/** What `GET /pool` of the gateway answers; sums are since its start. */
export interface PoolReading {
  size: number | null
  running: number
  waiting: number
  highestRunning: number
  highestWaiting: number
  calls: number
  failed: number
  waitedMs: number
  upstreamMs: number
}

/** One line of first-requests.jsonl: single requests to a new server, one after the other. */
export interface FirstRequestRecord {
  variant: string
  repeat: number
  /** From the start of the process until it listens. */
  readyMs: number
  firstMs: number
  /** Of the requests after the first ones, in order. */
  laterMs: number[]
}
