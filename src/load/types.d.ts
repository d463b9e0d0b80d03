/** Shapes shared across folders. Every number carries its unit in its name; ratios and shares are plain fractions. */
export type GeneratorName = 'autocannon' | 'artillery' | 'paced'

/**
 * `closed`: n connections, each as fast as it goes, for a time. `batch`: a fixed number of requests, n users at once.
 * `open`: requests at set times whether or not earlier ones are answered, at a share of what the slower variant can serve.
 */
export type Load =
  | { generator: 'autocannon'; mode: 'closed'; connections: number }
  | { generator: 'artillery'; mode: 'batch'; users: number; requestsPerUser: number }
  | { generator: 'paced'; mode: 'open'; arrivals: 'constant' | 'poisson'; capacityShare: number }

/** What a generator process is asked to play. */
export type LoadRequest = Load & {
  url: string
  headers: Record<string, string>
  /** Of a closed or an open loop; a batch takes as long as it takes. */
  durationMs: number
  /** Of an open loop: how many requests a second are meant, and what decides when a Poisson stream has them. */
  pace?: { ratePerSecond: number; seed: number }
}

/** What a generator process answers, the same for every generator. */
export interface LoadResult {
  startedAt: string
  /** From the first request to the last answer. */
  durationMs: number
  sent: number
  completed: number
  non2xx: number
  /** Requests without an answer: sent - completed. */
  errors: number
  timeouts: number
  bytesRead: number
  /** Answers by `content-encoding`; `identity` where the header is absent. */
  contentEncodings: Record<string, number>
  /**
   * HdrHistogram (V2, compressed, base64) of latencies in microseconds, up to the last byte; of an open loop from the
   * moment the request was meant to be sent.
   */
  latencyMicros: string
  /** Of an open loop. */
  pace: Pace | null
  /** How much more the wall clock went on than the monotonic clock during the load: a clock that was set. */
  clockStepMs: number
  /** The error messages seen, with how often; at most ten different ones. */
  errorMessages: Record<string, number>
  generatorProcess: {
    cpuUserMicros: number
    cpuSystemMicros: number
    eventLoopUtilization: number
    eventLoopDelayP99Micros: number
    eventLoopDelayMaxMicros: number
  }
  /** The tool's own result, kept so that its own table can be printed later. */
  toolResult: unknown
}

/** How an open loop kept to its times. */
export interface Pace {
  intendedRatePerSecond: number
  /** Histogram, likewise, from the moment the request was written to a connection: without the time it waited for one. */
  serviceMicros: string
  /** How late the generator itself was: from the intended moment until it handed the request on. */
  sendDelayP99Micros: number
  /** The server did not keep up: requests came in faster than they were answered. */
  isSaturated: boolean
}
