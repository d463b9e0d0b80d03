import type { GatewayStage } from '../skeleton/types.js'
import type { PlayedStages } from '../skeleton/stages/types.js'

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
