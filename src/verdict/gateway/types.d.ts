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

export type GoalCode = 'rate' | 'p95' | 'errors' | 'cpu' | 'memory' | 'recovery'

export interface GoalResult {
  code: GoalCode
  side: 'atLeast' | 'atMost'
  goal: number
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
  /** Per request, of all of its calls: the wait for a connection, and the time with one. */
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
