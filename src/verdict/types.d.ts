import type { GeneratorName, Load } from '../load/types.js'
import type { ProfilerName } from '../profile/types.js'
import type { SavedProblem } from '../errors/types.js'
import type { Machine, Unread } from '../runs/types.js'
import type { Change, Estimate } from '../stats/types.js'
import type { companionCosts } from './slices/companion-costs.js'
import type { compareCounters, counters } from './slices/counters.js'
import type { resourceTable, transferOf } from './slices/transfer.js'
import type { sizeDifferences, summariseResponses } from './decide/compare-answers.js'
import type { interactionOf } from './decide/size-of.js'
import type { checkLimits } from './checks/run-checks.js'
import type { profilerOverhead } from './checks/profiler-overhead.js'
import type { disturbancesOf, failuresOf } from './checks/verdict-checks.js'
import type { compareUnderLoad } from './decide/compare-under-load.js'
import type { latencyCurve, latencyTable } from './decide/latency-table.js'
import type { machinesOf } from './decide/machines.js'
import type { metrics } from './metrics.js'
import type { driftOfVerdict, sliceDrift } from './slices/slice-drift.js'

export type * from './attached-types.js'
export type * from './gates/gate-types.js'

/** One of a list that a function returns. */
export type Item<List extends unknown[]> = List[number]

/**
 * CPU is that of all threads, except `cpuMainThread`, which excludes the thread pool and V8's helper threads (compiler, garbage
 * collector): the more precise metric for work on the main thread.
 */
export type MetricName = {
  [Name in keyof typeof metrics]: (typeof metrics)[Name] extends { decides: true } ? Name : never
}[keyof typeof metrics]

/** The accuracy of verdicts and blame on one machine with one Node.js version: calibrations/<machine>-<node>.json. */
export interface Calibration {
  schemaVersion: 1
  at: string
  node: string
  machine: Pick<Machine, 'cpuModel' | 'cores' | 'memoryBytes' | 'platform' | 'pinnableCores'>
  quick: boolean
  rounds: number
  /** Standard deviation of the rounds' log-ratio between identical servers. */
  spreads: Partial<Record<MetricName, number>>
  /** The A/A test. */
  identical: { change: Change; verdict: VerdictName }
  planted: PlantedFinding[]
}

/** The injected cost that one server measured itself; null where it cannot. */
export interface Truth {
  variant: string
  profiler: ProfilerName
  /** Per request, as `bytes`. */
  micros: number | null
  bytes: number | null
}

/** How a known injected cost was measured. */
export interface PlantedFinding {
  variant: string
  /** The cost that the server measured itself; null where it cannot. */
  truth: { micros: number; relative: number } | null
  change: Change | null
  /** Whether the interval contains the truth. */
  isCovered: boolean | null
  /**
   * The blame row of the function with the injected cost, its error relative to the truth (null without one), and whether
   * both profilers confirm it; null without a row.
   */
  blamed: { micros: number; errorRatio: number | null; isConfirmed: boolean; isFirst: boolean } | null
}

/**
 * A candidate, its baseline, and the variants that the change is measured in: one pair or, of a toggle, one per level of the other
 * toggles. A change is the mean over the pairs.
 */
export interface Compared {
  candidate: string
  baseline: string
  /** The first is the candidate and the baseline. */
  pairs: { baseline: string; candidate: string }[]
}

/** `metric` decides the verdict. */
export interface Comparison extends Compared {
  metric: MetricName
}

export type VerdictName = 'slower' | 'faster' | 'no difference' | 'cannot tell'

export interface Verdict {
  candidate: string
  baseline: string
  metric: MetricName
  generator: GeneratorName
  verdict: VerdictName
  /** Set on `cannot tell` when the interval excludes zero, and on a significant change within the margin. */
  lean: 'slower' | 'faster' | null
  /** Of the test that decides: two one-sided tests of `no difference`, or one of a change beyond the margin. Null of `cannot tell`. */
  pValue: number | null
  /** Which slices `change` comes from. */
  slices: 'shared-core' | 'separate'
  change: Change | null
  /** The same change in µs, of a verdict on CPU; null as long as it is not measured. */
  size: SizeOfThreads | null
  marginRatio: number
  /** Why there is no verdict, when `change` is null. */
  refusal: Refusal | null
  /** Whether the servers are not warmed up as usual; absent where they are. */
  isCold?: boolean
  /** The smallest change that a run like this detects with 80% power; null without an interval. */
  detectableRatio: number | null
  /** How many rounds in all would decide a `cannot tell`, if the change stays the same; null where more rounds do not help. */
  toSettle: { rounds: number; moreMs: number | null } | null
  /** The same rule applied to another metric: beside CPU to requests/s, or to latency in an open loop where that alone is decided. */
  secondary: { metric: MetricName; verdict: VerdictName; change: Change } | null
  /** Why requests/s are not reported as that other metric, under a closed loop or a batch. */
  withheld: DiscardReason | null
  /** The rounds that `change` is the mean of. */
  rounds: RoundEffect[]
  /** Set when the change drifts over the slices of a launch; its interval contains what that adds. */
  drift: DriftOfVerdict | null
  /** A result of its own; null without a failed request of either variant, or with fewer than two rounds. */
  failures: Failures | null
  /** What makes the verdict doubtful. */
  warnings: Disturbance[]
}

