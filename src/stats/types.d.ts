/** A relative change (candidate / baseline - 1) of a metric's value and its 95 % interval. */
export interface Change {
  relative: number
  low: number
  high: number
  /** Rounds with both variants. */
  pairs: number
  /** Standard deviation of the rounds' log-ratios. */
  spread: number
  /** Exact, two-sided, by sign-flip: how often rounds this far to one side come of variants that are the same. */
  pValue: number
}

export interface Estimate {
  value: number
  /** null with a single launch. */
  low: number | null
  high: number | null
  launches: number
}
