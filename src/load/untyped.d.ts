/** The parts of untyped packages that this folder uses. */

declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  /**
   * One connection; what follows is not documented. With `responseMax` reached, the client closes itself after an answer.
   * `getRequestBuffer` returns the bytes of the next request.
   */
  export interface Client extends EventEmitter {
    responseMax?: number
    getRequestBuffer(): Buffer
    requestIterator: { requests: { requestBuffer: Buffer }[] }
  }

  /** What `skipAggregateResult` leaves; histograms are encoded, latencies in whole milliseconds. */
  export interface RawResult {
    latencies: string
    requests?: string
    throughput?: string
    totalRequests: number
    totalCompletedRequests: number
    totalBytes: number
    samples: number
    errors: number
    timeouts: number
    non2xx: number
  }

  export interface Options {
    url: string
    connections?: number
    /** seconds */
    duration?: number
    headers?: Record<string, string>
    requests?: { path: string; method: string; headers: Record<string, string>; body?: string }[]
    /** milliseconds */
    sampleInt?: number
    skipAggregateResult?: boolean
    setupClient?: (client: Client) => void
  }

  /** What the command line prints. */
  export interface PrintableResult {
    duration: number
    samples: number
    requests: { sent: number }
    throughput: { total: number }
  }

  type Run = EventEmitter & PromiseLike<RawResult> & { stop(): void }

  const autocannon: {
    (options: Options): Run
    aggregateResult(results: RawResult[], options: Options): PrintableResult
    /** Prints the progress and the table of a run to stderr. */
    track(run: Run, options: { verbose: boolean }): void
    printResult(result: PrintableResult, options: { outputStream: NodeJS.WritableStream }): string
  }
  export default autocannon
}

declare module '@artilleryio/int-core' {
  import type { EventEmitter } from 'node:events'

  export interface Context {
    vars: Record<string, unknown>
    funcs: Record<string, unknown>
    _httpAgent?: { destroy(): void }
    _httpsAgent?: { destroy(): void }
  }
  class HttpEngine {
    constructor(script: object)
    createScenario(
      scenario: object,
      events: EventEmitter
    ): (context: Context, done: (error: Error | null) => void) => void
  }
  const core: { engine_http: typeof HttpEngine }
  export default core
}

declare module '@artilleryio/int-core/lib/phases.js' {
  /** Durations such as `1500ms`, of ramps in whole seconds. */
  export interface PhaseSpec {
    index: number
    arrivalRate: number
    duration: string
    rampTo?: number
    maxVusers?: number
    /** From 1, and how many processes share the arrivals. */
    worker: number
    totalWorkers: number
  }

  interface Phaser {
    on(event: 'arrival', listener: (phase: PhaseSpec) => void): void
    on(event: 'done', listener: () => void): void
    run(): void
  }
  /** Fills in the phases that it is given. */
  export default function createPhaser(phases: PhaseSpec[]): Phaser
}

declare module '@artilleryio/int-core/lib/ssms.js' {
  export interface Metrics {
    counters: Record<string, number>
    rates: Record<string, number>
    histograms: Record<string, object>
    lastMetricAt: number
  }
  class SSMS {
    constructor(options?: { pullOnly?: boolean })
    stop(): void
    counter(name: string, value: number): void
    histogram(name: string, value: number): void
    rate(name: string): void
    aggregate(everything: boolean): void
    getBucketIds(): string[]
    getMetrics(period: string): Metrics
    static pack(periods: Metrics[]): Metrics
    static serializeMetrics(metrics: Metrics): string
    static deserializeMetrics(text: string): Metrics
    static summarizeHistogram(histogram: object): Record<'min' | 'max' | 'mean' | 'median' | 'p95' | 'p99', number>
  }
  const core: { SSMS: typeof SSMS }
  export default core
}
