import type { metrics } from '../metrics.js'
import type { Item, MetricName, Refusal } from '../types.js'
import type { againstBaseline, environmentOf } from './against-baseline.js'
import type { budgetedCounters } from './budgeted-metrics.js'

/** What a budget can be on: the keys of `budgets` in the configuration. Latency is that of an open loop. */
export type BudgetedName =
  | Extract<(typeof metrics)[keyof typeof metrics], { budget: string }>['budget']
  | keyof typeof budgetedCounters

/**
 * A limit that a candidate must not pass. `amount` is a ratio, or in µs, requests/s, calls or bytes; it is not signed: more is worse,
 * except of requests/s.
 */
export interface Budget {
  /** `slower`: the change that decides the verdict, of --fail-if-slower. */
  name: BudgetedName | 'slower'
  /** `relative` and `increase` compare with the baseline, `limit` is on the candidate alone. */
  kind: 'relative' | 'increase' | 'limit'
  amount: number
}

/** One budget, of one candidate. */
export interface Gate {
  budget: Budget
  candidate: string
  /** The variant that the candidate is compared with: itself where `against` is set. */
  baseline: string
  /** The name of the saved baseline whose launches it is compared with; null where it is those of this run. */
  against: string | null
  /** Of the verdict; null of a budget that names its own. */
  metric: MetricName | null
  /**
   * `fired`: the whole interval is beyond the budget; `passed`: none of it is. Else a gate on the verdict has that of the verdict, and a
   * budget is `undecided`.
   */
  outcome: 'fired' | 'passed' | 'cannot tell' | 'undecided'
  /** Why it is not decided; else null. */
  reason: GateReason | null
  /** In the unit of the budget, with the interval that decides; null without one. */
  measured: GateMeasurement | null
}

export interface GateMeasurement {
  value: number
  low: number
  high: number
  /** Of the interval: 0.95, or 1 - 0.05 / k where k gates are decided together (Bonferroni). */
  confidence: number
  rounds: number
  /** What a drift adds to the half-width, as a difference of logarithms. */
  addedHalfWidth?: number
  /** How likely the gate fires at these changes, in such a run; empty of one that is not in percent, absent where it is not decided. */
  powers?: { relative: number; power: number }[]
}

export type GateReason =
  /** `not-measured`: the system or the servers do not give it; `not-played`: a run of this load or stage has no such slices. */
  | { code: 'not-measured' | 'not-played' | 'zero-baseline' | 'server-idle' | 'crosses-budget' }
  | { code: 'too-few-rounds'; rounds: number; needed: number }
  | Extract<Refusal, { code: 'too-many-discarded' | 'disturbed' }>
  /** Two launches of the same code can differ as much. In the unit of the metric. */
  | { code: 'within-tolerance'; tolerance: number }

/** What is kept of a run to compare later ones with: baselines/<name>/<experiment>.json. */
export interface Baseline {
  /** 2 in runs of earlier versions, beside their baseline. */
  schemaVersion: 2 | 3
  name: string
  experiment: string
  /** When the run started. */
  startedAt: string
  /** Name of its run folder. */
  folder: string
  environment: Environment
  /** By variant and metric: one value per launch, of separate slices. */
  values: Record<string, Partial<Record<MetricName, number[]>>>
}

/** What must be the same in two runs whose figures are compared. */
export interface Environment extends ReturnType<typeof environmentOf> {}

/** What two runs do not have in common. */
export type EnvironmentDifference = {
  [Name in keyof Environment]-?: { what: Name; before: Required<Environment>[Name]; now: Required<Environment>[Name] }
}[keyof Environment]

/** A run compared with a saved baseline of another time. */
export interface AgainstBaseline extends NonNullable<ReturnType<typeof againstBaseline>> {}

/** One variant compared with itself at the time of the baseline, by launches that are not paired. */
export interface AgainstRow extends Item<AgainstBaseline['rows']> {}
