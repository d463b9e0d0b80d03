import type { Mean } from '../../stats/types.js'

/** A figure of a paper: one row of `paper.js` of a lab. */
export interface Claim<Measured> {
  id: string
  /** What the figure is, as short as it fits in a table. */
  quote: string
  /** The section of the paper. */
  section: string
  /** The figure of the paper and its unit; null for what follows from other figures of the paper. */
  claimed: [value: number | null, unit: string]
  /** What the data of the paper give; absent or null for a measurement. */
  right?: number | null
  /** Returns what was measured here, or a code where that is no figure; absent or null for what no run measures. */
  measured?: ((measured: Measured) => Mean | number | string | null) | null
  /** Why the figure is right or wrong, or what is to be known about it. */
  why: string
}

/** A conclusion of a paper: one row of `paper.js` of a lab. */
export interface Conclusion<Measured, Found extends Checked> {
  id: string
  /** What the paper says, translated. */
  quote: string
  /** Returns what a run says about it, as values and codes; null without figures. */
  check: (measured: Measured) => Found | null
  /** Returns what was found, as sentences. */
  words: (found: Found) => string
}

export interface Checked {
  outcome: Outcome
}

export type Outcome = 'holds' | 'does not hold' | 'cannot tell'

/** A figure of the paper in analysis.json, beside what its own data give, and what was measured here. */
export interface ClaimRow {
  /** The row of `paper.js` that has the words. */
  id: string
  unit: string
  /** null for what follows from other figures of the paper. */
  claimed: number | null
  /** null for a measurement. */
  right: number | null
  measured: Mean | null
  /** What was measured where that is no figure; absent otherwise. */
  code?: string
}

/** A conclusion of the paper in analysis.json, checked with the figures of the run. */
export interface ConclusionRow {
  /** The row of `paper.js` that has the words. */
  id: string
  outcome: Outcome
  /** What was found: each conclusion has its own names. */
  values: Record<string, unknown>
}