/** Requests without a response or with a status other than 2xx, over all loads of unprofiled launches. */
export interface Failures extends NonNullable<ReturnType<typeof failuresOf>> {}

/** The machines of a run of several, and what each of them shows alone. */
export interface MachinesOfRun extends NonNullable<ReturnType<typeof machinesOf>> {}

/** How much a metric changes from one slice of a launch to the next. */
export interface SliceDrift extends NonNullable<ReturnType<typeof sliceDrift>> {}

export interface DriftOfVerdict extends NonNullable<ReturnType<typeof driftOfVerdict>> {}

/** What disturbed many slices of a verdict, discarded ones included: they are beyond a limit, which is a share of one core. */
export interface Disturbance extends Item<ReturnType<typeof disturbancesOf>> {}

/** Why a candidate has no verdict. `reason` is the first of the discarded slices. */
export type Refusal =
  | { code: 'too-few-rounds' | 'too-few-valid-rounds' | 'too-few-machines'; rounds: number }
  | { code: 'too-many-discarded'; discarded: number; slices: number; reason: DiscardReason | null }
  | { code: 'disturbed'; disturbances: Disturbance[] }

/** One round of a verdict, in the unit of its metric. */
export interface RoundEffect {
  /** From 0. */
  round: number
  baseline: number
  candidate: number
  /** candidate / baseline - 1 */
  relative: number
}

/** What a request costs more with a candidate. */
export interface Size {
  candidate: string
  kind: 'separate'
  generator: GeneratorName
  /** On the main thread; null where the platform does not report it, or with fewer than two rounds. */
  main: SizeOfThreads | null
  /** On all threads. */
  all: SizeOfThreads | null
}

/** CPU per request in microseconds of separate slices. Both intervals have the confidence of `relative`, the change that decides. */
export interface SizeOfThreads {
  baselineMicros: number
  candidateMicros: number
  /** candidateMicros - baselineMicros */
  difference: { micros: number; low: number; high: number }
  relative: Change
  /** Those with separate slices. */
  rounds: number
}

/** One change under the deciding load. */
export interface Effect {
  candidate: string
  metric: MetricRow['metric']
  change: Change
  /** CPU only: of which slices. */
  slices: 'shared-core' | null
  /** Whether the verdict is based on it. */
  isDeciding: boolean
}

export interface MetricRow {
  metric: keyof typeof metrics
  estimates: Record<string, Estimate | null>
  changes: Record<string, Change | null>
}

export interface LoadComparison extends ReturnType<typeof compareUnderLoad> {
  load: Load
}

/** The variants compared under one load in launches under one profiler. */
export interface ProfiledLoad extends LoadComparison {
  profiler: ProfilerName
}

/** Latency in an open loop: microseconds up to the last byte. */
export interface LatencyTable extends NonNullable<ReturnType<typeof latencyTable>> {}

/** Latency by quantile, all launches of a variant pooled; enough requests are slower than each quantile. */
export interface LatencyCurve extends NonNullable<ReturnType<typeof latencyCurve>> {}

/** The overhead of one profiler: `variant` null is all variants pooled; `changes` in the order of `metrics`. */
export interface ProfilerOverhead extends ReturnType<typeof profilerOverhead> {}

/** Why a slice is discarded: from everything, or only from rates, which are requests/s and latency. Shares are of one core. */
export type DiscardReason =
  | ResponseReason
  | { code: 'generator-busy' | 'server-not-saturated'; discards: 'rates'; share: number; limit: number }
  | { code: 'other-processes' | 'stolen'; discards: 'rates'; share: number; limit: number }
  | { code: 'late-sends'; discards: 'rates'; sendDelayP99Micros: number; limitMicros: number }
  | { code: 'server-saturated'; discards: 'rates'; ratePerSecond: number }
  /** Because of another slice, which has the reason: the other half of a shared-core slice, or one of the same launch. */
  | { code: 'other-half-discarded'; discards: 'everything' }
  | { code: 'launch-excluded'; discards: 'rates' }

/** What is wrong with the responses of a slice. */
export type ResponseReason = { discards: 'everything' } & (
  | { code: 'no-responses' }
  | { code: 'failed-requests' | 'timeouts'; requests: number }
  | { code: 'wrong-status'; responses: number }
  | { code: 'wrong-encoding'; expected: string | null; seen: string[] }
)

export interface DiscardedSlice {
  launch: string
  variant: string
  /** From 0, as `index` among the slices of its launch. */
  round: number
  index: number
  generator: GeneratorName
  reasons: DiscardReason[]
}

