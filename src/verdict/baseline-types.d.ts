import type { Change } from '../stats/types.js'
import type { MetricName, VerdictName } from './types.js'

/** What is kept of a run to compare later ones with: baselines/<name>/<experiment>.json. */
export interface Baseline {
  schemaVersion: 1
  name: string
  experiment: string
  /** When the run started. */
  startedAt: string
  /** Name of its run folder. */
  folder: string
  /** What must be the same in both runs, by name. */
  environment: Record<string, string>
  /** By variant and metric: one value per launch, of separate slices. */
  values: Record<string, Partial<Record<MetricName, number[]>>>
}

/** What two runs do not have in common; null where one of them does not have it. */
export interface EnvironmentDifference {
  what: string
  before: string | null
  now: string | null
}

/** A run compared with a saved baseline of another time. */
export interface AgainstBaseline extends Pick<Baseline, 'name' | 'startedAt' | 'folder'> {
  /** Empty unless --force was given. */
  differences: EnvironmentDifference[]
  rows: AgainstRow[]
}

/** One variant compared with itself at the time of the baseline, by launches that are not paired. */
export interface AgainstRow extends Pick<Change, 'relative' | 'low' | 'high' | 'confidence' | 'bound'> {
  variant: string
  metric: MetricName
  verdict: VerdictName
  lean: 'slower' | 'faster' | null
  launches: { before: number; now: number }
}
