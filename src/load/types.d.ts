/** Every number carries its unit in its name; ratios and shares are plain fractions. */
export type GeneratorName = 'autocannon' | 'artillery' | 'paced' | 'sockets' | 'existing'

/**
 * `closed`: n connections, each as fast as it goes, for a time. `batch`: a fixed number of requests, n users at once.
 * `open`: requests at set times whether or not earlier ones have a response, at a share of the slower variant's
 * capacity. `existing`: what a server that runs already gets from others.
 */
export type Load =
  | { generator: 'autocannon'; mode: 'closed'; connections: number }
  | { generator: 'sockets'; mode: 'closed'; connections: number }
  | { generator: 'artillery'; mode: 'batch'; users: number; requestsPerUser: number }
  | { generator: 'paced'; mode: 'open'; arrivals: 'constant' | 'poisson'; capacityShare: number }
  | { generator: 'existing'; mode: 'existing' }

/** A request as it is sent. */
export interface SentRequest {
  url: string
  headers: Record<string, string>
  /** GET when absent. */
  method?: string
  body?: string
}

/** Several requests to one server, and which of them is sent first, second and so on. After the last the order begins again. */
export interface Mix {
  requests: SentRequest[]
  /** Indexes of the requests. */
  order: number[]
}

/** A load for a generator process to play: the one request, or the mix where there is one. */
export type LoadRequest = Load &
  SentRequest & {
    mix?: Mix
    /** Of a closed or an open loop; a batch lasts until its last response. */
    durationMs: number
    /** Of a closed loop of sockets: ends it after so many requests, before `durationMs` has passed. */
    requests?: number
    /** Of a generator that has cores of its own: it does not sleep where it waits for responses. */
    staysAwake?: boolean
    /** Of an open loop: the intended requests per second, and the seed of a Poisson stream. */
    pace?: { ratePerSecond: number; seed: number }
    /** Of an open loop: opened before the first request, and never more of them; absent: as many as it needs. */
    connectionLimit?: number
    /** Of an open loop: responses with this status are refusals. They are counted, and have no latency. */
    refusalStatus?: number
  }

/** The result of a generator process, the same for every generator. */
export interface LoadResult {
  startedAt: string
  /** From the first request to the last response. */
  durationMs: number
  sent: number
  completed: number
  non2xx: number
  /** Of a load with a `refusalStatus`; they count as completed too. */
  refused?: number
  /** Requests without a response: sent - completed. */
  errors: number
  timeouts: number
  bytesRead: number
  /** Responses by `content-encoding`; `identity` where the header is absent. */
  contentEncodings: Record<string, number>
  /**
   * HdrHistogram (V2, compressed, base64) of latencies in microseconds, up to the last byte; of an open loop from the
   * moment when the request was due.
   */
  latencyMicros: string
  /** Of an open loop. */
  pace: Pace | null
  /** How much further the wall clock went than the monotonic clock during the load: not 0 when the clock was set. */
  clockStepMs: number
  /** The number of errors by message, at most ten different ones. */
  errorMessages: Record<string, number>
  /**
   * Without the time that it was awake and had nothing to do: of the CPU in proportion to that of user and kernel. Of all loads that
   * the process played at the same time.
   */
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

/** How well an open loop kept its schedule. */
export interface Pace {
  intendedRatePerSecond: number
  /** Histogram, as `latencyMicros`, from the moment when the request was written to a connection. */
  serviceMicros: string
  /** The delay of the generator itself: from the moment when a request was due until it was sent. */
  sendDelayP99Micros: number
  /** Whether requests arrived faster than the server responded. */
  isSaturated: boolean
}

/** The result of one slice of `paced`, for its table; histograms as in LoadResult. */
export interface PacedToolResult {
  path: string
  arrivals: 'constant' | 'poisson'
  intendedRatePerSecond: number
  durationMs: number
  completed: number
  errors: number
  isSaturated: boolean
  responseMicros: string
  serviceMicros: string
  sendDelayMicros: string
}

/** The result of one slice of `sockets`, for its table; histogram as in LoadResult. */
export interface SocketsToolResult {
  path: string
  connections: number
  durationMs: number
  completed: number
  errors: number
  bytesRead: number
  latencyMicros: string
}
