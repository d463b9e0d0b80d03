import type { GeneratorName } from '../../load/types.js'

/** What is counted of a server apart from CPU. */
export type CounterName =
  | 'readCalls'
  | 'writeCalls'
  | 'readBytes'
  | 'writtenBytes'
  | 'allocatedBytes'
  | 'waitedMicros'
  | 'loopTurns'
  | 'voluntarySwitches'
  | 'involuntarySwitches'
  | 'minorFaults'
  | 'majorFaults'

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
