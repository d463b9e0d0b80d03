/** What an upstream added to the times that it drew, at a constant rate. */
export interface UpstreamCheck {
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
