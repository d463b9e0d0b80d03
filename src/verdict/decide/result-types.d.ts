import type { companionCosts } from '../slices/companion-costs.js'
import type { compareCounters, counters } from '../slices/counters.js'
import type { resourceTable, transferOf } from '../slices/transfer.js'
import type { DiscardedSlice, Item, LoadComparison, Size, Verdict } from '../types.js'
import type { sizeDifferences, summariseResponses } from './compare-answers.js'
import type { interactionOf } from './size-of.js'

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
export interface CompanionCost extends Item<ReturnType<typeof companionCosts>> {}

/** The responses of one variant before the run. */
export interface ResponseSummary extends Item<ReturnType<typeof summariseResponses>> {}

/** A candidate whose responses all have another size than those of the baseline. */
export interface SizeDifference extends Item<ReturnType<typeof sizeDifferences>> {}

/** The cost of a toggle without and with another one, by separate slices. */
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
