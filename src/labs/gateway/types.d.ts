import type { Variant } from '../../experiments/types.js'
import type { ConclusionRow, LabOf, SavedLab } from '../skeleton/types.js'
import type { PlayedStages } from '../skeleton/stages/types.js'
import type { WaitPart } from '../../profile/types.js'
import type { PlannedGateway } from './measure/plan.js'
import type { Mean } from '../../stats/types.js'
import type { AnalysisOf, LabLength, LabManifest, OfPlay } from '../../runs/lab-types.js'

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

type LaterPart = 'users' | 'peak' | 'waits'

/** `table`: what is measured without a part; `grid`: every variant of the table; the others are questions of their own. */
export type GatewayPart = 'table' | 'grid' | 'first' | 'step' | 'overheads' | 'users' | 'peak' | 'waits'

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
 * `again` the goal after it; `waits`, the second of its load, has a hook that follows requests; `below`, `claim` and `above` are rates around the one that the paper gives for half a core.
 */
export type GatewayStageName =
  | ('half' | 'ramp' | 'goal' | 'peak' | 'start' | 'before' | 'after' | 'warm-up')
  | ('waits' | 'surge' | 'again' | 'below' | 'claim' | 'above')

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

export interface GatewayManifest extends LabManifest {
  lab: GatewayLab
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
export interface GatewayRecord extends OfPlay {
  variant: string
  /** From 0. */
  repeat: number
  stages: GatewayStage[]
  played: PlayedStages
  samples: GatewaySample[]
  /** CPU of the upstream during the cell; null where the system does not report it. */
  upstreamCpuMicros: number | null
  /** Where the requests waited that were followed, all together; absent where none was. */
  waits?: { requests: number; parts: WaitPart[] }
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
export interface FirstRequestRecord extends OfPlay {
  variant: string
  repeat: number
  /** From the start of the process until it listens. */
  readyMs: number
  firstMs: number
  /** Of the requests after the first ones, in order. */
  laterMs: number[]
}

export type GoalCode = 'rate' | 'p95' | 'errors' | 'cpu' | 'memory' | 'recovery'

export interface GoalResult {
  code: GoalCode
  side: 'atLeast' | 'atMost'
  goal: number
  /** Null for what was not measured, and for the latency of a stage without a response, which is missed. */
  found: number | null
  outcome: 'met' | 'missed' | 'not measured'
}

/** What was measured in one stage of a configuration. Times are those of the requests that were due in it. */
export interface MeasuredStage {
  /** Successful responses per second that arrived in the stage, without its first second, in which it settles. */
  requestsPerSecond: number
  /** From the moment when a request was due; null without a response. */
  meanMs: number | null
  p95Ms: number | null
  /** Requests without a successful response, as a share. */
  failedRatio: number
  /**
   * Per request, of all of its calls: the wait for a connection, and the time with one. Of successful responses; in a stage without one,
   * of all requests.
   */
  poolWaitMs: number | null
  upstreamMs: number | null
  /** CPU of the process, in cores; and of the thread that runs its JavaScript. */
  cpuCores: number | null
  mainThreadCores: number | null
  eventLoopDelayP99Ms: number | null
  eventLoopUtilization: number | null
}

/** What kept a configuration from answering faster. */
export type LimitCode = 'pool' | 'cpu' | 'event-loop' | 'upstream' | 'none' | 'unknown'

export interface Limit {
  code: LimitCode
  /** Milliseconds per request above what both calls take at an idle upstream, and their parts. */
  excessMs: number | null
  poolMs: number | null
  upstreamMs: number | null
  ownMs: number | null
}

/** What a gateway lab adds to the figures of every lab. */
export interface GatewayAnalysis {
  name: 'gateway'
  part: GatewayPart
  length: LabLength
  repeats: number
  /** The variants that were measured. */
  variants: string[]
  goals: GatewayGoals
  /** Both calls of a request at an idle upstream, one after the other. */
  idleMs: number
  checks: CheckedUpstream[]
  /** One per variant and load, without the overheads. */
  cells: GatewayCell[]
  /** One per variant of which single requests were sent. */
  firsts: FirstRequests[]
  /** What each variant costs more than the first one. */
  overheads: GatewayOverhead[]
  conclusions: ConclusionRow[]
}

/** Whether an upstream added little enough for its times to be trusted. */
export interface CheckedUpstream extends UpstreamCheck {
  mostAddedMs: number
  isHeld: boolean
}

/**
 * `paper`: half the goal, the goal, and 20% above; `step`: from 250 to 500 requests/s; `overhead`: one rate after a warm-up; `users`:
 * that of the paper with a ramp, from virtual users or from an open loop; `peak`: the goal, 50% above, and the goal again; `waits`: with
 * requests that are followed; `half-core`: rates around the one that the paper gives for half a core.
 */
export type GatewayLoad = 'paper' | 'step' | 'overhead' | 'users' | 'peak' | 'waits' | 'half-core'

export interface GatewayCell {
  variant: string
  load: GatewayLoad
  poolSize: number | null
  /** Null where the load is an open loop of ours. */
  users: { most: number | null } | null
  repeats: number
  /** The median over the repeats, of each figure. */
  stages: GatewayStageFigures[]
  goals: GoalResult[]
  contract: 'met' | 'missed' | 'not measured'
  /** In the stage of the highest rate. */
  limit: Limit
  /** What a hook alone shows in the first repeat: the limit, by the same rules, and where a request waits longest. */
  waits?: { limit: Limit; file: string; line: number; resource: string; ms: number }
  recoveryMs: number
  /** CPU of the process that sent the requests; null where it was not measured. */
  generatorCores: number | null
  memoryBytes: number | null
  highestRunning: number | null
  highestWaiting: number | null
  /** Of the first repeat. */
  series: GatewayPoint[]
  errorMessages: Record<string, number>
}

export interface GatewayStageFigures extends MeasuredStage {
  name: GatewayStageName
  ratePerSecond: number
  fromMs: number
  durationMs: number
  sent: number
  /** Due and left out, since too many virtual users were at work. */
  notSent: number
  duePerSecond: number
  sentPerSecond: number
  /** Of the requests that were due. */
  notSentRatio: number
  /** The delay of the generator itself, which is in the latency of an open loop and not in that of virtual users. */
  sendDelayP99Ms: number
  /** Mean numbers, weighted by time: requests in flight, calls with a connection, calls that wait for one. */
  inFlight: number
  running: number | null
  waiting: number | null
  /** Of one sample, also while the stage settles: a rise of the rate costs the most when it comes. */
  highestCpuCores: number | null
  /** Of one sample, after the stage has settled. */
  lowestCpuCores: number | null
  /**
   * From the start of the stage until the number of requests in flight stays near that of its last third; null where fewer responses
   * than requests come then, so that the queue grows.
   */
  settledAfterMs: number | null
  /** CPU per request, of the process; null without a response. */
  cpuPerRequestMicros: number | null
  predicted: {
    /** By Little's law, from the rate and the time of an idle upstream. */
    inFlight: number
    /** Connections in use. */
    running: number
    /** Of both calls of a request, by Erlang C (M/M/c); null where the queue grows without end. */
    poolWaitMs: number | null
  }
}

export interface GatewayPoint {
  atMs: number
  completedPerSecond: number
  failedPerSecond: number
  inFlight: number
  /** Calls that waited for a connection, on average, and CPU in cores; null where there is no sample. */
  waiting: number | null
  cpuCores: number | null
}

/** Single requests to new servers, one launch each. */
export interface FirstRequests {
  variant: string
  launches: number
  readyMs: Mean
  firstMs: Mean
  /** The mean over the launches of the first request, of the second one, and so on. */
  requestMs: number[]
  /** The median of the later requests of a launch, and the mean over the launches. */
  steadyMs: Mean
  ratio: Mean | null
  /** Beyond the time of an idle upstream. */
  firstOverheadMs: Mean
  steadyOverheadMs: Mean
  /** That of the first request divided by that of the variant without serialisation, paired by repeat; null without both. */
  overheadRatio: Mean | null
}

/** What a variant costs more per request than the first one, paired by repeat. */
export interface GatewayOverhead {
  variant: string
  launches: number
  cpuMicros: Mean
  /** Null of the first variant. */
  moreCpuMicros: Mean | null
  latencyMs: Mean
  moreLatencyMs: Mean | null
}
