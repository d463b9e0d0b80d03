import type { Blame, HeavyTable, TickOddity, TickTable } from './blame/types.js'
import type { SavedProblem } from './errors.js'
import type { Design } from './measure/types.js'
import type { ProfilerName } from './profile/types.js'
import type { Artifact, Finding, RunStatus, RunTiming } from './runs/types.js'
import type {
  Calibration,
  DiscardedSlice,
  Effect,
  GaugeSeries,
  LatencyTable,
  LaunchWarning,
  LimitCheck,
  LoadComparison,
  ProfilerOverhead,
  SliceSeries,
  SliceTimes,
  Verdict
} from './verdict/types.js'

export interface Analysis {
  schemaVersion: 5
  experiment: string
  question: string
  /** Where the servers were started. */
  folder: string
  status: RunStatus
  /** Why the run did not complete. */
  problem: SavedProblem | null
  /** Rounds with a valid unprofiled slice, and how long each took. */
  rounds: number
  roundMs: number | null
  /** What the run was planned for: a number of rounds, or an interval of a half-width, and a limit of time. */
  asked: Pick<Design, 'rounds' | 'untilHalfWidth' | 'maxMs'>
  quick: boolean
  baseline: string
  candidates: string[]
  /** The widest half-width of all candidates, null without an interval; null without a goal for the interval. */
  precision: { goal: number; halfWidth: number | null; isReached: boolean } | null
  verdicts: Verdict[]
  /** The changes under the deciding load, of the deciding metric first. */
  effects: Effect[]
  loads: LoadComparison[]
  latencies: LatencyTable[]
  ticks: TickTable[]
  tickOddities: TickOddity[]
  profilerOverheads: ProfilerOverhead[]
  /** One per candidate and unit of cost (CPU, bytes allocated). */
  blames: Blame[]
  heavyTables: HeavyTable[]
  /** Failures of profilers that do not end a run. */
  toolProblems: { profiler: ProfilerName; variant: string; problem: SavedProblem }[]
  checks: {
    slices: number
    discarded: DiscardedSlice[]
    limits: LimitCheck[]
    warnings: (Finding | LaunchWarning)[]
  }
  /** The deciding metric and requests/s, slice by slice. */
  sliceSeries: SliceSeries[]
  /** The state of the servers and the generator, slice by slice. */
  gauges: SliceTimes & { gauges: GaugeSeries[] }
  artifacts: Artifact[]
  calibration: Calibration | null
  timing: RunTiming
}
