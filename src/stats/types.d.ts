/** A relative change (candidate / baseline - 1) of a metric's value, with its interval. */
export interface Change {
  relative: number
  low: number
  high: number
  /** Of the interval: 0.95, or 1 - 0.05 / k where k candidates are compared with one baseline (Bonferroni). */
  confidence: number
  /** Two one-sided limits, each of them at `confidence`: the change is above `low`, and it is below `high`. */
  bound: { low: number; high: number }
  /** Rounds with both variants; of several machines the machines. */
  pairs: number
  /** Of several machines: the rounds that their values are means over. */
  machineRounds?: number
  /** Standard deviation of the rounds' log-ratios. */
  spread: number
  /**
   * Two-sided, of the t test that nothing changed: the probability of a difference this consistent between identical variants; of
   * several candidates corrected for their number (Bonferroni).
   */
  pValue: number
}

/** A geometric mean over launches, with its 95% interval; null with a single launch. */
export interface Estimate {
  value: number
  low: number | null
  high: number | null
  /** Of the interval, relative to `value`: the interval is the same factor to both sides. */
  halfWidthRatio: number | null
  launches: number
}

/** A mean over repeats, with its 95% interval; null with a single repeat. */
export interface Mean {
  value: number
  low: number | null
  high: number | null
  /** Set where it is the middle one of so many runs: its ends are then the least and the largest of them. */
  runs?: number
}
