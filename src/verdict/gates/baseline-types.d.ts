import type { GeneratorName } from '../../load/types.js'
import type { Change } from '../../stats/types.js'
import type { MetricName, VerdictName } from '../types.js'

/** What is kept of a run to compare later ones with: baselines/<name>/<experiment>.json. */
export interface Baseline {
  schemaVersion: 2
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
export interface Environment {
  cpuModel: string
  cores: number
  /** Rounded: systems of the same machine differ in what they keep for themselves. */
  memoryGiB: number
  platform: string
  /** Of the kernel. */
  release: string
  /** How the system sets the frequency of a core; null where it does not say. */
  governor: string | null
  /** How many cores servers and generators can be kept on. */
  pinnableCores: number
  /** Of the variants, each once. */
  nodeVersions: string[]
  variants: string[]
  /** By variant; null without one. */
  memoryLimitsMB: (number | null)[]
  /** Their names. */
  companions: string[]
  /** Without secret values and bodies, as they are saved. */
  requests: { method: string; path: string; headers: Record<string, string>; bodyBytes: number; weight: number }[]
  /** The load that the values were measured under; `connections` null of another mode than `closed`. */
  load: { generator: GeneratorName; connections: number | null }
  sliceMs: number
  separateSlices: number
  warmUpMs: number
  /** null of a run of warm servers. */
  coldRequests: number | null
  isShort: boolean
}

/** What two runs do not have in common. */
export type EnvironmentDifference = {
  [Name in keyof Environment]: { what: Name; before: Environment[Name]; now: Environment[Name] }
}[keyof Environment]

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
