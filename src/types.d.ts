import type { Blame, HeavyTable, TickOddity, TickTable } from './blame/types.js'
import type { GeneratorName } from './load/types.js'
import type { Design } from './measure/types.js'
import type { ProfilerName } from './profile/types.js'
import type { Artifact, RunStatus, RunTiming } from './runs/types.js'
import type {
  Calibration,
  Flaw,
  LatencyTable,
  LoadComparison,
  ProfilerOverhead,
  SliceCheck,
  Verdict
} from './verdict/types.js'

export interface Analysis {
  schemaVersion: 5
  experiment: string
  question: string
  /** Where the servers were started. */
  folder: string
  status: RunStatus
  /** Why the run did not go to its end. */
  problem: string | null
  rounds: number
  /** What was asked of it: so many rounds, or as many as it takes to this half-width, in no more than so much time. */
  asked: Pick<Design, 'rounds' | 'untilHalfWidth' | 'maxMs'>
  quick: boolean
  baseline: string
  candidates: string[]
  verdicts: Verdict[]
  loads: LoadComparison[]
  latencies: LatencyTable[]
  ticks: TickTable[]
  tickOddities: TickOddity[]
  profilerOverheads: ProfilerOverhead[]
  /** One a candidate and unit of cost (CPU, bytes allocated). */
  blames: Blame[]
  heavyTables: HeavyTable[]
  /** What a profiler that may fail did not manage. */
  toolProblems: { profiler: ProfilerName; variant: string; message: string }[]
  checks: {
    slices: number
    flawed: { launch: string; index: number; generator: GeneratorName; flaws: Flaw[] }[]
    panel: SliceCheck[]
    warnings: string[]
  }
  artifacts: Artifact[]
  calibration: Calibration | null
  timing: RunTiming
}
