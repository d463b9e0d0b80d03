import type { Change, Estimate } from '../../stats/types.js'
import type { DiscardedSlice, LoadComparison, Size, Verdict } from '../types.js'

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
