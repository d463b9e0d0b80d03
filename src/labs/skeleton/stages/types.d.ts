/** A load in stages, one directly after the other: requests at even gaps, whether or not earlier ones have a response. */
export interface StagesOrder {
  url: string
  stages: PlannedStage[]
  /** Sent by virtual users of artillery; absent: by our own open loop. */
  users?: UsersLimit
  /** Of the open loop. Opened before the first request, and the most that are opened: a request waits when more are in flight. */
  connections: { first: number; most: number }
  /** A request without a response so long after the last one was due has failed. */
  answerLimitMs: number
  /** The length of the points of the series. */
  pointMs: number
  /** Metrics of the Server-Timing header that are added up, such as `pool`. */
  timings: string[]
  /** One of these, which says how long the server meant to take. */
  intended?: string
}

/** A user that would arrive while `most` users are at work is left out, and its request is not sent; null for no limit. */
export interface UsersLimit {
  most: number | null
}

export interface PlannedStage {
  /** The mean. */
  ratePerSecond: number
  durationMs: number
  /** The rates at the start and at the end, in between a line; absent: the rate is constant. */
  ramp?: [number, number]
}

export interface PlayedStages {
  startedAt: string
  stages: PlayedStage[]
  points: LoadPoint[]
  /** Different messages of requests without a response, with their number. */
  errorMessages: Record<string, number>
  /** From the end of the last stage to the last response, or to the end of the last request without one; 0 when it came before. */
  lastResponseMs: number
  /** CPU of the process that sent the requests; absent in older runs. */
  generatorCpuMicros?: number
}

/** The requests that were due in one stage. Histograms are encoded, in microseconds; latency is from when a request was due. */
export interface PlayedStage extends PlannedStage {
  fromMs: number
  sent: number
  /** Requests that were due and not sent, since too many virtual users were at work; absent in older runs. */
  notSent?: number
  /** Responses with 2xx, with another status, and requests without a response. */
  completed: number
  non2xx: number
  errors: number
  /** Of responses with 2xx. */
  latencyMicros: string
  sumLatencyMs: number
  /** The delay of the generator itself. */
  sendDelayP99Micros: number
  /** By metric of the Server-Timing header, of the responses with 2xx that have it. */
  timings: Record<string, { sumMs: number; count: number; micros: string }>
  /** From when a request was written to a connection, without the time that the server meant to take; null where it does not say. */
  addedMicros: string | null
}

/** What happened between `atMs` and the next point. */
export interface LoadPoint {
  atMs: number
  sent: number
  completed: number
  failed: number
  /** The mean number of requests in flight, weighted by time. */
  inFlight: number
}

/** Our own open loop, or virtual users of artillery. */
export type StagesPlayer = 'requests' | 'users'

/** What the process that plays stages sends. */
export type StagesMessage =
  | { type: 'ready' }
  | { type: 'started' }
  | { type: 'played'; played: PlayedStages }
  | { type: 'failed'; problem: string }