/** How launches ended, and what was not read of them. */
export type LaunchWarning =
  | { code: 'killed' | 'unread-profiles' | 'missing-trees' | 'saturated-waits'; launches: string[] }
  | ({ code: 'unread-file' } & Unread)
  | { code: 'failed-exit'; launches: { id: string; exitCode: number | null }[] }
  | { code: 'baseline-swing'; variant: string; swingRatio: number; limitRatio: number }
  /** Functions that are too many to compare each: those of one launch and the cheapest are one per package. */
  | { code: 'folded-functions'; functions: number }

/** Unprofiled slices under the deciding load, in the order of their start: columns of equal length. */
export interface SliceTimes {
  /** Indexes: 0 is the baseline. */
  variants: number[]
  /** From 0, as `indexes`, which are those among the slices of a launch. */
  rounds: number[]
  indexes: number[]
  /** Of several machines the number of each one. */
  machines?: number[]
  /** Since the start of the run, of several machines since that on its own one. */
  startMs: number[]
}

export interface ValueSeries {
  /** null where the slice has no value. */
  values: (number | null)[]
  /** By variant, of the slices that count. */
  ranges: ({ low: number; median: number; high: number; count: number } | null)[]
  /** By variant, and then by round that has slices, of the slices that count. */
  medians: (number | null)[][]
}

/** One metric slice by slice. `row` is an index of the columns. */
export interface SliceSeries extends SliceTimes, ValueSeries {
  metric: MetricRow['metric']
  discarded: { row: number; reasons: DiscardReason[] }[]
}

/** One gauge of the servers or the generator, discarded slices included; beyond the limit a slice is discarded for rates. */
export interface GaugeSeries extends ValueSeries {
  name: 'eventLoopDelayP99Micros' | 'gcPauseShare' | 'rssBytes' | 'heapUsedBytes' | 'serverShare' | 'generatorShare'
  limit: number | null
}

/** One condition of a valid measurement, over all unprofiled slices: shares are of one core. */
export interface LimitCheck extends Item<ReturnType<typeof checkLimits>> {}

/** One of several requests alone, in slices of its own. */
export interface RequestComparison {
  /** Different from those of the others. */
  name: string
  method: string
  path: string
  weight: number
  /** Of the requests of the mix. */
  share: number
  /** One per candidate, corrected for the number of requests and candidates together, as the sizes. */
  verdicts: Verdict[]
  sizes: Size[]
  /** Under the load that size and blame are measured under, by separate slices. */
  load: LoadComparison
  checks?: { slices: number; discarded: DiscardedSlice[] }
}

/** What a request to each variant costs a process beside the servers. */
export interface CompanionCost extends Item<ReturnType<typeof companionCosts>> {}

/** The responses of one variant before the run. */
export interface ResponseSummary extends Item<ReturnType<typeof summariseResponses>> {}

/** A candidate whose responses all have another size than those of the baseline. */
export interface SizeDifference extends Item<ReturnType<typeof sizeDifferences>> {}

/** The cost of a toggle without and with another one. */
export interface Interaction extends NonNullable<ReturnType<typeof interactionOf>> {}

/** Bytes transferred per response, headers included. */
export interface ResourceTable extends NonNullable<ReturnType<typeof resourceTable>> {}

/** Bytes per response of variants that encode responses differently, headers included. */
export interface Transfer extends NonNullable<ReturnType<typeof transferOf>> {}

/** What is counted of a server apart from CPU. */
export type CounterName = { [Name in keyof typeof counters]: Name }[keyof typeof counters]

/** What a candidate does per request apart from using CPU, under the deciding load. */
export interface CounterComparison extends ReturnType<typeof compareCounters> {}

/** One counter per request: means over launches, and the mean difference of the rounds with its 95% interval. */
export interface CounterRow {
  counter: CounterName
  /** How far launches of the same code agree. Exact ones alone decide. */
  kind: 'exact' | 'steady' | 'noisy'
  baseline: number
  candidate: number
  difference: number
  /** null with a single round. */
  low: number | null
  high: number | null
  rounds: number
  /** The largest difference that does not count as one; null where the counter decides nothing. */
  tolerance: number | null
}

/** Whether a candidate makes the same system calls, with as many bytes. It says nothing about CPU. */
export interface CounterVerdict {
  name: 'same' | 'different' | 'unknown'
  /** The counters whose whole interval is beyond the tolerance. */
  differing: CounterName[]
  /** Why it is unknown; else null. */
  reason: 'not-counted' | 'too-few-rounds' | 'too-wide' | null
}

/** The bytes that stay on the heap per request: `keeps` where a whole interval is above the limit. */
export interface KeptBytes {
  baseline: KeptEstimate
  candidate: KeptEstimate
  /** null without a round of both. */
  difference: KeptEstimate | null
  limitBytes: number
  verdict: 'keeps' | 'keeps nothing' | 'unknown'
  keeping: ('baseline' | 'candidate')[]
}

/** A mean over launches, with its 95% interval; null with a single launch. */
export interface KeptEstimate {
  bytes: number
  low: number | null
  high: number | null
  launches: number
}

/** What forbids to compare variants, as the error that it leads to. */
export type AnswerProblem = Extract<SavedProblem, { code: 'ERR_NOT_COMPARABLE' }>
