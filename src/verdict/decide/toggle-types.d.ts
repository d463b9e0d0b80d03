import type { MetricName, SizeOfThreads } from '../types.js'

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
