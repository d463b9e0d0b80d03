import type { GatewayGoals, GatewayPart, GatewayStageName, UpstreamCheck } from '../types.js'
import type { LabLength } from '../../../runs/types.js'
import type { ConclusionRow } from '../../skeleton/paper-types.js'
import type { Mean } from '../../skeleton/types.js'

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
 * that of the paper with a ramp, from virtual users or from an open loop; `peak`: the goal, 50% above, and the goal again; `half-core`:
 * rates around the one that the paper gives for half a core.
 */
export type GatewayLoad = 'paper' | 'step' | 'overhead' | 'users' | 'peak' | 'half-core'

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
