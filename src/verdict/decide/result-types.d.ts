import type { GeneratorName } from '../../load/types.js'
import type { Change, Estimate } from '../../stats/types.js'
import type { counters } from '../slices/counters.js'
import type { DiscardedSlice, LoadComparison, MetricName, Size, SizeOfThreads, Verdict } from '../types.js'

/** One of several requests alone, in slices of its own. */
export interface RequestComparison {
  /** Different from those of the others. */
  name: string
  method: string
  path: string
  weight: number
  /** Of the requests of the mix. */
  share: number
  /** One per candidate, corrected for the number of requests and candidates together. */
  verdicts: Verdict[]
  /** One per candidate. */
  sizes: Size[]
  /** Under the load that size and blame are measured under, by separate slices. */
  load: LoadComparison
  checks?: { slices: number; discarded: DiscardedSlice[] }
}

/** What a request to each variant costs a process beside the servers. */
export interface CompanionCost {
  /** The command as a person types it. */
  companion: string
  /** CPU per request in microseconds, by variant: arithmetic means; null where half of the launches or more used none. */
  estimates: Record<string, Estimate | null>
  /** By candidate; the intervals are corrected for their number. */
  changes: Record<string, Change | null>
  /** The CPU during the middle slice as a share of one core, by variant. */
  busyShares: Record<string, number>
}

/** The responses of one variant before the run. */
export interface ResponseSummary {
  variant: string
  /** The name of the request, where there are several. */
  request?: string
  /** The fixed port of the server, which was replaced by a free one; 0 for none. */
  wantedPort: number
  /** The other ports that it listened on, 0 for any. */
  otherPorts: number[]
  statuses: number[]
  contentTypes: string[]
  /** null where the responses differ in it. */
  contentEncoding: string | null
  /** Of the body, as it was received. */
  bytes: { least: number; median: number; most: number }
}

/** A candidate whose responses all have another size than those of the baseline. */
export interface SizeDifference {
  /** The name of the request, where there are several. */
  request?: string
  baseline: string
  candidate: string
  baselineBytes: number
  candidateBytes: number
}

/** A cost in microseconds per request, with its 95% interval. */
export interface MicrosDifference {
  micros: number
  low: number
  high: number
}

/** The cost of a toggle without and with another one, by separate slices. */
export interface Interaction {
  candidate: string
  metric: MetricName
  /** At the first level of the other toggle, and at the second. */
  without: MicrosDifference & { baseline: string; candidate: string }
  with: MicrosDifference & { baseline: string; candidate: string }
  /** The second minus the first, paired by round. */
  difference: MicrosDifference
  rounds: number
}

/** Bytes transferred per response, headers included. */
export interface ResourceTable {
  candidate: string
  baseline: string
  rows: { name: string; path: string; baselineBytes: number; candidateBytes: number; savedShare: number }[]
}

/** Bytes per response of variants that encode responses differently, headers included. */
export interface Transfer {
  baselineBytes: number
  candidateBytes: number
  /** The variant with the smaller responses. */
  saver: 'baseline' | 'candidate'
  /** CPU per request of all threads that the variant with the smaller responses uses more; null without a size. */
  added: SizeOfThreads['difference'] | null
  /**
   * The link speed at which the time to transfer the saved bytes is that of the added CPU, with a 95% interval; each is null where
   * no CPU is added, so that the smaller responses pay at any speed. null without a size.
   */
  paysBelow: { bitsPerSecond: number | null; low: number | null; high: number | null } | null
}

/** What is counted of a server apart from CPU. */
export type CounterName = { [Name in keyof typeof counters]: Name }[keyof typeof counters]

/** What a candidate does per request apart from using CPU, under the deciding load. */
export interface CounterComparison {
  candidate: string
  baseline: string
  generator: GeneratorName
  /** Without counters that are not known of both variants in any round. */
  rows: CounterRow[]
  verdict: CounterVerdict
  /** null where the heap was not read. */
  kept: KeptBytes | null
}

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
