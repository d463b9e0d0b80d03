import type {
  Blame,
  Card,
  FunctionCosts,
  HeavyTable,
  SummaryAnswer,
  SummaryMetric,
  ThreadWork,
  TickOddity,
  TickTable,
  VariantWaits
} from './blame/types.js'
import type { SavedProblem } from './errors/types.js'
import type { PackageChange, Variant } from './experiments/types.js'
import type { Design } from './measure/types.js'
import type { ProfilerName } from './profile/types.js'
import type {
  Artifact,
  Finding,
  ImportedFile,
  ImportedKind,
  RunStatus,
  RunTiming,
  SourceExcerpt
} from './runs/types.js'
import type { Estimate } from './stats/types.js'
import type {
  AgainstBaseline,
  Attached,
  Calibration,
  CompanionCost,
  Comparison,
  CounterComparison,
  DiscardedSlice,
  Effect,
  Gate,
  GaugeSeries,
  Interaction,
  LatencyTable,
  LaunchWarning,
  LimitCheck,
  LoadComparison,
  MachinesOfRun,
  ProfiledLoad,
  ProfilerOverhead,
  RequestComparison,
  ResourceTable,
  ResponseSummary,
  Size,
  SizeDifference,
  SliceDrift,
  SliceSeries,
  SliceTimes,
  Verdict
} from './verdict/types.js'

/** How the server of a user was started. */
export interface ServerFacts {
  variant: string
  command: string[]
  env: Record<string, string>
  commit: string | null
  /** Where versions of a package are compared. */
  changedPackages?: PackageChange[]
  /** The package of npm's registry that its node binary is from. */
  node?: Variant['node']
  /** null of a run that was saved without. */
  nodeVersion: string | null
  /** The highest peak of its launches with a limit, null where it was not reported; `launches`: how many ended. null without a limit. */
  memory: { limitMB: number; peakBytes: number | null; launches: number } | null
}

/** What files of other tools have together. */
export interface Imported {
  files: ImportedFile[]
  /** Whether costs are per request; they are per profile otherwise. */
  isPerRequest: boolean
  /** What all profiles count; null of results of load generators alone. */
  counts: ImportedKind | null
}

export interface Analysis {
  schemaVersion: 8
  /** What is shown first of each verdict. Absent of a run that was analysed by an earlier version. */
  summary?: SummaryAnswer[]
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
  asked: Pick<Design, 'rounds' | 'untilHalfWidth' | 'maxMs' | 'untilCounted'> & {
    clearAfter?: number
    /** Of launches that sample allocations because the garbage collector is a part of the difference: rounds that are planned, and played. */
    allocationRounds?: { planned: number; played: number }
  }
  /** Set where the first requests of new servers were compared. */
  coldRequests: number | null
  /** Requests per launch before its first slice: of the first round, and the least and the most of later rounds. */
  warmUp: { first: number; least: number; most: number } | null
  /** Requests of the login per launch, and how long they took in the median; absent of a run without a login. */
  login?: { requests: number; medianMs: number }
  quick: boolean
  /** In the order of the experiment, the baseline first. */
  variants: string[]
  baseline: string
  candidates: string[]
  /** What each verdict compares, in the same order. */
  comparisons: Comparison[]
  /** The widest half-width of all candidates, null without an interval; null without a goal for the interval. */
  precision: { goal: number; halfWidth: number | null; isReached: boolean } | null
  /** null where the experiment has no resources. */
  resources: ResourceTable | null
  /** The servers of a user; empty of the app of the workshop. */
  servers: ServerFacts[]
  /** What the servers of a user responded before the run. */
  responses: ResponseSummary[]
  sizeDifferences: SizeDifference[]
  /** Of each process that ran beside the servers and whose CPU was read; absent without such processes. */
  companions?: CompanionCost[]
  verdicts: Verdict[]
  /** One per budget and candidate; absent of a run without budgets. */
  gates?: Gate[]
  /** Absent of a run of one machine. */
  machines?: MachinesOfRun
  /** Absent of a run that is not compared with a saved baseline. */
  against?: AgainstBaseline
  /** Each of several requests alone; absent of a run with one request. */
  requests?: RequestComparison[]
  /** The changes under the deciding load, of the deciding metric first. */
  effects: Effect[]
  loads: LoadComparison[]
  /** One per candidate. */
  sizes: Size[]
  /** The cost of the first of two toggles with and without the other; empty without toggles. */
  interactions: Interaction[]
  /** The drift of each deciding metric over the slices of a launch; none of a variant with too few launches. */
  drifts: SliceDrift[]
  latencies: LatencyTable[]
  /** One per candidate; of a single variant one, compared with itself. */
  counters: CounterComparison[]
  ticks: TickTable[]
  tickOddities: TickOddity[]
  profilerOverheads: ProfilerOverhead[]
  /** Of each profiler whose launches play the loads of the experiment, without loads that it did not play. */
  profiledLoads: ProfiledLoad[]
  /** One per candidate and unit of cost (CPU, bytes allocated). */
  blames: Blame[]
  /** One per candidate that has a verdict. */
  cards: Card[]
  /** Of a single variant, which is not compared: CPU per request without a profiler, on all threads, and what it is. */
  profile?: {
    variant: string
    cpu: Estimate | null
    metrics?: SummaryMetric[]
    costs: FunctionCosts[]
    /** Of a server that ran already. */
    attached?: Attached
  }
  /** One per variant whose requests were followed; absent without any. */
  waits?: VariantWaits[]
  /** Of a run of files that other tools wrote, which has no verdict. */
  imported?: Imported
  /** The source text of the rows of blame; null of a run that was saved without. */
  sources: SourceExcerpt[] | null
  /** One per candidate and profiler that samples other threads. */
  threadWorks: ThreadWork[]
  heavyTables: HeavyTable[]
  /** Failures of profilers that do not end a run. */
  toolProblems: { profiler: ProfilerName; variant: string; problem: SavedProblem }[]
  checks: {
    slices: number
    discarded: DiscardedSlice[]
    limits: LimitCheck[]
    warnings: (Finding | LaunchWarning)[]
  }
  /** The deciding metrics and requests/s, slice by slice. */
  sliceSeries: SliceSeries[]
  /** The state of the servers and the generator, slice by slice. */
  gauges: SliceTimes & { gauges: GaugeSeries[] }
  artifacts: Artifact[]
  calibration: Calibration | null
  timing: RunTiming
}
